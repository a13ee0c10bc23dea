import POSIX

extension Timestamp {
  /// `2026-12-01T10:42:17Z`: the first whole second that is not earlier.
  static func seconds(_ secondsSince1970: Double) -> String {
    let bounded = min(max(secondsSince1970.rounded(.up), 0), 253_402_300_799)
    return CalendarTime(utc: Int64(bounded)).iso8601
  }
}
