import Secrets
import Testing

@Suite struct `What stands in the place of a credential` {
  @Test(arguments: [
    "at-1", "8xLO", "1//0gMarkedRefreshToken-1", "RefreshTokenX", "def50200aa7f",
    // Microsoft's have stars and exclamation marks in them.
    "M.C123_BAY.0.U.-Cg*Qn8!vT2*kLm4RsXy", "a<b>1", "[1]x",
  ])
  func `may be one if it is like one`(text: String) {
    #expect(mayBeCredential(text))
  }

  @Test(arguments: [
    "", "abc", "Refresh token", "<redacted>", "<Token1>", "[Filtered]", "{token1}", "********",
    "************ab12", "Zugriffstoken", "ID-Token", "Jeton-Acces", "AccessToken",
    "YOUR_ACCESS_TOKEN", "your-token-here", "t\u{F6}ken1", "tab\t1234",
  ])
  func `is none if a person or a filter wrote it`(text: String) {
    #expect(!mayBeCredential(text))
  }

  private func mayBeCredential(_ text: String) -> Bool {
    SecretBytes(copying: Array(text.utf8)).withBytes { TokenShape.mayBeCredential($0) }
  }
}
