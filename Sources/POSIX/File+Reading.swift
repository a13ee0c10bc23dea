import CSystem
package import Secrets

extension File {
  /// Reads at an offset into a buffer that the caller keeps.
  ///
  /// - Parameters:
  ///   - offset: Where to start, in bytes.
  ///   - buffer: Filled from its start.
  /// - Returns: How many bytes were read: fewer than the buffer has only at the end of the file.
  /// - Throws: If the system refuses, as for a pipe.
  package func read(
    at offset: Int,
    into buffer: inout MutableSpan<UInt8>
  ) throws(FileFailure) -> Int {
    var filled = 0
    while filled < buffer.count {
      let got = try systemCall(.read, path) {
        unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe pread(
            descriptor.number,
            bytes.baseAddress?.advanced(by: filled),
            bytes.count - filled,
            off_t(offset + filled)
          )
        }
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  /// Reads at an offset.
  ///
  /// - Parameters:
  ///   - offset: Where to start, in bytes.
  ///   - count: The most bytes to read.
  /// - Returns: The bytes, fewer than `count` only at the end of the file.
  /// - Throws: If the system refuses, as for a pipe.
  package func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let got = try read(at: offset, into: &span)
    bytes.removeLast(count - got)
    return bytes
  }

  /// Reads at an offset into memory that is wiped when it is dropped.
  ///
  /// - Parameters:
  ///   - offset: Where to start, in bytes.
  ///   - count: The most bytes to read.
  /// - Returns: The bytes, fewer than `count` only at the end of the file.
  /// - Throws: If the system refuses, as for a pipe.
  package func readSecret(at offset: Int, count: Int) throws(FileFailure) -> SecretBytes {
    try SecretBytes(capacity: count) { (output: inout OutputSpan<UInt8>) throws(FileFailure) in
      while !output.isFull {
        let filled = output.count
        let got = try systemCall(.read, path) {
          unsafe output.appendRaw { bytes in
            unsafe pread(descriptor.number, bytes.baseAddress, bytes.count, off_t(offset + filled))
          }
        }
        if got == 0 { break }
      }
    }
  }

  /// Reads a whole regular file, if it holds still meanwhile.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to take.
  ///   - meanwhile: Called after the bytes were read and before the second look; for tests of a changing file.
  /// - Returns: The content.
  /// - Throws: `changing` if it was written to, `tooLarge` above the limit, `unexpectedKind` for a folder or pipe.
  package func readAll(
    limit: Int,
    meanwhile: () -> Void = {}
  ) throws(FileFailure) -> SecretBytes {
    let before = try status()
    guard before.kind == .regular else {
      throw FileFailure(.read, path, .unexpectedKind(before.kind))
    }
    guard before.size <= limit else { throw FileFailure(.read, path, .tooLarge(limit: limit)) }
    // One byte more than it should have shows that it grew.
    let content = try readSecret(at: 0, count: before.size + 1)
    meanwhile()
    guard content.count == before.size, try status().isUnchanged(since: before) else {
      throw FileFailure(.read, path, .changing)
    }
    return content
  }

  /// Reads what is left of a pipe, terminal or file, up to its end.
  ///
  /// - Parameter limit: The most bytes to take.
  /// - Returns: The content.
  /// - Throws: `tooLarge` above the limit; if the system refuses.
  package func readStream(limit: Int) throws(FileFailure) -> SecretBytes {
    try stream(descriptor.number, path, limit: limit)
  }
}

/// Reads to the end of `descriptor` in pieces, so that a high limit costs nothing until it is needed.
func stream(_ descriptor: Int32, _ path: Path, limit: Int) throws(FileFailure) -> SecretBytes {
  var pieces: [SecretBytes] = []
  var total = 0
  while true {
    let wanted = min(max(64 * 1024, total), limit + 1 - total)
    let piece = try SecretBytes(capacity: wanted) {
      (output: inout OutputSpan<UInt8>) throws(FileFailure) in
      while !output.isFull {
        let got = try whenReady(.read, path, descriptor, for: POLLIN) {
          unsafe output.appendRaw { bytes in
            unsafe read(descriptor, bytes.baseAddress, bytes.count)
          }
        }
        if got == 0 { break }
      }
    }
    pieces.append(piece)
    total += piece.count
    if total > limit { throw FileFailure(.read, path, .tooLarge(limit: limit)) }
    if piece.count < wanted { break }
  }
  if pieces.count == 1 { return pieces[0] }
  return SecretBytes(capacity: total) { (output: inout OutputSpan<UInt8>) in
    for piece in pieces {
      piece.withBytes { bytes in
        for index in bytes.indices { output.append(bytes[index]) }
      }
    }
  }
}

/// Like ``systemCall(_:_:_:)``, and waits where a descriptor that someone made non-blocking is not ready.
func whenReady(
  _ operation: FileFailure.Operation,
  _ path: Path,
  _ descriptor: Int32,
  for event: Int32,
  _ call: () -> Int
) throws(FileFailure) -> Int {
  while true {
    do {
      return try systemCall(operation, path, call)
    } catch {
      guard error.code == EAGAIN || error.code == EWOULDBLOCK else { throw error }
      var wanted = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      try systemCall(operation, path) { unsafe poll(&wanted, 1, -1) }
    }
  }
}

extension OutputSpan<UInt8> {
  /// Lets a system call write behind what is there, and counts what it wrote.
  fileprivate mutating func appendRaw(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      let free = unsafe UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: buffer[count...])
      )
      let got = unsafe body(free)
      count += max(got, 0)
      return got
    }
  }
}
