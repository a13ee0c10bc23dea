import LegacyState
import Secrets
import Testing

/// A text is read in pieces of 16 MiB; what lies where two of them meet belongs to one of them, and to one only.
@Suite struct `Where two pieces of a long text meet` {
  private static let piece = 16 << 20
  private static let lines = [
    """
    2026-12-01 10:00:00 POST https://id.example.com/token \
    grant_type=refresh_token&refresh_token=aB3dE5gH7jK9mN1pQ3sT5&client_id=abc
    """,
    """
    10:00 INFO TokenResponse(accessToken=bC4eF6hJ8kL0nP2rS4tU6, \
    refreshToken=aB3dE5gH7jK9mN1pQ3sT5, tokenType=Bearer)
    """,
    """
    10:00 INFO redirect com.example.app:/callback?state=1#\
    refresh_token=aB3dE5gH7jK9mN1pQ3sT5&token_type=bearer
    """,
  ]

  @Test(arguments: lines, [-130, -105, -85, -70, -55, -40, -10, 0])
  func `a token is found once, wherever its line is cut`(line: String, offset: Int) {
    var text = [UInt8](repeating: UInt8(ascii: "\n"), count: Self.piece + offset)
    text += Array(line.utf8)
    text += [UInt8](repeating: UInt8(ascii: "\n"), count: 5000)
    let scanned = Scanned(.document(SecretBytes(wiping: &text), name: "app.log"))
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.first?.refreshToken?.secret.count == 21)
  }

  @Test(arguments: [
    "grant_type=refresh_token&refresh_token=aB3dE5gH7jK9mN1pQ3sT5&", "refresh_token=>",
    "curl -d grant_type=refresh_token -d refresh_token=aB3dE5gH7jK9mN1pQ3sT5 \\\n",
  ])
  func `what goes on over it is no end of the program`(unit: String) {
    let bytes = Array(unit.utf8)
    var text: [UInt8] = []
    text.reserveCapacity(Self.piece + (1 << 20))
    while text.count < Self.piece + (1 << 16) { text += bytes }
    let scanned = Scanned(.document(SecretBytes(wiping: &text), name: "app.log"))
    #expect(scanned.states.isEmpty == unit.hasSuffix(">"))
  }
}
