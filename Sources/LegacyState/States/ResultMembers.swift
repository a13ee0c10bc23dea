import JSON
import Secrets

extension JSONValue {
  /// Whether it has a member that only the results of the plugins have; most objects are done after this.
  var hasPluginMember: Bool {
    guard kind == .object else { return false }
    return eachMember.contains { member in
      switch member.nameRange.count - 2 {
      case 17: member.isNamed("authorizationCode")
      case 20: member.isNamed("additionalParameters")
      case 25:
        member.isNamed("accessTokenExpirationDate") || member.isNamed("accessTokenExpirationTime")
          || member.isNamed("tokenAdditionalParameters")
      case 29:
        member.isNamed("accessTokenExpirationDateTime")
          || member.isNamed("authorizeAdditionalParameters")
      case 33: member.isNamed("authorizationAdditionalParameters")
      default: false
      }
    }
  }

  /// Whether it has a member of this name, whatever it holds.
  func has(_ name: String) -> Bool { self[name] != nil }

  /// Whether it has all of these members, whatever they hold.
  func hasAll(_ names: String...) -> Bool { names.allSatisfy { self[$0] != nil } }

  /// Whether a member is a text that is not empty.
  func isFilled(_ name: String) -> Bool { text(name) != nil }

  /// A member's range of bytes if it is a text that is not empty.
  private func text(_ name: String) -> Range<Int>? {
    guard let value = self[name], value.kind == .string, value.byteRange.count > 2 else {
      return nil
    }
    return value.byteRange
  }

  /// Whether it holds a token under one of the names that both plugins use.
  var hasPluginToken: Bool {
    isFilled("accessToken") || isFilled("refreshToken") || isFilled("idToken")
  }

  /// Whether what the plugins write as maps and dates is none of a translation's words.
  var hasPluginTypes: Bool {
    eachMember.allSatisfy { member in
      guard member.value.kind == .string, member.value.byteRange.count > 2 else { return true }
      let isMap =
        member.isNamed("tokenAdditionalParameters")
        || member.isNamed("authorizeAdditionalParameters")
        || member.isNamed("authorizationAdditionalParameters")
        || member.isNamed("additionalParameters")
      let isTime =
        member.isNamed("accessTokenExpirationDate")
        || member.isNamed("accessTokenExpirationDateTime")
        || member.isNamed("accessTokenExpirationTime")
      guard isTime, !isMap else { return !isMap }
      return member.value.document.bytes.withBytes { bytes in
        let range = member.value.byteRange
        let hasDigit = range.contains { (0x30...0x39).contains(bytes[$0]) }
        return hasDigit || !range.contains { (0x61...0x7A).contains(bytes[$0] | 0x20) }
      }
    }
  }

  /// Whether it is an interrupted flow: a code, and the verifier without which nobody can exchange it.
  var isPluginCode: Bool {
    isFilled("authorizationCode") && isFilled("codeVerifier") && !hasPluginToken
      && !has("grantType") && !has("configuration") && !has("request")
  }
}

extension LegacyAuthState {
  /// Takes the credentials that both plugins keep under the same names.
  mutating func readPluginMembers(_ object: JSONValue, expires: Int64?) {
    refreshToken = LegacyToken(.refresh, object["refreshToken"])
    accessToken = LegacyToken(.access, object["accessToken"], expires: expires)
    idToken = LegacyToken(.id, object["idToken"])
    authorizationCode = LegacyToken(.authorizationCode, object["authorizationCode"])
    codeVerifier = LegacyToken(.codeVerifier, object["codeVerifier"])
    if authorizationCode != nil {
      authorizationCodeExchanged = accessToken != nil || refreshToken != nil
    }
    hasNonce = object.isFilled("nonce")
    scopes = object["scopes"].map { $0.eachElement.prefix(256).compactMap { $0.string() } } ?? []
    let names = [
      "authorizationAdditionalParameters", "authorizeAdditionalParameters",
      "tokenAdditionalParameters", "additionalParameters",
    ]
    for name in names {
      for member in object[name]?.firstMembers(64) ?? [] {
        let shown = TokenShape.shown(member.nameBytes)
        if !additionalParameterNames.contains(shown) { additionalParameterNames.append(shown) }
      }
    }
    if object.hasDuplicateMembers { disagreements.insert(.duplicateMember) }
  }
}

extension LegacyToken {
  /// The token in a member; nil for an absent, empty or foreign value.
  init?(_ role: Role, _ value: JSONValue?, expires: Int64? = nil) {
    guard let secret = value?.secret(), !secret.isEmpty else { return nil }
    self.init(role: role, secret: secret, expiresAtMilliseconds: expires)
  }
}
