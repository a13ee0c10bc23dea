internal import JSON

/// What the UserInfo endpoint says about the user of the session (OIDC Core 5.3), at this moment.
///
/// Personal data: reached by name, and never printed by accident.
public struct UserInfo: PersonClaims {
  /// `sub`: the same as in the session's ID token.
  public let subject: String
  private let all: ClaimSet

  init(subject: String, _ root: JSONValue) {
    self.subject = subject
    self.all = ClaimSet(root)
  }

  /// The names of all claims, in the provider's order.
  public var names: [String] { all.names }

  /// Any claim by its name.
  ///
  /// - Parameter name: As it stands in the answer.
  public subscript(name: String) -> ClaimValue? { all[name] }
}

extension UserInfo: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same words.
  public var description: String { "‹user info›" }
  /// Always the same words.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
