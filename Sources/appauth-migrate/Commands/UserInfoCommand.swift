import JSON
import OAuthClient
import Terminal

/// Asks the provider what it says about the user who is signed in.
enum UserInfoCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let info = try await context.refreshing(session, isCancellable: true) {
      client throws(OAuthError) in
      try await client.userInfo()
    }
    try context.show(rendering(info))
    return .done
  }

  /// The claims, schema `appauth-migrate/userinfo/1`.
  private static func rendering(_ info: UserInfo) -> Rendering {
    let claims = info.names.compactMap { name in info[name].map { (name, JSONNode($0)) } }
    return Rendering(
      text: { _ in
        let names = claims.map { Neutral.text($0.0, limit: 60) }
        let width = names.map(DisplayWidth.of).max() ?? 0
        return zip(names, claims).map { name, claim in
          let blanks = String(repeating: " ", count: width - DisplayWidth.of(name))
          return "\(name)\(blanks)  \(shown(claim.1))\n"
        }.joined()
      },
      json: {
        .object([("schema", "appauth-migrate/userinfo/1"), ("claims", .object(claims))])
      }
    )
  }

  private static func shown(_ value: JSONNode) -> String {
    if case .string(let text) = value { return Neutral.text(text, limit: 2000) }
    return Neutral.text(value.encoded(), limit: 2000)
  }
}

extension JSONNode {
  /// A claim as it was told; an object has no order.
  fileprivate init(_ value: ClaimValue) {
    switch value {
    case .text(let text): self = .string(text)
    case .integer(let number): self = .int(number)
    case .number(let number): self = .double(number)
    case .flag(let flag): self = .bool(flag)
    case .null: self = .null
    case .list(let values): self = .array(values.map(JSONNode.init))
    case .object(let members):
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) })
    }
  }
}
