import CSystem

/// The time of day, for what is compared with other machines; measure spans with `ContinuousClock`.
package enum WallClock {
  /// Nanoseconds since 1970 in UTC.
  package static var nanosecondsSince1970: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }

  /// Whole seconds since 1970 in UTC.
  package static var secondsSince1970: Int64 { nanosecondsSince1970 / 1_000_000_000 }
}
