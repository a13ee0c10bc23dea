import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private func state(_ more: String, refresh: String = "refresh-live-0123456789") -> String {
  #"{"refreshToken":"\#(refresh)","mLastTokenResponse":{"request":{"clientId":"app","grantType":"refresh_token"},"#
    + #""access_token":"access-0123456789AB","additionalParameters":{\#(more)}}}"#
}

private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// All tokens of a state go with it, so all are named before.
@Suite struct `A refresh token inside a state` {
  private func older(_ text: String) -> [String] {
    Scanned(text: text, name: "s.json").states.flatMap { state in
      state.historicalRefreshTokens.map { String(decoding: $0.secret.array, as: UTF8.self) }
    }
  }

  @Test func `that was written into a string is named, however often that was done`() {
    let inner = state("", refresh: "refresh-inner-0123456789")
    let lone = #"{"refresh_token":"refresh-inner-0123456789"}"#
    for text in [inner, lone, "[\(lone)]"] {
      #expect(older(state("\"prev\":\(quoted(text))")) == ["refresh-inner-0123456789"])
      #expect(older(state("\"prev\":\(quoted(quoted(text)))")) == ["refresh-inner-0123456789"])
      #expect(older(state("\"prev\":[{\"x\":\(quoted(text))}]")) == ["refresh-inner-0123456789"])
      let base64 = Data(text.utf8).base64EncodedString()
      #expect(older(state("\"prev\":\"\(base64)\"")) == ["refresh-inner-0123456789"])
    }
  }

  @Test(arguments: [33, 400, 1000, 1001])
  func `is named though there are many, or the state stays`(count: Int) throws {
    let many = (0..<count).map { #"{"refreshToken":"refresh-older-\#($0)-ABCDEF"}"# }
    let scanned = Scanned(text: state("\"all\":[\(many.joined(separator: ","))]"), name: "s.json")
    let state = try #require(scanned.states.first)
    #expect(state.historicalRefreshTokens.count == min(count, 1000))
    #expect(state.hasUnnamedTokens == (count > 1000))
  }
}

@Suite struct `Words of a translation` {
  @Test(arguments: [
    #"{"refreshToken":"Actualiser-Le-Jeton","accessToken":"Jeton-Acces","idToken":"x","tokenType":"Type","#
      + #""accessTokenExpirationDate":"Date expiration","scopes":"Portees","tokenAdditionalParameters":"p","#
      + #""authorizeAdditionalParameters":"q"}"#,
    #"{"refreshToken":"Token-Aktualisierung","accessToken":"Zugriffs-Token","idToken":"ID","tokenType":"Art","#
      + #""accessTokenExpirationDateTime":"Ablauf","authorizationAdditionalParameters":"Mehr"}"#,
  ])
  func `under the plugins' names are no state`(text: String) {
    #expect(
      Scanned(text: "{\"login\":\(text),\"title\":\"Bonjour\"}", name: "fr.json").states.isEmpty
    )
  }
}

extension `Searching for residue` {
  @Test func `finds a token in which every character, or all but slashes, is spelled`() {
    let token = "1//0gSECRET+refresh/AAAABBBBCCCC=="
    let search = ResidueSearch(tokens: [SecretBytes(copying: token.utf8)])
    let hex = { (byte: UInt8) in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
    let spellings = [
      token.replacing("+", with: "%2B").replacing("=", with: "%3D"),
      token.replacing("+", with: "%2b").replacing("=", with: "%3d"),
      token.utf8.map { "%" + hex($0) }.joined(),
      token.utf8.map { "%" + hex($0).uppercased() }.joined(),
      token.utf8.map { "\\u00" + hex($0) }.joined(), token.utf8.map { "&#\($0);" }.joined(),
      token.utf8.map { "&#x\(hex($0));" }.joined(),
    ]
    for spelling in spellings {
      #expect(
        !search.occurrences(in: SecretBytes(copying: "x=\(spelling)\n".utf8)).isEmpty,
        "\(spelling)"
      )
    }
  }
}
