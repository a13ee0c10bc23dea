import JSON
import POSIX
import Secrets

/// A value of React Native's AsyncStorage on iOS that is too long for `manifest.json`: a file beside it, named by the
/// MD5 of its key.
enum AsyncStorageValue: DocumentReader {
  static let kind = Locator.Kind.asyncStorage

  /// By its name only what may be one; the manifest beside it decides.
  static func recognises(_ document: DocumentHead) -> Bool {
    guard let first = document.firstByte, "{[\"".utf8.contains(first) else { return false }
    return document.name.utf8.count == 32
      && document.name.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    JSONFile.mayHoldUnmarked(bytes, kinds)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let key = key(of: document) else { return try JSONFile.read(document, emit: emit) }
    guard let bytes = try document.whole(orTell: emit) else { return }
    try read(bytes, key: key, emit: emit)
  }

  /// Finds the states in a value whose key is known, as locators show it.
  static func read(_ bytes: SecretBytes, key: String, emit: Emit) throws(ScanStopped) {
    let parsed: JSONDocument
    do throws(JSONFailure) {
      parsed = try JSONDocument(parsing: bytes, dialect: .androidState)
    } catch {
      return try emit(.failure(.malformed("\(error)"), nil))
    }
    let context = ValueContext(kind: kind, path: [.key(key)])
    try JSONText.read(parsed, in: Layer(bytes), context, emit: emit)
  }

  /// The key whose digest is the file's name.
  private static func key(of document: DocumentContent) -> String? {
    guard let beside = try? document.companions?.document(at: ["manifest.json"]),
      beside.head.size <= document.limits.documentBytes, let bytes = try? beside.whole(),
      let manifest = try? JSONDocument(parsing: bytes, dialect: .androidState)
    else { return nil }
    for member in manifest.root.eachMember where member.value.isNull {
      let key = member.nameBytes
      if MD5.hex(of: key) == document.head.name { return TokenShape.shown(key) }
    }
    return nil
  }
}
