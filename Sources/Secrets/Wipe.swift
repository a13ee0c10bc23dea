import COpenSSL

/// Overwrites `bytes` with zeros in a way that the optimiser may not drop, and empties it.
///
/// - Parameter bytes: What was secret; empty afterwards. Other copies of the array, if any, are not reached.
public func wipe(_ bytes: inout [UInt8]) {
  unsafe bytes.withUnsafeMutableBytes { buffer in
    if let start = buffer.baseAddress { unsafe OPENSSL_cleanse(start, buffer.count) }
  }
  bytes.removeAll(keepingCapacity: false)
}
