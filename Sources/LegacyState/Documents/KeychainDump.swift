import JSON
import POSIX
import Secrets

/// The items of a keychain as a tool wrote them to JSON: tables of items, or one list.
enum KeychainDump: DocumentReader {
  static let kind = Locator.Kind.keychain

  static func recognises(_ document: DocumentHead) -> Bool {
    guard let first = document.firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      !JSONLines.recognises(document)
    else { return false }
    return signs.count { document.contains($0) } > 1
  }

  /// Values are base64 and short, so there need not be a mark to see.
  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool { true }

  private static let signs: [StaticString] = [
    "\"genp\"", "\"svce\"", "\"acct\"", "\"agrp\"", "\"pdmn\"", "\"v_Data\"",
    "\"kSecAttrAccount\"", "\"kSecAttrService\"", "\"kSecValueData\"",
  ]

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    if PropertyListFile.recognises(document.head) {
      try PropertyListFile.read(document, emit: emit)
    } else {
      try JSONFile.read(document, emit: emit)
    }
  }

  /// Reads a document that ``KeychainNames/isDump(_:)`` accepted.
  static func read(_ document: JSONDocument, in layer: Layer, emit: Emit) throws(ScanStopped) {
    try JSONText.read(document, in: layer, ValueContext(kind: kind), emit: emit)
    try KeychainSplitValues.read(document, in: layer, emit: emit)
  }
}

extension ValueContext {
  /// The same for the keychain item that the walk is in, if it is in one.
  func inItem(of walk: JSONWalk) -> ValueContext {
    guard kind == .keychain,
      let item = walk.steps.reversed().lazy.compactMap({ KeychainNames.item(in: $0.container) })
        .first
    else { return self }
    var context = self
    context.item = item
    return context
  }
}
