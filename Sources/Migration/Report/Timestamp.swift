import POSIX

/// Moments as files hold them.
enum Timestamp {
  /// `2026-12-01T10:42:17.123Z`.
  static func milliseconds(_ nanosecondsSince1970: Int64) -> String {
    let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(max(rest, 0) / 1_000_000)
    let padding = String(repeating: "0", count: 3 - digits.count)
    return CalendarTime(utc: seconds).iso8601.dropLast() + ".\(padding)\(digits)Z"
  }

  /// `2026-12-01T10:42:17Z`.
  static func seconds(_ secondsSince1970: Int64) -> String {
    CalendarTime(utc: secondsSince1970).iso8601
  }

  /// The moment that a token names, with its milliseconds if it has any; nil for one that no calendar shows.
  static func moment(milliseconds: Int64) -> String? {
    guard (firstOfYear1...lastOfYear9999).contains(milliseconds) else { return nil }
    let rest = ((milliseconds % 1000) + 1000) % 1000
    let text = seconds((milliseconds - rest) / 1000)
    guard rest > 0 else { return text }
    let digits = String(rest)
    let padding = String(repeating: "0", count: 3 - digits.count)
    return text.dropLast() + ".\(padding)\(digits)Z"
  }

  private static let firstOfYear1: Int64 = -62_135_596_800_000
  private static let lastOfYear9999: Int64 = 253_402_300_799_999
}
