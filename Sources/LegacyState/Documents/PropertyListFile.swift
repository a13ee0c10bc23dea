import POSIX
import Secrets

/// A file that is a property list, such as the preferences of an iOS app or a keyed archive.
enum PropertyListFile: DocumentReader {
  static let kind = Locator.Kind.propertyList

  static func recognises(_ document: DocumentHead) -> Bool {
    document.starts(with: "bplist")
      || document.firstByte == UInt8(ascii: "<") && document.contains("<plist")
  }

  /// Any archive is read, because one that is damaged is an error even without a mark, and any data in XML, because
  /// the ends of its lines cut marks in two.
  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden) || archiver.any(in: bytes, 0..<bytes.count) { _ in true }
      || bytes.contains("<data>") || zlibOccurs(in: bytes)
  }

  /// Whether data that zlib compressed may be among the bytes; it has nothing that tells more.
  private static func zlibOccurs(in bytes: Span<UInt8>) -> Bool {
    var at = 0
    while let hit = bytes.firstIndex(of: 0x78, in: at..<bytes.count) {
      if CompressedMark.isStart(bytes, at: hit) { return true }
      at = hit + 1
    }
    return false
  }

  private static let archiver = MarkTable([MarkTable.Word("NSKeyedArchiver")], by: "K")

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    let list: PropertyList
    do throws(PlistFailure) {
      list = try PropertyList(bytes)
    } catch {
      return try emit(.failure(.malformed("\(error)"), nil))
    }
    var kind = kind
    if KeyedArchive(list) != nil {
      kind = .keyedArchive
    } else if KeychainNames.isDump(list) {
      kind = .keychain
    }
    try PlistReading.read(list, in: Layer(bytes), ValueContext(kind: kind), emit: emit)
  }
}

/// A property list that is a keyed archive; which one is, only its content tells.
enum KeyedArchiveFile: DocumentReader {
  static let kind = Locator.Kind.keyedArchive

  static func recognises(_ document: DocumentHead) -> Bool { false }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    try PropertyListFile.read(document, emit: emit)
  }
}
