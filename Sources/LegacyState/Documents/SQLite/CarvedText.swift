import JSON
import Secrets

/// A text without a document around it: the states among its objects, or the tokens of one that is cut off.
struct CarvedText {
  private(set) var states: [(LegacyAuthState, [any Place])] = []

  /// So many beginnings of objects without an end are looked at.
  private static let mostOpen = 8

  init(_ text: SecretBytes, _ place: SQLiteCellPlace, _ context: ValueContext) {
    var start = 0
    var open = 0
    while open < Self.mostOpen,
      let brace = text.withBytes({ $0.firstIndex(of: UInt8(ascii: "{"), in: start..<$0.count) })
    {
      guard let end = text.withBytes({ Self.end(ofObjectAt: brace, in: $0) }) else {
        start = brace + 1
        open += 1
        continue
      }
      let object = text.withBytes { SecretBytes(copying: $0.extracting(brace..<end)) }
      // Collecting never stops the reading.
      try? Values.read(Layer(object, origin: place), context) { finding throws(ScanStopped) in
        if case .state(let state, let places) = finding { states.append((state, places)) }
      }
      start = end
    }
    guard states.isEmpty || open > 0,
      text.withBytes({ Self.isBroken($0, hasOpen: open > 0) }),
      let rest = Self.salvage(text, context.locator([.decoded("cut off")], at: place))
    else { return }
    add(rest, at: place)
  }

  /// Adds the tokens of a state that is cut off, of which a part may have been read as an object of its own.
  private mutating func add(_ rest: LegacyAuthState, at place: SQLiteCellPlace) {
    guard !states.isEmpty else { return states.append((rest, [place])) }
    guard let refresh = rest.refreshToken,
      !states.contains(where: {
        $0.0.tokens.contains { $0.secret.fingerprint == refresh.secret.fingerprint }
      })
    else { return }
    if states.count == 1, states[0].0.refreshToken == nil {
      states[0].0.refreshToken = refresh
      return
    }
    var state = rest
    (state.accessToken, state.idToken) = (nil, nil)
    states.append((state, [place]))
  }

  /// Whether its first object is all there.
  static func isWhole(_ text: Span<UInt8>) -> Bool {
    guard let brace = text.firstIndex(of: UInt8(ascii: "{"), in: 0..<text.count) else {
      return false
    }
    return end(ofObjectAt: brace, in: text) != nil
  }

  /// Whether a state was begun in it whose head or tail is lost.
  private static func isBroken(_ text: Span<UInt8>, hasOpen: Bool) -> Bool {
    if hasOpen { return Marks.introduceObject(in: text) }
    guard let brace = text.firstIndex(of: UInt8(ascii: "{"), in: 0..<text.count) else {
      return false
    }
    return Marks.introduceObject(in: text.extracting(0..<brace + 1))
  }

  /// Behind the bracket that closes the one at `start`.
  private static func end(ofObjectAt start: Int, in text: Span<UInt8>) -> Int? {
    var depth = 0
    var isString = false
    var at = start
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\\") where isString: at += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return at + 1 }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// A state of the tokens that a text still has whole.
  private static func salvage(_ text: SecretBytes, _ locator: Locator) -> LegacyAuthState? {
    func token(_ role: LegacyToken.Role, _ names: StaticString...) -> LegacyToken? {
      for name in names {
        let found: SecretBytes? = text.withBytes { bytes in
          guard let range = value(of: name, in: bytes) else { return nil }
          return SecretBytes(copying: bytes.extracting(range))
        }
        guard let found, let unescaped = unescaped(found) else { continue }
        return LegacyToken(role: role, secret: unescaped)
      }
      return nil
    }
    var state = LegacyAuthState(
      library: .appAuthAndroid,
      format: .carved,
      confidence: .medium,
      locator: locator,
      contentDigest: text.fingerprint
    )
    state.refreshToken = token(.refresh, "refreshToken\"", "refresh_token\"")
    state.accessToken = token(.access, "access_token\"", "accessToken\"")
    state.idToken = token(.id, "id_token\"", "idToken\"")
    return state.tokens.isEmpty ? nil : state
  }

  /// The string behind a name, its quotes not included; nil if it is short or has no end.
  private static func value(of name: StaticString, in text: Span<UInt8>) -> Range<Int>? {
    let length = name.utf8CodeUnitCount
    for at in 0..<max(0, text.count - length) where text.matches(name, at: at) {
      guard at > 0, text[at - 1] == UInt8(ascii: "\""), text.matches(":", at: at + length) else {
        continue
      }
      var quote = at + length + 1
      while quote < text.count, quote < at + length + 16, text[quote] == 0x20 { quote += 1 }
      guard text.matches("\"", at: quote) else { continue }
      let start = quote + 1
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      if end < text.count, end - start >= 16 { return start..<end }
    }
    return nil
  }

  private static func unescaped(_ value: SecretBytes) -> SecretBytes? {
    let quoted = SecretBytes(capacity: value.count + 2) { (output: inout OutputSpan<UInt8>) in
      output.append(UInt8(ascii: "\""))
      value.withBytes { bytes in for at in bytes.indices { output.append(bytes[at]) } }
      output.append(UInt8(ascii: "\""))
    }
    return try? JSONDocument(parsing: quoted, dialect: .androidState).root.secret()
  }
}
