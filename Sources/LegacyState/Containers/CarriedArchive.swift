import Archive
import POSIX
import Secrets

/// An archive that a program, a script or a picture carries: self-extracting ones, and what was hung on to a file.
///
/// A zip is told by its directory at the end of the file; any other by its first bytes behind a program or script that
/// unpacks it.
enum CarriedArchive {
  /// Where it begins; nil if there is none.
  static func start(in document: DocumentContent) throws(FileFailure) -> Int? {
    let head = document.head
    guard head.size > 64 else { return nil }
    let isScript = head.bytes.starts(with: Array("#!".utf8))
    // A text carries nothing.
    guard isScript || !head.bytes.allSatisfy(UTF16Text.isASCIIText) else { return nil }
    if let start = try zip(in: document) { return start }
    let isProgram =
      head.bytes.starts(with: Array("MZ".utf8))
      || head.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46])
    guard isScript || isProgram else { return nil }
    return try behindProgram(document, isScript: isScript)
  }

  /// Where the first member lies that the directory at the end names.
  private static func zip(in document: DocumentContent) throws(FileFailure) -> Int? {
    let size = document.head.size
    // A comment has 65,535 bytes at most.
    let from = max(0, size - 65_535 - 22)
    let tail = try document.piece(at: from, count: size - from)
    let found = tail.withBytes { bytes -> (directory: Int, length: Int)? in
      guard
        let end = stride(from: bytes.count - 22, through: 0, by: -1).first(where: {
          bytes[$0] == UInt8(ascii: "P") && bytes.matches("PK\u{5}\u{6}", at: $0)
        })
      else { return nil }
      return (from + end - bytes.number(at: end + 12), bytes.number(at: end + 16))
    }
    guard let found, found.directory > 0, found.directory < size else { return nil }
    let entry = try document.piece(at: found.directory, count: 46)
    guard entry.count == 46, entry.withBytes({ $0.matches("PK\u{1}\u{2}", at: 0) }) else {
      return nil
    }
    // The offsets count from the start of the archive, or of the file.
    let first = entry.withBytes { $0.number(at: 42) }
    for start in [found.directory - found.length + first, first] where start > 0 && start < size {
      let member = try document.piece(at: start, count: 4)
      if member.withBytes({ $0.matches("PK\u{3}\u{4}", at: 0) }) { return start }
    }
    return nil
  }

  /// The first place behind the head of a program at which an archive begins.
  private static func behindProgram(
    _ document: DocumentContent,
    isScript: Bool
  ) throws(FileFailure) -> Int? {
    let bytes = try document.piece(at: 0, count: min(document.head.size, mostProgram))
    var at = 2
    while let place = bytes.withBytes({ next(in: $0, from: at, isScript: isScript) }) {
      if isArchive(bytes, place, isScript: isScript) { return place }
      at = place + 1
    }
    return nil
  }

  /// The next place at which one may begin; what a script carries begins with a line.
  private static func next(in bytes: Span<UInt8>, from start: Int, isScript: Bool) -> Int? {
    guard start < bytes.count else { return nil }
    guard isScript else { return bytes.firstIndex(of: firstBytes, in: start..<bytes.count) }
    return bytes.firstIndex(of: 0x0A, in: start - 1..<bytes.count).map { $0 + 1 }
  }

  /// Programs have the first bytes of archives in them that they are able to read, so more has to be right.
  private static func isArchive(_ bytes: SecretBytes, _ place: Int, isScript: Bool) -> Bool {
    if GzipRemainder.begins(in: bytes, at: place) { return true }
    let head = bytes.withBytes { bytes -> DocumentHead? in
      guard place < bytes.count, isScript || bytes.matches(sevenZip, at: place) else {
        return nil
      }
      return DocumentHead(bytes.extracting(place..<min(bytes.count, place + DocumentHead.length)))
    }
    guard let head, let kind = ContainerKind.of(head) else { return false }
    let budget = ArchiveBudget(ArchiveLimits(), packedBytes: bytes.count)
    let rest = bytes.withBytes { SecretBytes(copying: $0.extracting(place..<$0.count)) }
    let reader = try? ArchiveReader(
      MemoryInput(rest),
      budget: budget,
      isCompressedFile: kind == .compressed
    )
    return (try? reader?.next()) != nil
  }

  /// Programs that unpack themselves are smaller.
  private static let mostProgram = 2 << 20

  private static let sevenZip: [UInt8] = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0x00]
  /// Of gzip and of 7-Zip.
  private static let firstBytes = ByteChoice([CompressedMark.gzip, 0x37])
}

extension DocumentHead {
  fileprivate init(_ bytes: Span<UInt8>) {
    self.init(name: "", size: bytes.count, bytes: bytes.indices.map { bytes[$0] })
  }
}

extension Span<UInt8> {
  /// Four bytes, the lowest first.
  fileprivate func number(at start: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(self[start + $1]) << (8 * $1) }
  }
}
