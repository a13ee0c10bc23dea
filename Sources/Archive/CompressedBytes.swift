import CZlib
package import Secrets

/// Bytes in memory that are a stream of gzip (RFC 1952), zlib (RFC 1950) or deflate alone (RFC 1951).
package enum CompressedBytes {
  /// What stands around the compressed blocks.
  package enum Wrapping: Sendable {
    /// The header and the sum of gzip or of zlib.
    case gzipOrZlib
    /// Nothing.
    case bare
  }

  /// What came of inflating.
  package enum Inflated {
    /// All of it, and how many bytes the stream has: more may stand behind it.
    case whole(SecretBytes, length: Int)
    /// What came out before the stream ended early, or turned out to be none if it is damaged.
    case cutOff(SecretBytes, isDamaged: Bool)
    /// It gives more than the limit.
    case tooLong
  }

  /// Inflates a stream, up to its end.
  ///
  /// - Parameters:
  ///   - bytes: The stream from its header on.
  ///   - wrapping: What stands around it.
  ///   - limit: The most bytes that it may give.
  /// - Returns: What it gives.
  /// - Throws: `libraryMissing`.
  package static func inflate(
    _ bytes: SecretBytes,
    _ wrapping: Wrapping = .gzipOrZlib,
    limit: Int
  ) throws(ArchiveFailure) -> Inflated {
    guard let library = ZlibLibrary.loaded else { throw .zlibMissing }
    // A first guess that most values keep to; the room doubles until it is enough.
    var room = min(limit, max(4096, bytes.count * 4))
    while true {
      let attempt = try bytes.withBytes { (span) throws(ArchiveFailure) in
        try inflate(span, wrapping, room, library)
      }
      if let attempt { return attempt }
      guard room < limit else { return .tooLong }
      room = min(limit, room * 4)
    }
  }

  /// Nil if `room` is not enough.
  private static func inflate(
    _ bytes: Span<UInt8>,
    _ wrapping: Wrapping,
    _ room: Int,
    _ library: ZlibLibrary
  ) throws(ArchiveFailure) -> Inflated? {
    guard let length = UInt32(exactly: bytes.count) else { return .tooLong }
    var isWhole = false
    var taken = 0
    var isFull = false
    var isDamaged = false
    let content = try SecretBytes(capacity: room) {
      (output: inout OutputSpan<UInt8>) throws(ArchiveFailure) in
      var stream = unsafe z_stream()
      let begun =
        switch wrapping {
        case .gzipOrZlib: unsafe appauth_zlib_begin_any(library.functions, &stream)
        case .bare: unsafe appauth_zlib_begin_raw(library.functions, &stream)
        }
      guard begun == Z_OK else { throw .zlibMissing }
      defer { _ = unsafe library.functions.pointee.inflateEnd(&stream) }
      unsafe output.withUnsafeMutableBufferPointer { target, count in
        unsafe bytes.withUnsafeBufferPointer { source in
          unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress)
          unsafe stream.avail_in = length
          unsafe stream.next_out = target.baseAddress
          unsafe stream.avail_out = UInt32(clamping: room)
          let code = unsafe library.functions.pointee.inflate(&stream, Z_FINISH)
          count = room - Int(unsafe stream.avail_out)
          isWhole = code == Z_STREAM_END
          taken = Int(length) - Int(unsafe stream.avail_in)
          isDamaged = !isWhole && code != Z_OK && code != Z_BUF_ERROR
          isFull = !isWhole && !isDamaged && count == room
        }
      }
    }
    if isWhole { return .whole(content, length: taken) }
    return isFull ? nil : .cutOff(content, isDamaged: isDamaged)
  }
}
