import Foundation
import JSON
import LegacyState
import Migration
import Secrets
import TestSupport
import Testing

private func state(
  refresh: String?,
  access: String? = nil,
  issuer: String = "https://id.example.com",
  client: String = "example-app",
  accessExpiry: Int64 = 1_796_083_200_000
) -> String {
  StateDraft {
    $0.configuration["discoveryDoc"] = ["issuer": .string(issuer)]
    $0.request["clientId"] = .string(client)
    $0.tokenRequest = [:]
    $0.top["refreshToken"] = refresh.map { .string($0) }
    $0.token = ["expires_at": .int(accessExpiry)]
    if let access { $0.token?["access_token"] = .string(access) }
    if let refresh { $0.token?["refresh_token"] = .string(refresh) }
  }.text
}

private func jwt(expiringAt seconds: Int) -> String {
  StateDraft.jwt(#"{"iss":"https://id.example.com","exp":\#(seconds)}"#).text ?? ""
}

@Suite struct `The sign-ins to come` {
  private let report = audit(
    text: [
      state(refresh: "refresh-of-device-0001", access: "access-of-device-0001"),
      // The same device, in a backup.
      state(refresh: "refresh-of-device-0001", access: "access-of-device-0001"),
      state(refresh: jwt(expiringAt: 1_796_083_100)),
      state(refresh: jwt(expiringAt: 1_796_083_300)),
      state(refresh: jwt(expiringAt: 0)),
      state(refresh: "refresh-of-the-tablet-1", client: "tablet-app"),
      state(
        refresh: nil,
        access: "access-of-the-tablet-2",
        client: "tablet-app",
        accessExpiry: 1_796_083_200_001
      ),
      state(refresh: "refresh-elsewhere-0001", issuer: "https://other.example.com"),
    ].joined(separator: "\n"),
    name: "devices.jsonl"
  )

  @Test func `are counted for each issuer and client, with the tokens that look live`() {
    let rows = report.contents().rollout.rows
    #expect(
      rows.map(\.issuer) == [
        "https://id.example.com", "https://id.example.com", "https://other.example.com",
      ]
    )
    #expect(rows.map(\.clientID) == ["example-app", "tablet-app", "example-app"])
    #expect(rows.map(\.signIns) == [4, 2, 1])
    #expect(rows.map(\.liveRefreshTokens) == [3, 1, 1])
    #expect(rows.map(\.liveAccessTokens) == [0, 1, 0])
    #expect(report.contents().rollout.signIns == 7)
  }

  @Test func `are a table in every format for people and a member of json`() throws {
    let contents = report.contents()
    #expect(
      report.text().contains(
        "Sign-ins to come, at most\n  4 sign-ins  https://id.example.com · example-app · look live: 3 refresh tokens\n"
      )
    )
    #expect(
      contents.text(.markdown).contains("| https\\://id.example.com | tablet-app | 2 | 1 | 1 |")
    )
    #expect(contents.text(.html).contains(">Sign-ins to come, at most</h2>"))
    let json = try JSONSerialization.jsonObject(with: Data(contents.text(.json).utf8))
    let rollout = (json as? [String: Any])?["rollout"] as? [String: Any]
    let clients = rollout?["clients"] as? [[String: Any]] ?? []
    #expect(clients.map { $0["sign_ins"] as? Int } == [4, 2, 1])
    #expect(
      clients.map { $0["client_id"] as? String } == ["example-app", "tablet-app", "example-app"]
    )
    #expect(rollout?["further_sign_ins"] as? Int == 0)
    #expect(contents.text(.jsonLines).contains("{\"type\":\"rollout\",\"clients\":[{\"issuer\":"))
  }

  @Test func `of nobody's tokens come last, and are no beginning of a command`() {
    let lone =
      #"{"refresh_token":"refresh-of-nobody-00001","access_token":"access-of-nobody-00001","token_type":"Bearer","refreshToken":"x"}"#
    let report = audit(
      text: "\(lone)\n\(state(refresh: "refresh-of-device-0001"))\n",
      name: "x.jsonl"
    )
    let rows = report.contents().rollout.rows
    #expect(rows.last?.issuer == nil || rows.count == 1)
    #expect(rows.first?.issuer == "https://id.example.com")
    #expect(report.text().contains("preflight --issuer https://id.example.com "))
  }
}
