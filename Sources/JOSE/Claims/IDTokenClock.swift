/// What time it is for a token's checks, and how far our clock can be trusted.
package struct IDTokenClock: Sendable {
  /// What the leeway may be set to, in seconds; nothing switches the checks off.
  package static let leewayRange = 0...300
  /// The leeway where none is set, in seconds.
  package static let standardLeeway = 60

  /// This computer's time.
  package let now: NumericDate
  /// Seconds that the two clocks may be apart.
  package let leeway: Int
  /// The time in the `Date` header of the answer that brought the token, if it had one.
  package let serverDate: NumericDate?

  /// Looks at the clock.
  ///
  /// - Parameters:
  ///   - now: This computer's time when the answer came.
  ///   - leeway: Seconds; brought into ``leewayRange``.
  ///   - serverDate: The answer's `Date`.
  package init(
    now: NumericDate,
    leeway: Int = IDTokenClock.standardLeeway,
    serverDate: NumericDate? = nil
  ) {
    self.now = now
    self.leeway = min(max(leeway, Self.leewayRange.lowerBound), Self.leewayRange.upperBound)
    self.serverDate = serverDate
  }

  /// How many seconds our clock is ahead of the server's (behind if negative), as measured.
  package var offset: Int? {
    guard let serverDate, serverDate.isPlausible, now.isPlausible else { return nil }
    return Int((now.seconds - serverDate.seconds).rounded())
  }

  /// The earliest time that it may really be.
  var earliest: NumericDate { now.advanced(by: -Double(leeway)) }

  /// The latest time that it may really be.
  var latest: NumericDate { now.advanced(by: Double(leeway)) }

  /// What the measured offset means for the person who reads a failure.
  var advice: String {
    guard let offset else { return "check this computer's clock" }
    guard abs(offset) > leeway else {
      return "your clock agrees with the server's to about \(spoken(seconds: abs(offset)))"
    }
    let direction = offset > 0 ? "ahead" : "behind"
    return "your clock differs from the server by about \(spoken(seconds: abs(offset))) "
      + "(it is \(direction)): set it and try again"
  }
}

/// A duration as one would say it.
private func spoken(seconds: Int) -> String {
  switch seconds {
  case ..<120: "\(seconds) s"
  case ..<7200: "\((seconds + 30) / 60) min"
  case ..<172_800: "\((seconds + 1800) / 3600) h"
  default: "\((seconds + 43_200) / 86_400) days"
  }
}
