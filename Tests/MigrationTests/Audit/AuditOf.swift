import Foundation
import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport

/// An audit at the corpus's reference time, 2026-12-01T00:00:00Z.
func audit(
  _ inputs: [LegacyScanner.Input],
  _ change: (inout AuditOptions) -> Void = { _ in }
) -> AuditResult {
  var options = AuditOptions(version: "9.9.9")
  options.clock = AuditClock(standingAt: 1_796_083_200)
  change(&options)
  return Audit(options: options).run(inputs)
}

func audit(text: String, name: String = "state.json") -> AuditReport {
  audit([.document(SecretBytes(copying: text.utf8), name: name)]).report
}

extension AuditReport {
  /// The rules and their severities, as `AM101 high`.
  var verdicts: [String] { findings.map { "\($0.rule) \($0.severity.rawValue)" } }

  var jsonText: String { contents().text(.json) }

  func text(isVerbose: Bool = true, paths: [String] = ["dump"]) -> String {
    let text = AuditText(contents(), threshold: .high, paths: paths, isVerbose: isVerbose)
    return (try? text.lines())?.map { $0.plain + "\n" }.joined() ?? ""
  }
}

extension AuditContents {
  /// The report in a format; empty if it could not be written.
  func text(_ format: AuditFormat) -> String {
    var bytes: [UInt8] = []
    try? format.write(self, threshold: .high) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The JSON of a state in the making: as much as a test needs, the rest as an app with good habits has it.
struct StateDraft {
  var top: [String: JSONNode] = [:]
  var configuration: [String: JSONNode] = [
    "authorizationEndpoint": "https://id.example.com/authorize",
    "tokenEndpoint": "https://id.example.com/token",
    "discoveryDoc": ["issuer": "https://id.example.com"],
  ]
  var request: [String: JSONNode] = [
    "clientId": "example-app", "responseType": "code", "scope": "openid offline_access",
    "redirectUri": "https://app.example.com/oauth", "nonce": "n-1",
    "codeVerifier": "verifier-0123456789abcdef0123456789abcdef012",
    "codeVerifierChallengeMethod": "S256",
  ]
  var authorization: [String: JSONNode] = ["code": "code-0123456789abcdef"]
  var token: [String: JSONNode]? = [
    "access_token": "access-0123456789abcdef", "expires_at": 1_764_500_000_000,
  ]
  var tokenRequest: [String: JSONNode] = ["clientId": "example-app"]
  var registration: [String: JSONNode]?

  init(_ change: (inout StateDraft) -> Void = { _ in }) {
    top = ["refreshToken": "refresh-0123456789abcdef", "scope": "openid offline_access"]
    change(&self)
  }

  var text: String {
    var members = top
    var request = request
    request["configuration"] = object(configuration)
    var authorization = authorization
    authorization["request"] = object(request)
    members["lastAuthorizationResponse"] = object(authorization)
    if var token {
      token["request"] = object(tokenRequest)
      members["mLastTokenResponse"] = object(token)
    }
    if let registration { members["lastRegistrationResponse"] = object(registration) }
    return String(decoding: object(members).encoded(), as: UTF8.self)
  }

  private func object(_ members: [String: JSONNode]) -> JSONNode {
    .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// A token that says this of itself, with a signature that nobody checks.
  static func jwt(_ payload: String, algorithm: String = "RS256") -> JSONNode {
    let parts = [#"{"alg":"\#(algorithm)"}"#, payload, "not a signature"].map { part in
      Data(part.utf8).base64EncodedString().replacing("=", with: "")
        .replacing("+", with: "-").replacing("/", with: "_")
    }
    return .string(parts.joined(separator: "."))
  }
}
