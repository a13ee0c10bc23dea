/// The dates of property lists.
enum PlistDate {
  /// From 1970 to 2001, where the clock of Apple's frameworks starts.
  static let epoch: Double = 978_307_200

  /// The date of an XML element, `2026-12-01T10:30:00Z`; nil for any other text.
  static func secondsSince2001(_ text: String) -> Double? {
    let digits = Array(text.utf8)
    guard digits.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      Int(String(decoding: digits[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      year > 0, (1...12).contains(month), (1...31).contains(day), (0..<24).contains(hour),
      (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    // Days of the civil calendar, years counted from March.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second) - epoch
  }

  /// Milliseconds since 1970; nil before 1970 and after 2100, which are mistakes, or mean never.
  static func milliseconds(secondsSince2001 seconds: Double?) -> Int64? {
    guard let seconds, seconds.isFinite else { return nil }
    let value = ((seconds + epoch) * 1000).rounded()
    return value >= 0 && value < 4_102_444_800_000 ? Int64(value) : nil
  }
}
