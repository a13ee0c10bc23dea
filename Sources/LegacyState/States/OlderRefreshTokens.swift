import JSON
import Secrets

extension LegacyAuthState {
  /// Takes every refresh token that stands anywhere in a state's object and is not the live one.
  ///
  /// They stand in copies of a response inside its own parameters, also as text, and in members that another of the same
  /// name hides.
  ///
  /// All of them go with the state, so none may be left out of what is to be revoked before. A state of another client in
  /// it has tokens of its own.
  mutating func addRefreshTokens(in object: JSONValue, past inert: InertObjects? = nil) {
    let outer = StateOwner(object)
    // Millions may wait: a text is taken apart when its turn comes.
    var waiting = [(value: object, depth: 0)]
    while let (next, level) = waiting.popLast() {
      var (container, depth) = (next, level)
      if next.kind == .string {
        guard let document = Self.document(in: next) else { continue }
        (container, depth) = (document.root, level + 1)
      }
      if outer.isOther(container) { continue }
      if container.hasDuplicateMembers { disagreements.insert(.duplicateMember) }
      var inner: [(value: JSONValue, depth: Int)] = []
      func enter(_ value: JSONValue) {
        switch value.kind {
        case .object where inert?.contains(value) == true: return
        case .object, .array: inner.append((value, depth))
        case .string where depth < Self.deepest && Self.mayHoldDocument(value):
          inner.append((value, depth))
        case .string, .number, .bool, .null: return
        }
      }
      for member in container.eachMember {
        if member.value.kind == .string, !hasUnnamedTokens,
          member.isNamed("refreshToken") || member.isNamed("refresh_token"),
          member.value.byteRange.count > 2
        {
          addHistorical(member.value)
        } else {
          enter(member.value)
        }
      }
      for element in container.eachElement { enter(element) }
      waiting += inner.reversed()
    }
    if refreshToken == nil, historicalRefreshTokens.count > 1 {
      disagreements.insert(.refreshToken)
    }
  }

  /// Whether a document may have been written into a string, judged by how it begins: most strings of a state are
  /// tokens and addresses, and to copy each would cost more than all the rest.
  static func mayHoldDocument(_ value: JSONValue) -> Bool {
    guard value.byteRange.count > 20 else { return false }
    return value.document.bytes.withBytes { bytes in
      let end = value.byteRange.upperBound - 1
      var at = value.byteRange.lowerBound + 1
      while at < end, bytes[at] <= 0x20 { at += 1 }
      guard at < end else { return false }
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\\"): return true
      // What base64 makes of a bracket, a brace, a quote, a blank or a line end.
      case UInt8(ascii: "W"), UInt8(ascii: "e"), UInt8(ascii: "I"), UInt8(ascii: "C"),
        UInt8(ascii: "D"):
        // A dot is what every JWT has, and base64 has not.
        return bytes.firstIndex(of: UInt8(ascii: "."), in: at..<end) == nil
      default: return false
      }
    }
  }

  /// The document that was written into a string, as it is or in base64.
  private static func document(in value: JSONValue) -> JSONDocument? {
    guard let text = value.secret(), text.count > 20 else { return nil }
    if let content = text.withBytes({ Base64.isLikely($0) ? Base64.decode($0)?.content : nil }) {
      return document(in: content)
    }
    return document(in: text)
  }

  private static func document(in text: SecretBytes) -> JSONDocument? {
    let isWorthIt = text.withBytes { bytes in
      guard let first = bytes.indices.first(where: { bytes[$0] > 0x20 }) else { return false }
      return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(bytes[first])
    }
    guard isWorthIt, let document = try? JSONDocument(parsing: text, dialect: .androidState) else {
      return nil
    }
    guard document.root.kind == .string else { return document }
    // Each is shorter than the one around it by two quotes, so this ends.
    return document.root.secret().flatMap { self.document(in: $0) }
  }

  /// How many documents in strings around each other are looked into, as many as wrappings are undone elsewhere.
  private static let deepest = 8

  /// Nobody has more of them.
  private static let mostHistorical = 1000

  /// Takes the token that a text is, unless it is the live one.
  mutating func addHistorical(_ value: JSONValue?) {
    guard let value, refreshToken.map({ value.isString($0.secret) }) != true,
      let token = LegacyToken(.refresh, value)
    else { return }
    addHistorical(token)
  }

  /// Takes a refresh token that is not the live one, once; where there are more than are kept, the state must stay.
  mutating func addHistorical(_ token: LegacyToken) {
    guard !hasUnnamedTokens, refreshToken?.secret.equals(token.secret) != true,
      historicalSeen.insert(token.secret.fingerprint).inserted
    else { return }
    guard historicalRefreshTokens.count < Self.mostHistorical else {
      hasUnnamedTokens = true
      return
    }
    historicalRefreshTokens.append(token)
  }
}
