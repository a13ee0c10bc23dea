package import Secrets

/// Judges what the browser brought back (OIDC Core 3.1.2.5, RFC 9207).
package struct AuthorizationResponse: Sendable {
  package enum Verdict: Sendable {
    /// Not the answer to our request: answer it harmlessly and go on waiting.
    case stray(String)
    /// Our answer, and it says no; the sign-in ends.
    case failed(OAuthError)
    /// Our answer, with a code to exchange.
    case code(SecretBytes)
  }

  package let parameters: [(name: String, value: SecretBytes)]

  package init(parameters: [(name: String, value: SecretBytes)]) {
    self.parameters = parameters
  }

  package func judged(
    by flow: AuthorizationFlow,
    issuer: String,
    issuerParameterAnnounced: Bool
  ) -> Verdict {
    let states = values("state")
    guard states.count == 1, states[0].equals(flow.state) else {
      return .stray("the state is missing or not ours")
    }
    let codes = values("code")
    let errors = values("error")
    let issuers = values("iss")
    guard codes.count <= 1, errors.count <= 1, issuers.count <= 1 else {
      return refused("the redirect carries a parameter twice (RFC 6749 section 3.1)")
    }
    // An error answer may come without iss (providers that send it with codes only do so), but never with a wrong one.
    if let announced = issuers.first, !announced.equals(SecretBytes(copying: Array(issuer.utf8))) {
      return refused(
        "the redirect names another issuer: a mix-up of providers, refused (RFC 9207)"
      )
    }
    if let error = errors.first {
      guard codes.isEmpty else {
        return refused("the redirect carries both a code and an error")
      }
      let failure = ProviderFailure(error: Self.text(error))
      return .failed(failure.meaning(during: "sign-in", asking: flow.demand))
    }
    guard let code = codes.first, !code.isEmpty else {
      return refused("the redirect carries neither a code nor an error")
    }
    guard Self.isCode(code) else {
      return refused(
        "what the redirect carries is no authorization code (RFC 6749 appendix A.11): it is too long, or not visible ASCII"
      )
    }
    guard !issuerParameterAnnounced || !issuers.isEmpty else {
      return refused(
        "the provider announces the iss parameter, but the redirect has none: refused (RFC 9207 section 2.4)"
      )
    }
    return .code(code)
  }

  /// RFC 6749 appendix A.11: visible ASCII; and never so long that it is made to keep us busy.
  private static func isCode(_ value: SecretBytes) -> Bool {
    value.count <= 16 * 1024
      && value.withBytes { bytes in
        bytes.indices.allSatisfy { (0x20...0x7E).contains(bytes[$0]) }
      }
  }

  private func values(_ name: String) -> [SecretBytes] {
    parameters.filter { $0.name == name }.map(\.value)
  }

  private func refused(_ text: String) -> Verdict {
    .failed(.recoverable(RecoverableFailure(.refusedResponse, text)))
  }

  private static func text(_ value: SecretBytes) -> String {
    value.withBytes { bytes in
      var text: [UInt8] = []
      for index in bytes.indices { text.append(bytes[index]) }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
