import Crypto
import POSIX

/// Keeps states that were found until all are: in memory first, then in a file that has no name.
///
/// The report's first lines depend on the last file that is read (`complete`, a token that lies in two places), so
/// something must wait. Reading the input a second time would take twice as long, and could see other bytes. What waits
/// here is what the report shows, without a secret, and about as long as the input; so few runs need the file.
final class StateSpool {
  /// How much stays in memory.
  static let bytesInMemory = 8 << 20

  private let limit: Int
  private var pending: [UInt8] = []
  private var file: File?
  private var fileSize = 0

  init(bytesInMemory: Int = StateSpool.bytesInMemory) {
    limit = bytesInMemory
  }

  func append(_ record: [UInt8]) throws(FileFailure) {
    var length = UInt32(clamping: record.count)
    for _ in 0..<4 {
      pending.append(UInt8(truncatingIfNeeded: length >> 24))
      length <<= 8
    }
    pending += record
    if pending.count >= limit { try moveToFile() }
  }

  /// All records in order, as often as wanted.
  func forEach(_ body: ([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) {
    var window: [UInt8] = []
    var offset = 0
    if let file {
      while offset < fileSize {
        let count = min(1 << 20, fileSize - offset)
        let part = try file.read(at: offset, count: count)
        guard part.count == count else { throw FileFailure(.read, file.path, .changing) }
        offset += count
        window += part
        try Self.consume(&window, body)
      }
    }
    window += pending
    try Self.consume(&window, body)
  }

  /// Takes whole records from the front.
  private static func consume(
    _ window: inout [UInt8],
    _ body: ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var at = 0
    while window.count - at >= 4 {
      let length = window[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard window.count - at - 4 >= length else { break }
      try body(Array(window[at + 4..<at + 4 + length]))
      at += 4 + length
    }
    window.removeFirst(at)
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
