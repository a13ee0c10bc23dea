import CArchive

/// Overwrites a buffer that held pieces of somebody's data.
func wipe(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
  unsafe appauth_archive_wipe(buffer.baseAddress, buffer.count)
}
