import CSystem

/// A moment as a calendar shows it, always with its zone.
package struct CalendarTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// Short name of the zone: `UTC`, `CET`.
  package let zone: String

  /// A moment in UTC, as files hold it.
  ///
  /// - Parameter secondsSince1970: In UTC.
  package init(utc secondsSince1970: Int64) {
    var time = time_t(secondsSince1970)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&time, &parts)
    unsafe self.init(parts, zone: "UTC")
  }

  /// A moment in the zone of this machine, as people read it.
  ///
  /// - Parameter secondsSince1970: In UTC.
  package init(local secondsSince1970: Int64) {
    var time = time_t(secondsSince1970)
    var parts = unsafe tm()
    // localtime_r alone need not look at TZ.
    tzset()
    _ = unsafe localtime_r(&time, &parts)
    let zone = unsafe parts.tm_zone.map {
      unsafe String(decoding: bytesOfCString($0), as: UTF8.self)
    }
    unsafe self.init(parts, zone: zone ?? "local")
  }

  private init(_ parts: tm, zone: String) {
    year = unsafe Int(parts.tm_year) + 1900
    month = unsafe Int(parts.tm_mon) + 1
    day = unsafe Int(parts.tm_mday)
    hour = unsafe Int(parts.tm_hour)
    minute = unsafe Int(parts.tm_min)
    second = unsafe Int(parts.tm_sec)
    self.zone = zone
  }

  /// `2026-12-01`.
  package var date: String {
    "\(padded(year, 4))-\(padded(month))-\(padded(day))"
  }

  /// `10:42:17 CET`.
  package var clock: String {
    "\(padded(hour)):\(padded(minute)):\(padded(second)) \(zone)"
  }

  /// `2026-12-01T10:42:17Z`; meant for a moment in UTC.
  package var iso8601: String {
    guard zone == "UTC", (0...9999).contains(year) else {
      return "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))"
        + (zone == "UTC" ? "Z" : " \(zone)")
    }
    var text: [UInt8] = []
    text.reserveCapacity(20)
    func append(_ number: Int, _ separator: Unicode.Scalar) {
      text.append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
      text.append(UInt8(ascii: "0") + UInt8(number % 10))
      text.append(UInt8(ascii: separator))
    }
    append(year / 100, "-")
    text.removeLast()
    append(year % 100, "-")
    append(month, "-")
    append(day, "T")
    append(hour, ":")
    append(minute, ":")
    append(second, "Z")
    return String(decoding: text, as: UTF8.self)
  }
}

private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
