import POSIX
import Secrets

/// The other files of a LevelDB store, found as LevelDB finds them: `CURRENT` names the manifest, which names the tables.
struct LevelDBFolder {
  /// More files or bytes than this are not looked through again for each of them.
  private static let fileLimit = 64
  private static let byteLimit = 64 << 20

  private let files: [SecretBytes]

  /// Opens what belongs to the store that a document is a part of, the document itself included.
  init?(around document: DocumentContent) {
    guard let companions = document.companions,
      let current = Self.open("CURRENT", companions, limit: 64),
      let name = Self.manifestName(current),
      let manifest = Self.open(name, companions, limit: Self.byteLimit)
    else { return nil }
    let live = Self.numbers(in: manifest)
    guard live.count <= Self.fileLimit else { return nil }
    var files: [SecretBytes] = []
    var left = Self.byteLimit
    for number in live {
      let digits = String(number)
      let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
      for ending in [".log", ".ldb", ".sst"] {
        guard let file = Self.open(Path(name + ending), companions, limit: left) else { continue }
        left -= file.count
        files.append(file)
      }
    }
    self.files = files
  }

  /// Raises the numbers of keys to the highest that any file has for them.
  func raise(_ highest: inout [[UInt8]: UInt64]) {
    var raised = highest
    for file in files {
      file.withBytes { bytes in
        _ = LevelDB.entries(in: bytes) { entry, _ in
          if let known = raised[entry.key], entry.sequence > known {
            raised[entry.key] = entry.sequence
          }
        }
      }
    }
    highest = raised
  }

  private static func open(_ name: Path, _ companions: any Companions, limit: Int) -> SecretBytes? {
    guard let document = try? companions.document(at: [name]), document.head.size <= limit else {
      return nil
    }
    return try? document.whole()
  }

  /// A single name, with a line end behind it.
  private static func manifestName(_ current: SecretBytes) -> Path? {
    let text = current.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let name = text.prefix { $0 > 0x20 && $0 < 0x7F }
    guard name.starts(with: Array("MANIFEST-".utf8)), !name.contains(UInt8(ascii: "/")) else {
      return nil
    }
    return Path(bytes: Array(name))
  }

  /// The numbers of the log and of the tables that were added and not removed since.
  ///
  /// - SeeAlso: `VersionEdit::DecodeFrom` in LevelDB's `db/version_edit.cc`
  private static func numbers(in manifest: SecretBytes) -> [UInt64] {
    var tables: Set<UInt64> = []
    var log: UInt64 = 0
    var previous: UInt64 = 0
    manifest.withBytes { bytes in
      LevelDBLog.records(in: bytes) { record, _ in
        var edit = Edit(at: 0)
        while let field = edit.next(record) {
          switch field {
          case .log(let number): log = number
          case .previousLog(let number): previous = number
          case .added(let number):
            if tables.count < 4096 { tables.insert(number) }
          case .removed(let number): tables.remove(number)
          case .other: continue
          }
        }
      }
    }
    return Set([log, previous].filter { $0 > 0 }).union(tables).sorted()
  }

  /// One field after the other of a change to the list of files.
  private struct Edit {
    enum Field {
      case log(UInt64), previousLog(UInt64), added(UInt64), removed(UInt64), other
    }

    var at: Int

    mutating func next(_ bytes: Span<UInt8>) -> Field? {
      guard let tag = number(bytes) else { return nil }
      switch tag {
      case 1: return text(bytes) ? .other : nil
      case 2: return number(bytes).map { .log($0) }
      case 3, 4: return number(bytes).map { _ in .other }
      case 5: return number(bytes) != nil && text(bytes) ? .other : nil
      case 6: return number(bytes) == nil ? nil : number(bytes).map { .removed($0) }
      case 7:
        guard number(bytes) != nil, let file = number(bytes), number(bytes) != nil, text(bytes),
          text(bytes)
        else { return nil }
        return .added(file)
      case 9: return number(bytes).map { .previousLog($0) }
      default: return nil
      }
    }

    private mutating func number(_ bytes: Span<UInt8>) -> UInt64? {
      guard let number = Varint(bytes, at: at, end: bytes.count) else { return nil }
      at = number.end
      return number.value
    }

    private mutating func text(_ bytes: Span<UInt8>) -> Bool {
      guard let length = number(bytes), length <= UInt64(bytes.count - at) else { return false }
      at += Int(length)
      return true
    }
  }
}
