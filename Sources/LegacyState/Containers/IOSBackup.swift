import POSIX
import Secrets

/// The names that the files of an iOS backup have on the device, from its `Manifest.db`.
///
/// A file lies in the folder of the first two digits of its number, which is all of its name.
final class IOSBackup: Sendable {
  /// The backup's own folder.
  let folder: Directory
  private let limits: ScanLimits
  /// All names one behind the other, each `domain/path`.
  private let text: [UInt8]
  /// In the order of their numbers.
  private let entries: [Entry]
  /// Positions in ``entries``, in the order of the names.
  private let byName: [Int32]

  private struct Entry {
    let number: Number
    let start: UInt32
    let length: UInt32
  }

  /// The first 16 of the 20 bytes; the rest does not matter to tell files apart.
  private struct Number: Comparable {
    let high: UInt64
    let low: UInt64

    init?(_ digits: [UInt8]) {
      guard digits.count == 40 else { return nil }
      guard let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
        let low = UInt64(String(decoding: digits[16..<32], as: UTF8.self), radix: 16)
      else { return nil }
      self.high = high
      self.low = low
    }

    static func < (left: Number, right: Number) -> Bool {
      (left.high, left.low) < (right.high, right.low)
    }
  }

  /// A device has some hundred thousand files.
  private static let mostFiles = 2_000_000
  private static let mostTextBytes = 256 << 20

  /// Reads the manifest of a backup; nil if that is no database, as in an encrypted backup.
  init?(_ folder: Directory, limits: ScanLimits) {
    guard let manifest = Self.manifest(folder, limits), let file = try? SQLiteFile(manifest) else {
      return nil
    }
    var text: [UInt8] = []
    var entries: [Entry] = []
    try? Self.eachFile(in: file) { number, name in
      guard entries.count < Self.mostFiles, text.count + name.count < Self.mostTextBytes,
        let number = Number(number)
      else { return }
      entries.append(
        Entry(number: number, start: UInt32(text.count), length: UInt32(name.count))
      )
      text += name
    }
    entries.sort { $0.number < $1.number }
    self.folder = folder
    self.limits = limits
    self.text = text
    self.entries = entries
    self.byName = entries.indices.map { Int32($0) }
      .sorted { left, right in
        Self.name(entries[Int(left)], text)
          .lexicographicallyPrecedes(Self.name(entries[Int(right)], text))
      }
  }

  /// What the device calls a file of the backup, as `domain/path`; nil for one that is not in the manifest.
  func name(of file: Path) -> Path? {
    guard let number = Number(file.lastComponent.bytes) else { return nil }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == number else { return nil }
    return Path(bytes: Self.name(entries[low], text))
  }

  /// What lies beside a file on the device.
  func companions(of name: Path) -> any Companions {
    BackupCompanions(backup: self, name: name)
  }

  /// Opens a file by the name that it has on the device.
  fileprivate func document(named name: Path) throws(FileFailure) -> DocumentContent? {
    guard let entry = entry(named: name.bytes) else { return nil }
    let digits = Self.digits(entry.number)
    // The last four bytes of the number are not kept: the folder has them.
    let start = Path(String(digits.prefix(2)))
    do throws(FileFailure) {
      let inner = try folder.openFolder(start)
      let found = try inner.entries().first { $0.name.text.hasPrefix(digits) }
      guard let found else { return nil }
      let file = try inner.openFile(found.name)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      return try DocumentContent(
        file,
        status,
        name: name.lastComponent.text,
        limits: limits,
        companions: companions(of: name)
      )
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }

  private func entry(named name: [UInt8]) -> Entry? {
    var low = 0
    var high = byName.count
    while low < high {
      let middle = (low + high) / 2
      let other = Self.name(entries[Int(byName[middle])], text)
      if other.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    guard low < byName.count else { return nil }
    let entry = entries[Int(byName[low])]
    return Self.name(entry, text).elementsEqual(name) ? entry : nil
  }

  private static func name(_ entry: Entry, _ text: [UInt8]) -> ArraySlice<UInt8> {
    text[Int(entry.start)..<Int(entry.start + entry.length)]
  }

  private static func digits(_ number: Number) -> String {
    [number.high, number.low].map { part in
      let text = String(part, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  private static func manifest(_ folder: Directory, _ limits: ScanLimits) -> DocumentContent? {
    guard let file = try? folder.openFile("Manifest.db"), let status = try? file.status(),
      status.kind == .regular
    else { return nil }
    return try? DocumentContent(file, status, name: "manifest.db", limits: limits)
  }

  /// The rows of `Files` that are files: number and `domain/path`.
  private static func eachFile(
    in file: SQLiteFile,
    _ body: ([UInt8], [UInt8]) -> Void
  ) throws(ScanStopped) {
    try file.readSchema(SQLiteWalk(file.pages), damage: { _, _ in })
    guard let table = file.tables.first(where: { $0.name == "Files" }) else { return }
    func column(_ name: String) -> Int? { table.columns.firstIndex { $0.name == name } }
    guard let number = column("fileID"), let domain = column("domain"),
      let path = column("relativePath"), let flags = column("flags")
    else { return }
    let encoding = file.pages.header.encoding
    try file.eachRow(of: table, SQLiteWalk(file.pages), damage: { _, _ in }) { row, bytes in
      guard row.integer(flags, bytes) == 1 else { return }
      func text(_ column: Int) -> [UInt8]? {
        guard let field = row.field(column), field.isText, field.range.count <= 4096 else {
          return nil
        }
        return SQLiteText.utf8(bytes.extracting(field.range), encoding)
          .withBytes { text in text.indices.map { text[$0] } }
      }
      guard let number = text(number), let domain = text(domain), let path = text(path) else {
        return
      }
      body(number, domain + [UInt8(ascii: "/")] + path)
    }
  }
}

/// The files beside one of an iOS backup, by the names that they have on the device.
private struct BackupCompanions: Companions {
  let backup: IOSBackup
  let name: Path

  func document(at names: [Path]) throws(FileFailure) -> DocumentContent? {
    try backup.document(named: names.reduce(name.parent) { $0.appending($1) })
  }
}
