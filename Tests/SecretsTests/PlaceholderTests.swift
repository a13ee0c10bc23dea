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
    "INSERT_YOUR_TOKEN_HERE", "some-secret-value", "test-token", "YOUR_TOKEN_1", "REDACTED_42",
    "refreshtoken123", "n/a", "N/A", "nil",
    // Signs around a name, and before one.
    "@@TOKEN@@", "@@RT1@@", "%%TOKEN1%%", "##token1##", "__RT1__", "__REFRESH_TOKEN__", "~token1~",
    "^token^", "|token1|", "!!token!!", "$$TOKEN1$$", "%{token}", "%{refresh_token}", "@{token}",
    "!{token}", "$env:TOKEN", "$env:RT_1", "$this->token", "$_ENV['RT1']", "@string/token1",
    "%env(TOKEN)%", "prefix-%{token1}", "${{ secrets.RT1 }}",
    // Where a program finds one.
    "process.env.X", "process.env.RT1", "process.env['RT1']", "import.meta.env.VITE_RT1",
    "os.environ[\"RT1\"]", "System.getenv(\"RT1\")", "BuildConfig.RT1", "ENV[\"RT1\"]",
    "args[0]", "tokens[0].refresh()", "token.value()", "getToken(user1)", "env:RT1",
    "op://vault/rt1", "config.RT1", "self.refresh_token1", "tokens.refreshToken2",
    "state.authState.lastToken2",
    // Joined by a program.
    "\" + token + \"", "\" + refreshToken1 + \"", "\"+token1+\"", "' . $token1 . '",
    "' || token1 || '", "\" & token1 & \"", "\"\" + token1", "\" + tokens.get(1)",
    "\" + self.rt1 + \"", "`, token1, `",
  ])
  func `is what a person, a template or a filter wrote`(text: String) {
    #expect(isOne(text))
  }

  @Test(arguments: [
    ("YOUR_REFRESH_TOKEN", true), ("REDACTED", true), ("token removed", true), ("null", true),
    ("<REFRESH_TOKEN>", true), ("xxxxx", true), ("test-refresh-token", false),
    ("refresh.of.the.demo.user", false), ("mock_access_token", false), ("abc123", false),
    ("@@TOKEN@@", true), ("process.env.REFRESH_TOKEN", true), ("\" + token + \"", true),
    ("tGzv3JOkF0XG5Qx2TlKWIA", true), ("token.of.me", false), ("YOUR_TOKEN_1", true),
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
    "6f1c2b9e-3c1d-4b7a-9a55-0d6f7c1e2a3b", "c2VjcmV0LXJlZnJlc2g=",
    "rt-1", "at-1", "8xLO", "a<b>1", "[1]x", "refresh-live-0123456789",
    "{f6ca19b2-7d3e-4c51-9a0b-2e1f8d7c6b5a}", "(f6ca19b27d3e4c519a0b2e1f8d7c6b5a)",
    "$u4u0AxK9q2LmZ7vB3nR8", "@CLPDy7kQ2xVm9Zb4Ns1T",
    "5Aep861i3pi...dIObeckALUQyVg7hK2mN9pQ4rT6wX8zB1cD3fG5",
    "%2F0gabc", "{\"token\":\"x\"}", "$2a$10$abcdefgh", "", "\"+aGVsbG8K1Zq+\"",
    "Optional(rt-1)", "Some(a1)", "token-1", "0123456789", "_rt9x_", "__k3Jd9fLq2Zx8Vb7Nm1Ra__",
    "v1.refresh1", "~q7~K3~", "tGzv3JOkF0XG5Qx2TlKWIB", "8xLOxBtZp", "session.k3Jd9fLq2Zx8",
    "(rt)1", "rt[1]x", "config.1a2b3c4d", "envoy.ab12", "\"rt-1\"", "a+b.c&d|e",
  ])
  func `is nothing that a provider may have issued`(text: String) {
    #expect(!isOne(text))
  }
}

@Suite struct `A token that a specification or a manual prints as its example` {
  @Test(arguments: [
    "2YotnFZFEjr1zCsicMWpAA", "tGzv3JOkF0XG5Qx2TlKWIA", "SlAV32hkKG", "8xLOxBtZp8",
    "mF_9.B5f-4.1JqM", "SplxlOBeZQQYbYS6WxSbIA", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    "45ghiukldjahdnhzdauz", "Q..Zkm29lexi8VnWg2zPW1x-tgGad0Ibc3s3EwM_Ni4-g",
    "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk", "reg-23410913-abewfq.123483",
    "1//xEoDL4iW3cxlI7yDbSRFYNG01kVKM2C-259HOF2aQbI",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2"
      + "MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "eyJhbGciOiJSUzI1NiIsImtpZCI6IjFlOWdkazcifQ.eyJpc3MiOiJodHRwOi8vc2VydmVyLmV4YW1wbGUuY29tIn0.abc",
  ])
  func `is nobody's, wherever it stands`(text: String) {
    let bytes = SecretBytes(copying: Array(text.utf8))
    #expect(bytes.withBytes { Placeholder.isOne($0) && Placeholder.isOne($0, isStored: true) })
    #expect(bytes.withBytes { Placeholder.isMarked($0) && !TokenShape.mayBeCredential($0) })
  }
}
