import POSIX
import Testing

@Suite struct `A moment on the calendar` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_796_083_200, "2026-12-01T00:00:00Z"),
    (951_782_400 + 86_399, "2000-02-29T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
    (253_402_300_800, "10000-01-01T00:00:00Z"),
  ])
  func `is ISO 8601 with its zone in files`(seconds: Int64, text: String) {
    #expect(CalendarTime(utc: seconds).iso8601 == text)
  }

  @Test func `carries the zone of the machine where people read it`() {
    let local = CalendarTime(local: 1_796_083_200)
    #expect(!local.zone.isEmpty)
    #expect(local.clock.hasSuffix(" " + local.zone))
    #expect(local.clock.count == 9 + local.zone.count)
  }
}
