import CSystem

extension File {
  /// Writes at the file's current position, all of it.
  ///
  /// - Parameter bytes: What to write.
  /// - Throws: If the system refuses; a part may have been written.
  package func write(_ bytes: Span<UInt8>) throws(FileFailure) {
    try writeAll(bytes, to: descriptor.number, path)
  }

  /// Writes at the file's current position, all of it.
  ///
  /// - Parameter source: What to write.
  /// - Throws: If the system refuses; a part may have been written.
  package func write(_ source: some ByteSource) throws(FileFailure) {
    try source.withBytes { (bytes: Span<UInt8>) throws(FileFailure) in try write(bytes) }
  }

  /// Writes at an offset, all of it.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - offset: Where the first byte goes.
  /// - Throws: If the system refuses; a part may have been written.
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(FileFailure) {
    var written = 0
    while written < bytes.count {
      written += try systemCall(.write, path) {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe pwrite(
            descriptor.number,
            buffer.baseAddress?.advanced(by: written),
            buffer.count - written,
            off_t(offset + written)
          )
        }
      }
    }
  }

  /// Writes at an offset, all of it.
  ///
  /// - Parameters:
  ///   - source: What to write.
  ///   - offset: Where the first byte goes.
  /// - Throws: If the system refuses; a part may have been written.
  package func write(_ source: some ByteSource, at offset: Int) throws(FileFailure) {
    try source.withBytes { (bytes: Span<UInt8>) throws(FileFailure) in
      try write(bytes, at: offset)
    }
  }

  /// Overwrites a range with zeros, in place.
  ///
  /// A file system that writes elsewhere (btrfs, APFS, a flash translation layer) keeps the old block for a while.
  ///
  /// - Parameter range: Offsets in bytes.
  /// - Throws: If the system refuses; a part may have been overwritten.
  package func zero(_ range: Range<Int>) throws(FileFailure) {
    let zeros = [UInt8](repeating: 0, count: min(range.count, 64 * 1024))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = min(zeros.count, range.upperBound - offset)
      try write(zeros.span.extracting(first: count), at: offset)
      offset += count
    }
  }
}

/// Writes all of `bytes`, over partial writes, signals and full pipes.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, _ path: Path) throws(FileFailure) {
  var written = 0
  while written < bytes.count {
    written += try whenReady(.write, path, descriptor, for: POLLOUT) {
      unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          descriptor,
          buffer.baseAddress?.advanced(by: written),
          buffer.count - written
        )
      }
    }
  }
}
