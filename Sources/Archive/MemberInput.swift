import POSIX

/// An archive inside an archive, read as its bytes come out of the outer one.
///
/// Only front to back, and only until the outer one goes on.
package final class MemberInput: ArchiveInput {
  private let outer: ArchiveReader
  private var start: MemoryInput?
  /// There is no going back.
  package var size: Int? { nil }

  /// Reads the outer one's current member.
  ///
  /// - Parameters:
  ///   - outer: Its current member is the archive.
  ///   - start: What was read of it already.
  package init(_ outer: ArchiveReader, behind start: MemoryInput) {
    self.outer = outer
    self.start = start
  }

  /// Reads on.
  ///
  /// - Parameter buffer: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the end.
  /// - Throws: What the outer one throws.
  package func read(into buffer: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int {
    if let start {
      let got = start.read(into: &buffer)
      if got > 0 { return got }
      self.start = nil
    }
    return try outer.read(into: &buffer)
  }

  /// Never called: there is no size.
  ///
  /// - Parameter offset: Ignored.
  package func seek(to offset: Int) {}
}
