import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A report of many states` {
  private static func state(_ number: Int) -> String {
    StateDraft {
      $0.top["refreshToken"] = .string("refresh-token-number-\(number % 2900)")
      $0.token = ["access_token": .string("access-token-number-\(number)")]
      // More of them than are kept once.
      $0.configuration["discoveryDoc"] = ["issuer": .string("https://\(number % 2500).example.com")]
    }
    .text
  }

  private static let text = (0..<3000).map { state($0) + "\n" }.joined()

  private static func contents(
    _ change: (inout AuditOptions) -> Void = { _ in }
  ) throws -> AuditContents {
    var options = AuditOptions(version: "9.9.9")
    options.clock = AuditClock(standingAt: 1_796_083_200)
    options.keepsTokens = false
    change(&options)
    return try Audit(options: options).contents([
      .document(SecretBytes(copying: text.utf8), name: "fleet.jsonl")
    ])
  }

  @Test func `is the same, byte for byte, however many threads make it`() throws {
    let once = try Self.contents()
    #expect(once.summary.states == 3000)
    #expect(once.summary.credentials == 2900)
    let formats = AuditFormat.allCases
    let texts = formats.map { once.text($0) }
    for jobs in [2, 4] {
      let again = try Self.contents {
        $0.limits.jobs = jobs
        $0.bytesInMemory = 100_000
      }
      for (format, text) in zip(formats, texts) {
        #expect(again.text(format) == text, "\(format), \(jobs) jobs")
      }
    }
  }

  @Test(arguments: [1, 3])
  func `tells of each what it says, also where few have it alike`(jobs: Int) throws {
    let lines = try Self.contents { $0.limits.jobs = jobs }.text(.jsonLines)
      .split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"state\"") }
    #expect(lines.count == 3000)
    for (number, line) in lines.enumerated() {
      #expect(line.contains("\"line\":\(number + 1)}"))
      #expect(line.contains("\"issuer\":\"https://\(number % 2500).example.com\""))
      let isShared = number % 2900 < 100
      #expect(line.contains("\"AM109\"") == isShared)
    }
  }

  @Test func `masks what is called like the token of a state that comes later`() throws {
    let name = "refresh-token-number-2800"
    let first = StateDraft { $0.request["clientId"] = .string(name) }.text
    let document = SecretBytes(copying: (first + "\n" + Self.text).utf8)
    var options = AuditOptions(version: "9.9.9")
    options.keepsTokens = false
    options.limits.jobs = 3
    let contents = try Audit(options: options).contents([.document(document, name: "f.jsonl")])
    #expect(contents.summary.states == 3001)
    for format in AuditFormat.allCases {
      #expect(!contents.text(format).contains(name), "\(format)")
    }
  }

  /// Tokens that look like what the report itself writes, and a name with a backslash.
  @Test(arguments: ["PATH\\\\TOKEN", "TOKEN\\\\PATH", "a\\\\TOKEN.bak", "TOKEN"])
  func `masks a token in a name as Windows has it`(name: String) throws {
    let token = "qhzktpwnvbxmjrlfgsdc"
    let scope = name.replacing("TOKEN", with: token)
    let text =
      StateDraft { $0.top["refreshToken"] = .string("rt-0123456789abcdef") }.text
      .replacing("openid offline_access", with: scope) + "\n"
      + StateDraft { $0.top["refreshToken"] = .string(token) }.text
    let contents = audit([.document(SecretBytes(copying: text.utf8), name: "x.jsonl")]).report
      .contents()
    #expect(contents.summary.states == 2)
    for format in AuditFormat.allCases {
      #expect(!contents.text(format).contains(token), "\(format)")
    }
  }
}
