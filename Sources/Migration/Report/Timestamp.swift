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
}
