import Crypto
import POSIX

/// Keeps states that were found until all are: in memory first, then in a file that has no name.
///
/// The report's first lines depend on the last file that is read (`complete`, a token that lies in two places), so
/// something must wait. Reading the input a second time would take twice as long, and could see other bytes. What waits
/// here is what the report shows, without a secret, and a fifth as long as the input; so few runs need the file.
final class StateSpool {
  /// How much stays in memory.
  static let bytesInMemory = 8 << 20
  /// About how much is read at once, and handed to one thread.
  private static let chunkBytes = 64 << 10

  private let limit: Int
  private var pending: [UInt8] = []
  private var file: File?
  private var fileSize = 0

  init(bytesInMemory: Int = StateSpool.bytesInMemory) {
    limit = bytesInMemory
  }

  /// Takes a record, which may come in two parts.
  func append(_ first: [UInt8], _ second: [UInt8] = []) throws(FileFailure) {
    var length = UInt32(clamping: first.count + second.count)
    for _ in 0..<4 {
      pending.append(UInt8(truncatingIfNeeded: length >> 24))
      length <<= 8
    }
    pending += first
    pending += second
    if pending.count >= limit { try moveToFile() }
  }

  /// All records in order, as often as wanted.
  func forEach(
    _ body: (ArraySlice<UInt8>) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var position = 0
    while let next = try chunk(from: position) {
      position += next.bytes.count
      try next.forEach(body)
    }
  }

  /// Some whole records, the first of which is at `position`; nil behind the last.
  func chunk(from position: Int) throws(FileFailure) -> Chunk? {
    guard position < fileSize, let file else { return chunkInMemory(from: position - fileSize) }
    var count = Self.chunkBytes
    while true {
      let part = try file.read(at: position, count: min(count, fileSize - position))
      if let end = Chunk.end(in: part[...], after: Self.chunkBytes) {
        return Chunk(bytes: part[..<end])
      }
      guard part.count == count else { throw FileFailure(.read, file.path, .changing) }
      count *= 2
    }
  }

  private func chunkInMemory(from position: Int) -> Chunk? {
    guard let end = Chunk.end(in: pending[position...], after: Self.chunkBytes) else { return nil }
    return Chunk(bytes: pending[position..<end])
  }

  private func moveToFile() throws(FileFailure) {
    let file: File
    if let known = self.file { file = known } else { file = try Self.unlinkedFile() }
    self.file = file
    try file.write(pending, at: fileSize)
    fileSize += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Where large temporary files belong: /tmp is in memory on many systems.
  private static func unlinkedFile() throws(FileFailure) -> File {
    let wanted = Environment.value("TMPDIR").map { Path($0) }
    let folders = [wanted, "/var/tmp", "/tmp"].compactMap { $0 }
    var failure: FileFailure?
    for path in folders {
      do throws(FileFailure) {
        let folder = try Directory.open(path)
        let digits = Random.bytes(12).map { String($0, radix: 16) }.joined()
        let name = Path(".appauth-migrate-\(digits)")
        let file = try folder.openFile(name, .createExclusive(permissions: 0o600))
        try folder.unlink(name)
        return file
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? FileFailure(.create, "/tmp", .changing)
  }
}

extension StateSpool {
  /// Whole records, each behind its length.
  struct Chunk: Sendable {
    let bytes: ArraySlice<UInt8>

    /// The records in order.
    func forEach<E: Error>(_ body: (ArraySlice<UInt8>) throws(E) -> Void) throws(E) {
      var at = bytes.startIndex
      while let end = Self.recordEnd(in: bytes, at) {
        try body(bytes[at + 4..<end])
        at = end
      }
    }

    /// Where the first record ends that brings them to so many bytes, or else the last; nil if none is whole.
    fileprivate static func end(in bytes: ArraySlice<UInt8>, after enough: Int) -> Int? {
      var at = bytes.startIndex
      while at - bytes.startIndex < enough, let end = recordEnd(in: bytes, at) { at = end }
      return at > bytes.startIndex ? at : nil
    }

    private static func recordEnd(in bytes: ArraySlice<UInt8>, _ at: Int) -> Int? {
      guard bytes.endIndex - at >= 4 else { return nil }
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      return bytes.endIndex - at - 4 >= length ? at + 4 + length : nil
    }
  }
}
