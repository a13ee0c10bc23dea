import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

private func state(
  _ token: String,
  client: String = "app",
  scope: String = "openid",
  tokenEndpoint: String = "https://a.example/t"
) -> String {
  #"{"refreshToken":"\#(token)","scope":"\#(scope)","mLastTokenResponse":{"request":{"configuration":"#
    + #"{"authorizationEndpoint":"https://a.example/a","tokenEndpoint":"\#(tokenEndpoint)"},"clientId":"\#(client)"}}}"#
}

@Suite struct `A name that is the token of a state in another file` {
  /// In one case, as no rule for shapes can know.
  private static let token = "qhzktpwnvbxmjrlfgsdc"

  private func contents(_ files: [String: String], exactly: Int? = nil) throws -> AuditContents {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(Path(name), text: text) }
    var options = AuditOptions(version: "9.9.9")
    options.keepsTokens = false
    if let exactly { options.exactTokens = exactly }
    return try Audit(options: options).contents([.path(folder.path.text)])
  }

  @Test(arguments: [
    ["a.json": "{\"\(token)\":\(state("rt-first-0123456789"))}"],
    ["a.json": state("rt-first-0123456789", client: token)],
    ["a.json": state("rt-first-0123456789", scope: "openid \(token)")],
    ["\(token).json": state("rt-first-0123456789")],
    ["\(token)": "x \(state("rt-first-0123456789"))"],
    ["\(token).json.bak": "{\"mLastTokenResponse\":{\"request\":{"],
  ])
  func `is shown as its digest, in every format`(files: [String: String]) throws {
    var files = files
    files["z.json"] = state(Self.token)
    for exactly in [nil, 0] {
      let contents = try contents(files, exactly: exactly)
      #expect(contents.summary.states >= 1)
      for format in AuditFormat.allCases {
        #expect(!contents.text(format).contains(Self.token), "\(format)")
      }
      #expect(contents.text(.json).contains("sha256:"))
    }
  }

  @Test(arguments: [
    "https://u:TOKEN@a.example/t", "https://TOKEN@a.example/t", "https://a.example/t?a=TOKEN",
    "https://a.example/t?a=b&refresh_token=TOKEN&c=d", "https://a.example/t;x=TOKEN",
    "https://a.example/t#a=TOKEN", "https://a.example/t?TOKEN",
  ])
  func `is shown as its digest inside of an address`(address: String) throws {
    for token in [Self.token, "qhzktpwnvbxmjrlfgsdc=="] {
      let endpoint = address.replacing("TOKEN", with: token)
      let contents = try contents([
        "a.json": state("rt-first-0123456789", tokenEndpoint: endpoint), "z.json": state(token),
      ])
      for format in AuditFormat.allCases {
        #expect(!contents.text(format).contains(Self.token), "\(format)")
      }
    }
  }

  @Test func `stays as it is if it is none`() throws {
    let hash = "0a137b375cc3881a70e186ce2172c8d1"
    let text = try contents([
      hash: state("rt-first-0123456789", client: Self.token), "z.json": state("rt-last-0123456789"),
    ]).text(.json)
    #expect(text.contains(hash) && text.contains(Self.token) && !text.contains("sha256:"))
  }
}
