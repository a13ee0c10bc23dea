import JSON
import Secrets

extension LegacyAuthState {
  /// Takes every refresh token that stands anywhere in a state's object and is not the live one.
  ///
  /// They stand in copies of a response inside its own parameters, and in members that another of the same name hides.
  ///
  /// All of them go with the state, so none may be left out of what is to be revoked before.
  mutating func addRefreshTokens(in object: JSONValue) {
    var waiting = [object]
    while let container = waiting.popLast() {
      if container.hasDuplicateMembers { disagreements.insert(.duplicateMember) }
      var inner: [JSONValue] = []
      for member in container.eachMember {
        let value = member.value
        switch value.kind {
        case .object, .array: inner.append(value)
        case .string where member.isNamed("refreshToken") || member.isNamed("refresh_token"):
          if let token = LegacyToken(.refresh, value) { addHistorical(token) }
        case .string, .number, .bool, .null: continue
        }
      }
      inner += container.eachElement.filter { $0.kind == .object || $0.kind == .array }
      waiting += inner.reversed()
    }
    if refreshToken == nil, historicalRefreshTokens.count > 1 {
      disagreements.insert(.refreshToken)
    }
  }

  /// Takes a refresh token that is not the live one, once, and not more of them than anybody would read.
  mutating func addHistorical(_ token: LegacyToken) {
    guard historicalRefreshTokens.count < 32, refreshToken?.secret.equals(token.secret) != true,
      !historicalRefreshTokens.contains(where: { $0.secret.equals(token.secret) })
    else { return }
    historicalRefreshTokens.append(token)
  }
}
