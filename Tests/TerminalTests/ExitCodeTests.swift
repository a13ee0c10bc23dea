import Terminal
import Testing

@Suite struct `The exit code` {
  @Test func `has the promised numbers`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 70])
  }

  @Test func `of several is the strongest one`() {
    let order: [ExitCode] = [
      .bug, .usage, .cancelled, .signIn, .unavailable, .partial, .findings, .done,
    ]
    for (index, code) in order.enumerated() {
      #expect(ExitCode.combining(order[index...].reversed()) == code)
    }
    #expect(ExitCode.combining([]) == .done)
  }

  @Test func `of audit and preflight is 1 whenever the threshold is reached`() {
    #expect(
      ExitCode.combining([.partial, .findings, .unavailable], thresholdWins: true) == .findings
    )
    #expect(ExitCode.combining([.partial, .done], thresholdWins: true) == .partial)
  }
}
