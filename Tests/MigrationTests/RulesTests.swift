import Migration
import Testing

@Suite struct `The rules of the audit` {
  @Test func `have ids that mean one thing each, in order`() {
    let ids = Rules.all.map(\.id)
    #expect(ids == Array(Set(ids)).sorted())
    #expect(ids.allSatisfy { $0.wholeMatch(of: /AM[1-4]\d\d/) != nil })
  }

  @Test func `have the promised severities`() {
    let promised: [Severity: [String]] = [
      .critical: ["AM104", "AM105"],
      .high: [
        "AM101", "AM102", "AM107", "AM108", "AM110", "AM201", "AM203", "AM204", "AM206", "AM207",
        "AM405",
      ],
      .medium: ["AM103", "AM106", "AM109", "AM202", "AM208", "AM402", "AM403", "AM404"],
      .low: ["AM205"],
      .info: ["AM209", "AM210", "AM401"],
    ]
    for (severity, ids) in promised {
      for id in ids { #expect(Rules.rule(id)?.severity == severity, "\(id)") }
    }
  }

  @Test(arguments: Rules.all.map(\.id))
  func `say what it means, why, what to do and where it is written`(id: String) throws {
    let rule = try #require(Rules.rule(id))
    for sentence in [rule.meaning, rule.reason, rule.fix] {
      #expect(sentence.hasSuffix("."))
      #expect(sentence.first?.isUppercase == true)
      #expect(!sentence.contains("\n"))
    }
    #expect(!rule.title.hasSuffix("."))
    #expect(rule.next.hasPrefix("appauth-migrate "))
    #expect(!rule.reference.isEmpty)
  }

  @Test func `are found in any case, and only if they exist`() {
    #expect(Rules.rule("am101")?.id == "AM101")
    #expect(Rules.rule("AM999") == nil)
  }

  @Test func `compare by weight`() {
    #expect(Severity.allCases == Severity.allCases.sorted())
    #expect(Severity.low < .high)
    #expect(Severity.critical > .high)
  }
}
