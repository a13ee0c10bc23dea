/// The three forms of a date in HTTP (RFC 9110 section 5.6.7), as seconds since 1970.
package enum HTTPDate {
  /// Reads any of them; nil if it is none.
  package static func parse(_ text: String) -> Double? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
    if words.count == 6, words[5] == "GMT" {
      return date(day: words[1], month: words[2], year: words[3], time: words[4])
    }
    // Sun Nov  6 08:49:37 1994
    if words.count == 5 {
      return date(day: words[2], month: words[1], year: words[4], time: words[3])
    }
    return nil
  }

  /// The form that OpenSSL prints a certificate's dates in, `Nov  6 08:49:37 2027 GMT`.
  static func certificate(_ text: Substring) -> Double? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 5, words[4] == "GMT" else { return nil }
    return date(day: words[1], month: words[0], year: words[3], time: words[2])
  }

  /// Writes the preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ secondsSince1970: Double) -> String {
    let seconds = Int(secondsSince1970.rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - days * 86_400
    let (year, month, day) = civil(daysSince1970: days)
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((days % 7) + 7) % 7]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, to: 2) }
    return "\(weekday), \(padded(day, to: 2)) \(months[month - 1]) \(padded(year, to: 4)) "
      + "\(clock.joined(separator: ":")) GMT"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func date(day: String, month: String, year: String, time: String) -> Double? {
    guard let month = months.firstIndex(of: month), let day = number(day, digits: 1...2),
      var year = number(year, digits: 2...4), (1...31).contains(day)
    else { return nil }
    // Two digits are never more than fifty years ahead (RFC 9110 section 5.6.7): 70…99 are of the last century.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { number(String($0), digits: 2...2) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy(ByteSets.isDigit) else {
      return nil
    }
    return Int(text)
  }

  /// Days in the proleptic Gregorian calendar, by shifting the year to begin in March.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
