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
  static func mayHoldState(_ bytes: Span<UInt8>) -> Bool {
    Marks.occur(in: bytes) || archiver.any(in: bytes, 0..<bytes.count) { _ in true }
      || bytes.contains("<data>")
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
