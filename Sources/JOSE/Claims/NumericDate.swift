/// Seconds since 1970-01-01T00:00:00Z as JSON Web Tokens carry them (RFC 7519 section 2); fractions are allowed.
package struct NumericDate: Sendable, Hashable, Comparable {
  /// The seconds.
  package let seconds: Double

  /// Makes a date.
  ///
  /// - Parameter seconds: Since 1970, in UTC, without leap seconds.
  package init(seconds: Double) {
    self.seconds = seconds
  }

  /// Whether the number can be a date of our time: not before 1970 nor in the year 5138 or later.
  ///
  /// Milliseconds taken for seconds are later than that, and a token that never expires is none that we want.
  package var isPlausible: Bool {
    (0..<100_000_000_000).contains(seconds)
  }

  /// Goes on by some seconds.
  ///
  /// - Parameter seconds: May be negative.
  /// - Returns: The later, or earlier, date.
  package func advanced(by seconds: Double) -> NumericDate {
    NumericDate(seconds: self.seconds + seconds)
  }

  /// Orders by time.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether `left` is earlier.
  package static func < (left: NumericDate, right: NumericDate) -> Bool {
    left.seconds < right.seconds
  }
}

extension NumericDate: CustomStringConvertible {
  /// ISO 8601 in UTC, whole seconds; the bare number where it is no date of our time.
  package var description: String {
    guard isPlausible else { return "\(seconds)" }
    let whole = Int(seconds)
    let (year, month, day) = civilDate(days: whole / 86_400)
    let time = whole % 86_400
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return date + "T" + clock.joined(separator: ":") + "Z"
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Days since 1970 as a date of the Gregorian calendar: eras of 400 years that begin with March.
private func civilDate(days: Int) -> (year: Int, month: Int, day: Int) {
  let shifted = days + 719_468
  let era = shifted / 146_097
  let dayOfEra = shifted % 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}
