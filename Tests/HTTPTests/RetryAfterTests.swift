import HTTP
import Secrets
import Testing

@Suite struct `The Retry-After header` {
  let now = 784_111_777.0

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `all three forms of a date are read`(_ text: String) {
    #expect(HTTPDate.parse(text) == now)
    #expect(RetryAfter(text) == .date(now))
  }

  @Test func `a date is written in the preferred form and read back`() {
    #expect(HTTPDate.text(now) == "Sun, 06 Nov 1994 08:49:37 GMT")
    for day in stride(from: -200_000.0, to: 200_000, by: 97.25) {
      let date = day * 86_400
      #expect(HTTPDate.parse(HTTPDate.text(date)) == date)
    }
  }

  @Test func `seconds are taken as they are`() {
    #expect(RetryAfter(" 7 ").delay(from: now) == .seconds(7))
    #expect(RetryAfter("0").delay(from: now) == .zero)
  }

  @Test func `a date that has passed asks for no wait`() {
    #expect(RetryAfter.date(now).delay(from: now + 5) == .zero)
    #expect(RetryAfter.date(now + 1.2).delay(from: now) == .seconds(2))
  }

  @Test(arguments: [
    "", "soon", "-1", "1.5", "1e3", "٣", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:00:00 GMT", "1994-11-06T08:49:37Z",
  ])
  func `anything else is unreadable`(_ text: String) {
    #expect(RetryAfter(text) == .unreadable)
    #expect(RetryAfter(text).delay(from: now) == nil)
  }

  @Test(arguments: ["604801", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func `more than seven days stops that origin`(_ text: String) {
    #expect(RetryAfter(text).delay(from: now) == nil)
    #expect(RetryAfter("604800").delay(from: now) == .seconds(604_800))
  }
}

@Suite struct `Retry-After headers of one answer` {
  private let now = 784_111_777.0

  private func wait(_ headers: KeyValuePairs<String, String>) -> RequestedWait? {
    Response(status: 429, headers: HeaderFields(headers), body: SecretBytes(copying: []))
      .requestedWait(now: now)
  }

  @Test func `ask for the longest of their times, in whatever order and form`() {
    #expect(wait(["Retry-After": "1", "retry-after": "97"]) == .wait(.seconds(97)))
    #expect(wait(["Retry-After": "97", "Retry-After": "1"]) == .wait(.seconds(97)))
    #expect(
      wait(["Retry-After": "5", "Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"])
        == .wait(.seconds(60))
    )
    #expect(wait(["X": "1"]) == nil)
  }

  @Test(arguments: ["soon", "-5", "604801"])
  func `stop the origin if one of them cannot be counted`(text: String) {
    #expect(wait(["Retry-After": "1", "Retry-After": text]) == .stopForThisRun)
    #expect(wait(["Retry-After": text, "Retry-After": "1"]) == .stopForThisRun)
  }
}

@Suite struct `Deciding whether to send again` {
  let policy = RetryPolicy.reading

  @Test func `the server's wait is never shortened`() {
    for jitter in stride(from: 0.0, to: 1, by: 0.1) {
      let decision = policy.decision(
        attempt: 1,
        outcome: .status(429, .wait(.seconds(7))),
        waited: .zero,
        jitter: jitter
      )
      guard case .wait(let wait) = decision else {
        Issue.record("gave up")
        return
      }
      #expect(wait >= .seconds(7) && wait < .seconds(8))
    }
  }

  @Test func `a wait over the budget is handed to the caller`() {
    #expect(
      policy.decision(
        attempt: 1,
        outcome: .status(503, .wait(.seconds(120))),
        waited: .zero,
        jitter: 0
      ) == .giveUp(retryAfter: .seconds(120))
    )
  }

  @Test func `an unreadable wait stops the origin whatever the status`() {
    #expect(
      policy.decision(attempt: 1, outcome: .status(200, .stopForThisRun), waited: .zero, jitter: 0)
        == .stopOrigin
    )
  }

  @Test func `waits grow and the number of attempts is bounded`() {
    let waits = [1, 2].map {
      policy.decision(attempt: $0, outcome: .status(500, nil), waited: .zero, jitter: 0)
    }
    #expect(waits == [.wait(.milliseconds(250)), .wait(.milliseconds(500))])
    #expect(
      policy.decision(attempt: 3, outcome: .status(500, nil), waited: .zero, jitter: 0)
        == .giveUp(retryAfter: nil)
    )
  }

  @Test func `a refusal is final`() {
    for status in [400, 401, 403, 404] {
      #expect(
        policy.decision(attempt: 1, outcome: .status(status, nil), waited: .zero, jitter: 0)
          == .giveUp(retryAfter: nil)
      )
    }
  }

  @Test func `a refresh whose request may have arrived is not sent again`() {
    let dropped = TransportFailure.dropped(host: "a", detail: "")
    let unreachable = TransportFailure.unreachable(host: "a", detail: "")
    let decide = { (failure: TransportFailure) in
      RetryPolicy.refreshing.decision(
        attempt: 1,
        outcome: .failure(failure),
        waited: .zero,
        jitter: 0
      )
    }
    #expect(decide(dropped) == .giveUp(retryAfter: nil))
    #expect(decide(.timedOut(host: "a", sent: true)) == .giveUp(retryAfter: nil))
    #expect(decide(unreachable) == .wait(.milliseconds(250)))
  }
}
