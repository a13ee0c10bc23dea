/// The Retry-After header (RFC 9110 section 10.2.3).
package enum RetryAfter: Hashable, Sendable {
  /// A number of seconds.
  case seconds(Int)
  /// A moment by the server's clock, in seconds since 1970.
  case date(Double)
  /// Present, but neither: whoever sent it wants something that we can't know.
  case unreadable

  /// Longer waits are taken for a mistake or a ban: the origin is left alone for the rest of the run.
  package static let longest = Duration.seconds(7 * 24 * 3600)

  /// Reads the header's value.
  package init(_ text: String) {
    let text = text.trimmingSpaces()
    if !text.isEmpty, text.utf8.allSatisfy(ByteSets.isDigit) {
      // More digits than fit are a very long time, not garbage.
      self = .seconds(Int(text) ?? Int(Int32.max))
    } else if let date = HTTPDate.parse(String(text)) {
      self = .date(date)
    } else {
      self = .unreadable
    }
  }

  /// How long to wait, never shorter than asked.
  ///
  /// - Parameter now: The server's own Date where it sent one, else our clock; in seconds since 1970.
  /// - Returns: Nil if it is unreadable or more than ``longest``.
  package func delay(from now: Double) -> Duration? {
    let delay: Duration
    switch self {
    case .seconds(let seconds): delay = .seconds(seconds)
    case .date(let date): delay = .seconds(max(0, (date - now).rounded(.up)))
    case .unreadable: return nil
    }
    return delay <= Self.longest ? delay : nil
  }
}

extension Response {
  /// How long the server asked to wait, by its own clock if it told it; of several times the longest.
  ///
  /// - Parameter now: Our clock, in seconds since 1970.
  /// - Returns: Nil without the header.
  package func requestedWait(now: Double) -> RequestedWait? {
    let now = date ?? now
    let waits = headers.all("retry-after").map { RetryAfter($0).delay(from: now) }
    guard let first = waits.first else { return nil }
    return waits.dropFirst().reduce(RequestedWait(first)) { max($0, RequestedWait($1)) }
  }
}

/// What a Retry-After header comes to.
package enum RequestedWait: Hashable, Sendable, Comparable {
  /// Nothing is to be sent to that origin until then.
  case wait(Duration)
  /// Unreadable or over seven days: that origin is left alone for this run.
  case stopForThisRun

  fileprivate init(_ delay: Duration?) {
    self = delay.map(RequestedWait.wait) ?? .stopForThisRun
  }
}
