/// Numbers for people: `1,204 files, 312 MB in 0.4 s`.
package enum Quantity {
  /// A whole number with its thousands set apart.
  ///
  /// - Parameter number: Any.
  /// - Returns: `1,204`.
  package static func count(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var grouped = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0 && (digits.count - offset) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return number < 0 ? "-" + grouped : grouped
  }

  /// A number with its noun.
  ///
  /// - Parameters:
  ///   - number: How many.
  ///   - singular: The noun for one.
  ///   - plural: For all others; with an s if nil.
  /// - Returns: `1 file`, `1,204 files`.
  package static func count(
    _ number: some BinaryInteger,
    _ singular: String,
    _ plural: String? = nil
  ) -> String {
    "\(count(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// An amount of bytes in powers of 1,000, as file managers and disks count.
  ///
  /// - Parameter bytes: Not negative.
  /// - Returns: `512 B`, `4.1 kB`, `312 MB`.
  package static func bytes(_ bytes: some BinaryInteger) -> String {
    var value = Double(bytes)
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var unit = 0
    // 999.5 would be shown as 1000.
    while value >= 999.5 && unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(Int(value)) B" : "\(short(value)) \(units[unit])"
  }

  /// A span of time.
  ///
  /// - Parameter duration: Not negative.
  /// - Returns: `0.4 s`, `14 s`, `3 min 5 s`, `2 h 10 min`, `4 d 3 h`.
  package static func duration(_ duration: Duration) -> String {
    let (whole, attoseconds) = duration.components
    let seconds = Double(whole) + Double(attoseconds) / 1e18
    if seconds < 0.01 { return "\(Int(seconds * 1000 + 0.999)) ms" }
    if seconds < 59.5 { return "\(short(seconds)) s" }
    let rounded = Int64(seconds + 0.5)
    if rounded < 3600 { return pair(rounded, 60, "min", 1, "s") }
    if rounded < 86_400 { return pair(rounded, 3600, "h", 60, "min") }
    return pair(rounded, 86_400, "d", 3600, "h")
  }

  /// Three figures at most: one decimal below ten.
  private static func short(_ value: Double) -> String {
    guard value < 9.95 else { return String(Int(value + 0.5)) }
    let tenths = Int(value * 10 + 0.5)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func pair(
    _ seconds: Int64,
    _ large: Int64,
    _ largeName: String,
    _ small: Int64,
    _ smallName: String
  ) -> String {
    let rest = seconds % large / small
    return "\(seconds / large) \(largeName)" + (rest > 0 ? " \(rest) \(smallName)" : "")
  }
}
