package import POSIX
package import Secrets

/// Where the bytes of an archive come from, front to back.
package protocol ArchiveInput: AnyObject {
  /// How many bytes there are, if one can go back and forth in them; nil for a stream.
  var size: Int? { get }

  /// Reads on.
  ///
  /// - Parameter buffer: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the end.
  /// - Throws: If they cannot be read.
  func read(into buffer: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int

  /// Goes to another place; a stream is never asked to.
  ///
  /// - Parameter offset: From the start, up to ``size``.
  func seek(to offset: Int)
}

/// A file, or what is in it from some byte on.
package final class FileInput: ArchiveInput {
  private let file: File
  private let start: Int
  private var offset = 0
  /// How many bytes there are behind the start.
  package let size: Int?

  /// Reads with offsets of its own; whoever else has the file open is not disturbed.
  ///
  /// - Parameters:
  ///   - file: Open for reading.
  ///   - start: Where the archive begins.
  ///   - size: The size of the whole file.
  package init(_ file: File, from start: Int = 0, size: Int) {
    self.file = file
    self.start = start
    self.size = max(0, size - start)
  }

  /// Reads on.
  ///
  /// - Parameter buffer: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the end.
  /// - Throws: If the system refuses.
  package func read(into buffer: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int {
    let got: Int
    do {
      got = try file.read(at: start + offset, into: &buffer)
    } catch {
      throw .unreadable(error)
    }
    offset += got
    return got
  }

  /// Goes to another place.
  ///
  /// - Parameter offset: From the start of the archive.
  package func seek(to offset: Int) { self.offset = offset }
}

/// An archive that is in memory.
package final class MemoryInput: ArchiveInput {
  private let bytes: SecretBytes
  private var offset: Int
  private let start: Int
  /// How many bytes there are behind the start.
  package var size: Int? { bytes.count - start }

  /// Reads from memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - start: Where it begins in them.
  package init(_ bytes: SecretBytes, from start: Int = 0) {
    self.bytes = bytes
    self.start = min(start, bytes.count)
    self.offset = self.start
  }

  /// Reads on.
  ///
  /// - Parameter buffer: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the end.
  package func read(into buffer: inout MutableSpan<UInt8>) -> Int {
    let count = min(buffer.count, bytes.count - offset)
    guard count > 0 else { return 0 }
    bytes.withBytes { source in
      let part = source.extracting(offset..<offset + count)
      unsafe buffer.withUnsafeMutableBufferPointer { target in
        unsafe part.withUnsafeBufferPointer { part in
          _ = unsafe target.update(fromContentsOf: part)
        }
      }
    }
    offset += count
    return count
  }

  /// Goes to another place.
  ///
  /// - Parameter offset: From the start of the archive.
  package func seek(to offset: Int) {
    self.offset = start + min(max(offset, 0), bytes.count - start)
  }
}
