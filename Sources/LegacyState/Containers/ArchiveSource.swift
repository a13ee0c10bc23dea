import Archive
import Crypto
import Secrets

/// An archive that can be read more than once.
indirect enum ArchiveSource: Sendable {
  /// A file, or a document in memory.
  case document(DocumentContent, Packing)
  /// One that is too large for memory: the member with this number, from 0, of another.
  case member(ArchiveSource, Int, isCompressed: Bool)

  /// What is to be undone before libarchive can read it.
  enum Packing: Sendable {
    /// Nothing.
    case plain
    /// A compressed file, which may be no archive.
    case compressed
    /// An Android backup.
    case androidBackup(AndroidBackup.Opened)
  }

  /// Begins to read it.
  func open(_ budget: ArchiveBudget) throws(ArchiveFailure) -> ArchiveReader {
    switch self {
    case .document(let document, .plain):
      return try ArchiveReader(document.archiveInput(), budget: budget)
    case .document(let document, .compressed):
      return try ArchiveReader(
        document.archiveInput(),
        budget: budget,
        isCompressedFile: true,
        goesOn: true
      )
    case .document(let document, .androidBackup(let backup)):
      return try ArchiveReader(
        backup.input(document.archiveInput(from: backup.start)),
        budget: budget,
        goesOn: !backup.isPlain
      )
    case .member(let outer, let number, let isCompressed):
      let reader = try outer.open(ArchiveBudget(budget.limits, packedBytes: .max / 1024))
      for _ in 0...number {
        guard try reader.next() != nil else { throw .damaged("a member is gone") }
      }
      let start = MemoryInput(SecretBytes(copying: []))
      return try ArchiveReader(
        MemberInput(reader, behind: start),
        budget: budget,
        isCompressedFile: isCompressed,
        goesOn: true
      )
    }
  }
}
