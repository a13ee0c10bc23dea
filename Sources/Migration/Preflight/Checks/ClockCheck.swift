struct ClockCheck: PassiveCheck {
  let id = "clock-offset"
  let title = "clock"
  let source = "OIDC Core section 3.1.3.7, RFC 9110 section 6.6.1"
  let fix =
    "set this machine's clock (timedatectl, or the system settings); ID tokens are judged by it"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    guard case .answered(let answer) = facts.discovery.state, let date = answer.date else {
      return .skip("the provider told no time")
    }
    let offset = Int((answer.time - date).rounded())
    let leeway = facts.subject.clockLeewaySeconds
    let evidence = [PreflightEvidence("Date", Timestamp.seconds(date))]
    // Date is cut to whole seconds, so one second is nothing.
    guard abs(offset) > 2 else { return .pass("in step with the provider", evidence: evidence) }
    let text =
      "this machine is \(Self.span(abs(offset))) \(offset > 0 ? "ahead of" : "behind") the provider"
    if abs(offset) <= max(leeway / 2, 2) { return .pass(text, evidence: evidence) }
    if answer.isCached {
      return .skip("\(text), but a cache on the way may have kept the answer", evidence: evidence)
    }
    return abs(offset) <= leeway
      ? .warn("\(text); \(leeway) s are allowed", evidence: evidence)
      : .fail(
        "\(text), and only \(leeway) s are allowed: ID tokens would be refused",
        evidence: evidence
      )
  }

  private static func span(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    default: "\(seconds / 3600) h"
    }
  }
}
