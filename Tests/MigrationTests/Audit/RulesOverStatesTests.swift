import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `Judging a state` {
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let draft: StateDraft
    var name = "state.json"
    /// What comes with it beside what the plain state has.
    let more: [String]
    /// What of that is not there.
    var less: [String] = []

    var testDescription: String { what }
  }

  /// A well-behaved app's state, its access token expired.
  private static let plain = ["AM101 high", "AM107 high"]

  static let cases: [Case] = [
    Case(what: "a well-behaved app's state", draft: StateDraft(), more: []),
    Case(
      what: "an access token that is valid",
      draft: StateDraft { $0.token?["expires_at"] = 1_900_000_000_000 },
      more: ["AM102 high"]
    ),
    Case(
      what: "an access token that ends at this moment",
      draft: StateDraft { $0.token?["expires_at"] = 1_796_083_200_000 },
      more: []
    ),
    Case(
      what: "an access token of unknown expiry",
      draft: StateDraft { $0.token?["expires_at"] = nil },
      more: ["AM102 high"]
    ),
    Case(
      what: "an expiry beyond every calendar",
      draft: StateDraft { $0.token?["expires_at"] = .int(.max) },
      more: ["AM102 high"]
    ),
    Case(
      what: "an ID token",
      draft: StateDraft {
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":"example-app","exp":1}"#
        )
      },
      more: ["AM103 medium"]
    ),
    Case(
      what: "a client secret",
      draft: StateDraft { $0.registration = ["client_id": "example-app", "client_secret": "s3"] },
      more: ["AM104 critical", "AM301 high", "AM303 medium"]
    ),
    Case(
      what: "a registration access token",
      draft: StateDraft {
        $0.registration = [
          "client_id": "example-app", "registration_access_token": "manage-0123456789",
        ]
      },
      more: ["AM105 critical", "AM303 medium"]
    ),
    Case(
      what: "a code that was not exchanged",
      draft: StateDraft {
        $0.top = [:]
        $0.token = nil
      },
      more: ["AM106 medium"],
      less: ["AM101 high"]
    ),
    Case(
      what: "nothing but an expired access token",
      draft: StateDraft { $0.top = ["scope": "openid"] },
      more: ["AM107 medium", "AM210 info"],
      less: ["AM101 high", "AM107 high"]
    ),
    Case(
      what: "a request without tokens",
      draft: StateDraft {
        $0.top = [:]
        $0.token = nil
        $0.authorization = [:]
      },
      more: [],
      less: plain
    ),
    Case(
      what: "Android's .bak twin",
      draft: StateDraft(),
      name: "com.example.app/shared_prefs/x.json.bak",
      more: ["AM108 high"]
    ),
    Case(
      what: "a copy in a cache",
      draft: StateDraft(),
      name: "com.example.app/cache/x",
      more: ["AM108 high"]
    ),
    Case(
      what: "no_backup, which is no backup",
      draft: StateDraft(),
      name: "com.example.app/no_backup/x",
      more: []
    ),
    Case(
      what: "no code challenge",
      draft: StateDraft { $0.request["codeVerifier"] = nil },
      more: ["AM201 high"]
    ),
    Case(
      what: "the plain challenge",
      draft: StateDraft { $0.request["codeVerifierChallengeMethod"] = "plain" },
      more: ["AM201 high"]
    ),
    Case(
      what: "no nonce",
      draft: StateDraft { $0.request["nonce"] = nil },
      more: ["AM202 medium"]
    ),
    Case(
      what: "no nonce and no openid",
      draft: StateDraft {
        $0.request["nonce"] = nil
        $0.top["scope"] = "read"
      },
      more: []
    ),
    Case(
      what: "the implicit flow, for which there is no PKCE",
      draft: StateDraft {
        $0.request["responseType"] = "token id_token"
        $0.request["codeVerifier"] = nil
      },
      more: ["AM203 high", "AM306 high"]
    ),
    Case(
      what: "an http endpoint",
      draft: StateDraft { $0.configuration["tokenEndpoint"] = "HTTP://id.example.com/token" },
      more: ["AM204 high"]
    ),
    Case(
      what: "an http endpoint on this machine",
      draft: StateDraft { $0.configuration["tokenEndpoint"] = "http://127.0.0.1:8080/token" },
      more: []
    ),
    Case(
      what: "an http endpoint that only looks like this machine",
      draft: StateDraft { $0.configuration["tokenEndpoint"] = "http://127.1/token" },
      more: ["AM204 high"]
    ),
    Case(
      what: "a private-use scheme",
      draft: StateDraft { $0.request["redirectUri"] = "com.example.app:/oauth" },
      more: ["AM205 low"]
    ),
    Case(
      what: "a redirect over http",
      draft: StateDraft { $0.request["redirectUri"] = "http://app.example.com/oauth" },
      more: ["AM205 high"]
    ),
    Case(
      what: "a loopback redirect",
      draft: StateDraft { $0.request["redirectUri"] = "http://127.0.0.1:7890/oauth" },
      more: []
    ),
    Case(
      what: "another issuer in the ID token",
      draft: StateDraft {
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com/","aud":"example-app"}"#
        )
      },
      more: ["AM103 medium", "AM206 high"]
    ),
    Case(
      what: "a templated issuer, and a tenant in the ID token",
      draft: StateDraft {
        $0.configuration["discoveryDoc"] = ["issuer": "https://id.example.com/{tenantid}/v2.0"]
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com/t-1/v2.0","aud":"example-app"}"#
        )
      },
      more: ["AM103 medium", "AM208 medium"]
    ),
    Case(
      what: "a templated issuer, and somebody else's ID token",
      draft: StateDraft {
        $0.configuration["discoveryDoc"] = ["issuer": "https://id.example.com/{tenantid}/v2.0"]
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://evil.example/t-1/v2.0","aud":"example-app"}"#
        )
      },
      more: ["AM103 medium", "AM206 high", "AM208 medium"]
    ),
    Case(
      what: "an unsigned ID token",
      draft: StateDraft {
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":"example-app"}"#,
          algorithm: "none"
        )
      },
      more: ["AM103 medium", "AM207 high"]
    ),
    Case(
      what: "an ID token signed with the client secret",
      draft: StateDraft {
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":"example-app"}"#,
          algorithm: "HS256"
        )
      },
      more: ["AM103 medium", "AM207 high"]
    ),
    Case(
      what: "no issuer",
      draft: StateDraft { $0.configuration["discoveryDoc"] = nil },
      more: ["AM209 info"]
    ),
    Case(
      what: "an issuer in the ID token alone",
      draft: StateDraft {
        $0.configuration["discoveryDoc"] = nil
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":"example-app"}"#
        )
      },
      more: ["AM103 medium"]
    ),
    Case(
      what: "no offline_access",
      draft: StateDraft { $0.top["scope"] = "openid" },
      more: ["AM210 info"]
    ),
    Case(
      what: "another client authentication",
      draft: StateDraft {
        $0.registration = [
          "client_id": "example-app", "token_endpoint_auth_method": "private_key_jwt",
        ]
      },
      more: ["AM302 medium", "AM303 medium"]
    ),
    Case(
      what: "parameters on the token request",
      draft: StateDraft { $0.tokenRequest["additionalParameters"] = ["audience": "x"] },
      more: ["AM305 low"]
    ),
    Case(
      what: "parameters on the authorization request, which stay possible",
      draft: StateDraft {
        $0.request["additionalParameters"] = ["ui_locales": "ja", "prompt": "login"]
      },
      more: []
    ),
    Case(
      what: "two refresh tokens, neither of them live",
      draft: StateDraft {
        $0.top["refreshToken"] = nil
        $0.token?["refresh_token"] = .array([])
        $0.tokenRequest["refreshToken"] = "older-0123456789abcdef"
        $0.token?["additionalParameters"] = [
          "access_token": "x", "refresh_token": "oldest-0123456789abcde",
        ]
      },
      more: ["AM402 medium", "AM403 medium", "AM210 info"]
    ),
    Case(
      what: "another client in the token request",
      draft: StateDraft { $0.tokenRequest["clientId"] = "other-app" },
      more: ["AM404 medium"]
    ),
    Case(
      what: "an ID token for another client",
      draft: StateDraft {
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":["other-app"]}"#
        )
      },
      more: ["AM103 medium", "AM404 medium"]
    ),
    Case(
      what: "a recorded error",
      draft: StateDraft { $0.top["mAuthorizationException"] = ["type": 2, "code": 2002] },
      more: ["AM405 high"]
    ),
  ]

  @Test(arguments: cases)
  func `gives what is wrong with it and nothing else`(_ one: Case) {
    let report = audit(text: one.draft.text, name: one.name)
    #expect(report.states.count == 1)
    let wanted = Self.plain.filter { !one.less.contains($0) } + one.more
    #expect(report.verdicts.sorted() == wanted.sorted())
    #expect(report.verdicts.map { $0.prefix(5) } == report.verdicts.map { $0.prefix(5) }.sorted())
    #expect(report.findings.allSatisfy { $0.state == report.states[0].id })
    #expect(report.states[0].findings == report.findings.map(\.rule))
  }

  @Test func `names the same token in every place`() {
    let text = StateDraft().text
    let report = audit(text: "[\(text),\(text)]", name: "two.json")
    let shared = report.findings.filter { $0.rule == "AM109" }
    #expect(shared.map(\.state) == report.states.map(\.id))
    #expect(shared.allSatisfy { $0.severity == .medium && $0.message.hasSuffix("in 2 places") })
    #expect(report.summary.credentials == 1)
    #expect(report.summary.refreshTokens == 1)
  }

  @Test func `tells several accounts from one that is stored twice`() {
    func account(_ subject: String, _ refresh: String) -> String {
      StateDraft {
        $0.top["refreshToken"] = .string(refresh)
        $0.token?["id_token"] = StateDraft.jwt(
          #"{"iss":"https://id.example.com","aud":"example-app","sub":"\#(subject)"}"#
        )
      }.text
    }
    let two = "[\(account("a", "refresh-aaaaaaaaaaaa")),\(account("b", "refresh-bbbbbbbbbbbb"))]"
    #expect(audit(text: two).findings.count { $0.rule == "AM304" } == 2)
    let one = "[\(account("a", "refresh-aaaaaaaaaaaa")),\(account("a", "refresh-bbbbbbbbbbbb"))]"
    #expect(audit(text: one).findings.count { $0.rule == "AM304" } == 0)
    // Each line is another device.
    let lines = "\(account("a", "refresh-aaaaaaaaaaaa"))\n\(account("b", "refresh-bbbbbbbbbbbb"))\n"
    #expect(audit(text: lines, name: "fleet.jsonl").findings.count { $0.rule == "AM304" } == 0)
  }

  @Test func `takes what begins like a state and breaks off for one`() {
    let lines = "\(StateDraft().text)\n\(StateDraft().text.dropLast(20))\n"
    let report = audit(text: lines, name: "fleet.jsonl")
    #expect(report.states.count == 1)
    #expect(report.verdicts.last == "AM402 medium")
    #expect(report.findings.last?.state == nil)
    #expect(report.errors.count == 1)
  }
}
