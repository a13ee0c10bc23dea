package import HTTP

/// How long an origin asked to be left alone.
package struct OriginWait: Sendable, Equatable {
  package let origin: Origin
  /// When it asked, in seconds since 1970.
  package let since: Double
  /// When it may be asked again, in seconds since 1970; infinity stops it for this run.
  package let until: Double

  package init(origin: Origin, since: Double, until: Double) {
    self.origin = origin
    self.since = since
    self.until = until
  }

  /// The same by a clock that may have gone back since: counted anew from now, and never for longer than was asked.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: Nil if it is over, or no wait that anybody asked for.
  func resumed(at now: Double) -> OriginWait? {
    let seconds = until - since
    guard seconds > 0, seconds <= RetryAfter.longest.seconds else { return nil }
    guard now < since else { return now < until ? self : nil }
    return OriginWait(origin: origin, since: now, until: now + seconds)
  }
}
