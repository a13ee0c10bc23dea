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
  /// Whether the manifest may name more files than are known here.
  let isCut: Bool

  private struct Entry {
    let number: Number
    let start: UInt32
    let length: UInt32
  }

  /// The first 16 of the 20 bytes; the rest does not matter to tell files apart.
  private struct Number: Comparable, Hashable {
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

  /// Reads the manifest of a backup that is not encrypted.
  init(_ folder: Directory, limits: ScanLimits) {
    var text: [UInt8] = []
    var entries: [Entry] = []
    var isCut = !Self.eachFile(in: folder, limits) { row in
      guard entries.count < Self.mostFiles, text.count + row.name.count < Self.mostTextBytes
      else { return false }
      entries.append(
        Entry(number: row.number, start: UInt32(text.count), length: UInt32(row.name.count))
      )
      text += row.name
      return true
    }
    if entries.isEmpty { isCut = true }
    self.isCut = isCut
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

  /// The files that the manifest has and the backup has not, in the order of their numbers.
  func missing() throws(FileFailure) -> [(path: Path, name: Path)] {
    var missing: [Entry] = []
    var start = 0
    while start < entries.count {
      let first = entries[start].number
      let end =
        entries[start...].firstIndex { $0.number.high >> 56 != first.high >> 56 }
        ?? entries.count
      let there = try Self.numbers(in: folder, Path(String(Self.digits(first).prefix(2))))
      missing += entries[start..<end].filter { !there.contains($0.number) }
      start = end
    }
    guard !missing.isEmpty else { return [] }
    let numbers = Set(missing.map(\.number))
    var digits: [Number: [UInt8]] = [:]
    _ = Self.eachFile(in: folder, limits) { row in
      // One without a byte needs no file.
      if numbers.contains(row.number), row.size() != 0 { digits[row.number] = row.digits }
      return true
    }
    return missing.compactMap { entry in
      guard let digits = digits[entry.number] else { return nil }
      let path = folder.path.appending(Array(digits.prefix(2))).appending(digits)
      return (path, Path(bytes: Self.name(entry, text)))
    }
  }

  private static func numbers(
    in folder: Directory,
    _ name: Path
  ) throws(FileFailure) -> Set<Number> {
    do throws(FileFailure) {
      let entries = try folder.openFolder(name).entries()
      return Set(entries.compactMap { Number($0.name.bytes) })
    } catch {
      if error.isNotFound { return [] }
      throw error
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

  /// One row of `Files` that is a file.
  private struct Row {
    let number: Number
    /// All forty of it.
    let digits: [UInt8]
    /// `domain/path`.
    let name: [UInt8]
    /// How many bytes the device said that it has; nil if it did not.
    let size: () -> Int?
  }

  /// The rows of `Files` that are files; gives back whether those were all.
  private static func eachFile(
    in folder: Directory,
    _ limits: ScanLimits,
    _ body: (Row) -> Bool
  ) -> Bool {
    guard let manifest = manifest(folder, limits), let file = try? SQLiteFile(manifest) else {
      return false
    }
    var isWhole = true
    do throws(ScanStopped) {
      try file.readSchema(SQLiteWalk(file.pages), damage: { _, _ in isWhole = false })
      guard let table = file.tables.first(where: { $0.name == "Files" }) else { return false }
      func column(_ name: String) -> Int? { table.columns.firstIndex { $0.name == name } }
      guard let number = column("fileID"), let domain = column("domain"),
        let path = column("relativePath"), let flags = column("flags")
      else { return false }
      let details = column("file")
      let encoding = file.pages.header.encoding
      try file.eachRow(
        of: table,
        SQLiteWalk(file.pages),
        damage: { _, _ in isWhole = false }
      ) { row, bytes in
        guard row.integer(flags, bytes) == 1 else { return }
        func text(_ column: Int) -> [UInt8]? {
          guard let field = row.field(column), field.isText, field.range.count <= 4096 else {
            return nil
          }
          return SQLiteText.utf8(bytes.extracting(field.range), encoding)
            .withBytes { text in text.indices.map { text[$0] } }
        }
        guard let digits = text(number), let number = Number(digits), let domain = text(domain),
          let path = text(path)
        else {
          isWhole = false
          return
        }
        let blob = details.flatMap { row.field($0) }.map { field in
          field.range.count <= 1 << 16 ? SecretBytes(copying: bytes.extracting(field.range)) : nil
        }
        let name = domain + [UInt8(ascii: "/")] + path
        let row = Row(number: number, digits: digits, name: name) { (blob ?? nil).flatMap(size) }
        if !body(row) { isWhole = false }
      }
    } catch {
      return false
    }
    return isWhole
  }

  /// `Size` of the `MBFile` that the device archived.
  private static func size(_ archive: SecretBytes) -> Int? {
    guard let list = try? PropertyList(archive), let archive = KeyedArchive(list),
      let root = list.value(in: archive.top, "root"), let object = archive.object(root),
      let size = list.value(in: object.node, "Size")
    else { return nil }
    return list.integer(list.node(size))
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
