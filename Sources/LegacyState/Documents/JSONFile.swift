import JSON
import POSIX
import Secrets

/// A file that is one JSON document.
enum JSONFile: DocumentReader {
  static let kind = Locator.Kind.json

  static func recognises(_ document: DocumentHead) -> Bool {
    guard let first = document.firstByte else { return false }
    return "{[\"".utf8.contains(first) && !JSONLines.recognises(document)
      && (first != UInt8(ascii: "\"") || document.isNamed(".json") || isOneString(document))
  }

  /// Whether what begins with a quote may be a single string of JSON: a log may begin so as well, and many a program's
  /// string has other escapes.
  private static func isOneString(_ document: DocumentHead) -> Bool {
    guard let start = document.bytes.firstIndex(of: UInt8(ascii: "\"")) else { return false }
    var at = start + 1
    while at < document.bytes.count {
      switch document.bytes[at] {
      case UInt8(ascii: "\\"):
        guard at + 1 < document.bytes.count else { return true }
        guard "\"\\/bfnrtu'".utf8.contains(document.bytes[at + 1]),
          !document.bytes.span.matches("u{", at: at + 1)
        else { return false }
        at += 2
      case UInt8(ascii: "\""): return document.bytes[(at + 1)...].allSatisfy { $0 <= 0x20 }
      default: at += 1
      }
    }
    return true
  }

  /// A token in the place of a name is worth an error, and such a file has no other mark.
  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden) || kinds.contains(.secureStorage)
      || kinds.contains(.tokenName) && bytes.contains("refreshToken\"")
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    let bytes: SecretBytes
    do throws(FileFailure) {
      bytes = try document.whole()
    } catch {
      // What is too large for one document may still be many small ones.
      guard case .tooLarge = error.reason else {
        return try emit(.failure(.unreadable("\(error)"), nil))
      }
      return try JSONLines.read(document, emit: emit)
    }
    let parsed: JSONDocument
    do throws(JSONFailure) {
      parsed = try JSONDocument(parsing: bytes, dialect: .androidState)
    } catch {
      if JSONLines.follow(in: bytes) { return try JSONLines.read(document, emit: emit) }
      return try emit(.failure(.malformed("\(error)"), nil))
    }
    if KeychainNames.isDump(parsed.root) {
      return try KeychainDump.read(parsed, in: Layer(bytes), emit: emit)
    }
    var copies = TokenCopies()
    let layer = Layer(bytes)
    try JSONText.read(parsed, in: layer, ValueContext(kind: kind)) { finding throws(ScanStopped) in
      copies.take(finding)
      try emit(finding)
    }
    try copies.read(parsed, in: layer, ValueContext(kind: kind), emit: emit)
  }
}
