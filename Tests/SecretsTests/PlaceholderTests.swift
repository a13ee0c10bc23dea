import Secrets
import Testing

@Suite struct `A placeholder` {
  private func isOne(_ text: String) -> Bool {
    SecretBytes(copying: Array(text.utf8)).withBytes { Placeholder.isOne($0) }
  }

  @Test(arguments: [
    "YOUR_REFRESH_TOKEN", "your-access-token-here", "yourRefreshToken", "<REFRESH_TOKEN>",
    "<your token 1>", "{{refresh_token}}", "{{ token }}", "${token}", "${refreshToken2}",
    "#{token}",
    "Bearer-${token}", "$rt", "$refreshToken", "$(token)", "\\(rt)", "%s", "%@", "%1$s",
    "%(token)s",
    "%TOKEN%", "{token}", "[Filtered]", "&lt;token&gt;", "<%= token %>", "xxxxx", "XXXX-XXXX-XXXX",
    "00000000-0000-0000-0000-000000000000", "...", "-----", "***", "abcd****",
    "\u{2022}\u{2022}\u{2022}",
    "\u{2026}", "eyJhbGciOi...", "REDACTED", "redacted", "[REDACTED]", "Access token", "ID token",
    "refresh_token", "accessToken", "string", "null", "undefined", "changeme", "token123", "abc123",
    "INSERT_YOUR_TOKEN_HERE", "some-secret-value", "test-token",
  ])
  func `is what a person, a template or a filter wrote`(text: String) {
    #expect(isOne(text))
  }

  @Test(arguments: [
    ("YOUR_REFRESH_TOKEN", true), ("REDACTED", true), ("token removed", true), ("null", true),
    ("<REFRESH_TOKEN>", true), ("xxxxx", true), ("test-refresh-token", false),
    ("refresh.of.the.demo.user", false), ("mock_access_token", false), ("abc123", false),
  ])
  func `is one in an app's own store only if it says so`(text: String, isOne: Bool) {
    let bytes = SecretBytes(copying: Array(text.utf8))
    #expect(bytes.withBytes { Placeholder.isOne($0, isStored: true) } == isOne)
    #expect(bytes.withBytes { Placeholder.isOne($0) } || text.contains("user"))
  }

  @Test(arguments: [
    // Google, Okta, Keycloak, Azure, Microsoft's accounts, Laravel, Auth0, Cognito, GitHub.
    "1//0gAbCdEfGhIjKCgYIARAAGBASNwF-L9IrXyZ", "ya29.a0AfH6SMBx-abc_DEF",
    "oRZ4h2m0bQ8Vd1kXn3uPq7sT5wYz9aBcDeFgHiJkLmN",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl",
    "0.AXoAyP3kQWERTYuiopASDFghjkl_-ZXC", "M.C123_BAY.0.U.-Cg*Qn8!vT2*kLm4RsXy$$",
    "def50200aa7f", "v1.MSwxLDExLDExLDE", "eyJjdHkiOiJKV1QifQ.a..b.c",
    "ghr_1B4a2e77838347a7E420ce178F2E7c",
    // Short random ones, hex, UUID, base64.
    "k3Jd9fLq2Zx8Vb7Nm1Ra", "qhzktpwnvbxmjrlfgsdc", "0123456789abcdef0123456789abcdef",
    "6f1c2b9e-3c1d-4b7a-9a55-0d6f7c1e2a3b", "c2VjcmV0LXJlZnJlc2g=", "tGzv3JOkF0XG5Qx2TlKWIA",
    "SplxlOBeZQQYbYS6WxSbIA", "rt-1", "at-1", "8xLO", "a<b>1", "[1]x", "refresh-live-0123456789",
    "{f6ca19b2-7d3e-4c51-9a0b-2e1f8d7c6b5a}", "(f6ca19b27d3e4c519a0b2e1f8d7c6b5a)",
    "$u4u0AxK9q2LmZ7vB3nR8", "@CLPDy7kQ2xVm9Zb4Ns1T",
    "5Aep861i3pi...dIObeckALUQyVg7hK2mN9pQ4rT6wX8zB1cD3fG5",
    "%2F0gabc", "2YotnFZFEjr1zCsicMWpAA", "{\"token\":\"x\"}", "$2a$10$abcdefgh", "",
  ])
  func `is nothing that a provider may have issued`(text: String) {
    #expect(!isOne(text))
  }
}
