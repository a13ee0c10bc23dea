internal import JSON

/// The claims of one answer, but for those that belong to the protocol and not to the person.
struct ClaimSet: Sendable {
  private let root: JSONValue
  /// They tie a token to one sign-in and are nobody else's business.
  private static let hidden: Set<String> = ["nonce", "at_hash", "c_hash", "s_hash"]

  init(_ root: JSONValue) { self.root = root }

  var names: [String] { root.members.map(\.name).filter { !Self.hidden.contains($0) } }

  subscript(name: String) -> ClaimValue? {
    Self.hidden.contains(name) ? nil : root[name].map(ClaimValue.init)
  }
}
