import POSIX
import Secrets

/// The log, journal or shared memory of a database: read with it, or searched alone if it is not there.
enum SQLiteCompanion: DocumentReader {
  static let kind = Locator.Kind.sqlite

  private static let endings = ["-wal", "-journal", "-shm"]

  static func recognises(_ document: DocumentHead) -> Bool {
    let bytes = document.bytes.span
    if isLog(bytes) || SQLiteJournal.isHeader(bytes) { return true }
    if document.isNamed("-journal") {
      return bytes.count >= 28 && (0..<28).allSatisfy { bytes[$0] == 0 }
    }
    return document.isNamed("-shm") && bytes.count >= 136 && isIndex(bytes)
  }

  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook {
    FirstLook(.unmarked)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    let head = document.head.bytes.span
    let pageSize = pageSize(head.uint32(at: isLog(head) ? 8 : 24))
    var residue = SQLiteResidue(pageSize: pageSize, pages: document.head.size / pageSize)
    do throws(FileFailure) {
      guard try !hasDatabase(document) else { return }
      if isLog(head) {
        try residue.searchFrames(of: SQLiteLog(document, pageSize: pageSize), all: true)
      } else {
        try residue.searchJournal(document, pageSize: pageSize)
      }
    } catch {
      return try emit(.failure(.unreadable("\(error)"), nil))
    }
    try residue.finish(removal: .no, emit: emit)
  }

  private static func hasDatabase(_ document: DocumentContent) throws(FileFailure) -> Bool {
    let name = document.fileName.bytes
    guard let ending = endings.first(where: { document.head.isNamed($0) }) else { return false }
    let base = Path(bytes: Array(name.dropLast(ending.utf8.count)))
    guard !base.bytes.isEmpty, let database = try document.companions?.document(at: [base]) else {
      return false
    }
    return SQLiteDatabase.recognises(database.head)
  }

  private static func isLog(_ bytes: Span<UInt8>) -> Bool {
    bytes.uint32(at: 0) & 0xFFFF_FFFE == 0x377F_0682 && bytes.uint32(at: 4) == 3_007_000
  }

  /// The index of a log begins with the version, in the order of the machine that wrote it, twice.
  private static func isIndex(_ bytes: Span<UInt8>) -> Bool {
    [3_007_000, (3_007_000 as UInt32).byteSwapped].contains(bytes.uint32(at: 0))
      && bytes.uint32(at: 0) == bytes.uint32(at: 48)
  }

  /// What the header says if that is possible, else what most databases have.
  private static func pageSize(_ size: UInt32) -> Int {
    size.nonzeroBitCount == 1 && (512...65536).contains(size) ? Int(size) : 4096
  }
}
