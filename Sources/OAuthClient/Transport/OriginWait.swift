package import HTTP

/// How long an origin asked to be left alone.
package struct OriginWait: Sendable, Equatable {
  package let origin: Origin
  /// When it asked, in seconds since 1970.
  package let since: Double
  /// When it may be asked again, in seconds since 1970; infinity stops it for this run.
  package let until: Double
  /// By a clock that was found to have gone back since: from when on the wait was counted anew.
  package private(set) var recountedAt: Double?

  package init(origin: Origin, since: Double, until: Double, recountedAt: Double? = nil) {
    self.origin = origin
    self.since = since
    self.until = until
    self.recountedAt = recountedAt
  }

  /// The same by a clock that may have gone back since: counted anew, once, and never for longer than was asked.
  ///
  /// What was asked for stays in it: a clock that is right again counts by that.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: Nil if it is over, or no wait that anybody asked for.
  func resumed(at now: Double) -> OriginWait? {
    guard until - since > 0, until - since <= RetryAfter.longest.seconds else { return nil }
    var resumed = self
    if now < since, recountedAt.map({ now < $0 }) ?? true { resumed.recountedAt = now }
    return now < resumed.end(at: now) ? resumed : nil
  }

  /// When it is over by a clock that shows `now`, in seconds since 1970.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: An instant of that clock.
  func end(at now: Double) -> Double {
    guard now < since, let recountedAt else { return until }
    return recountedAt + (until - since)
  }
}
