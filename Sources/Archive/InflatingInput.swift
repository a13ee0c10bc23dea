import CZlib
import Secrets

/// A zlib stream (RFC 1950), inflated as it is read: what Android packs its backups with.
@safe package final class InflatingInput: ArchiveInput {
  private static let capacity = 64 << 10

  private let source: any ArchiveInput
  private let functions: UnsafePointer<appauth_zlib>
  private let stream: UnsafeMutablePointer<z_stream>
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var isOver = false
  /// There is no going back.
  package var size: Int? { nil }

  /// Begins to inflate.
  ///
  /// - Parameter source: At the start of the stream.
  /// - Throws: `libraryMissing`.
  package init(_ source: any ArchiveInput) throws(ArchiveFailure) {
    guard let library = ZlibLibrary.loaded else { throw .zlibMissing }
    self.source = source
    unsafe functions = library.functions
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe buffer = .allocate(capacity: Self.capacity)
    unsafe buffer.initialize(repeating: 0)
    guard unsafe appauth_zlib_begin(functions, stream) == Z_OK else {
      isOver = true
      throw .zlibMissing
    }
  }

  deinit {
    _ = unsafe functions.pointee.inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe wipe(buffer)
    unsafe buffer.deallocate()
  }

  /// Inflates on.
  ///
  /// - Parameter target: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the end.
  /// - Throws: `damaged` for what is no such stream, or is cut off; what the source throws.
  package func read(into target: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int {
    guard !isOver, !target.isEmpty else { return 0 }
    while true {
      if unsafe stream.pointee.avail_in == 0 {
        var span = unsafe MutableSpan(_unsafeElements: buffer)
        let got = try source.read(into: &span)
        guard got > 0 else { throw .damaged("its compressed data is cut off") }
        unsafe stream.pointee.next_in = unsafe buffer.baseAddress
        unsafe stream.pointee.avail_in = UInt32(clamping: got)
      }
      let (code, made) = inflate(into: &target)
      switch code {
      case Z_STREAM_END: isOver = true
      case Z_OK, Z_BUF_ERROR: break
      default: throw .damaged("its compressed data is not sound")
      }
      if made > 0 || isOver { return made }
    }
  }

  private func inflate(into target: inout MutableSpan<UInt8>) -> (code: Int32, made: Int) {
    unsafe target.withUnsafeMutableBufferPointer { target in
      let room = UInt32(clamping: target.count)
      unsafe stream.pointee.next_out = target.baseAddress
      unsafe stream.pointee.avail_out = room
      let code = unsafe functions.pointee.inflate(stream, Z_NO_FLUSH)
      let left = unsafe stream.pointee.avail_out
      return (code, Int(room - left))
    }
  }

  /// Never called: there is no size.
  ///
  /// - Parameter offset: Ignored.
  package func seek(to offset: Int) {}
}
