/// Numbers and lists in sentences for people.
enum Words {
  /// `1 file`, `1,204 files`.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// `512 B`, `4.1 kB`, `312 MB`, in powers of 1,000.
  static func bytes(_ number: Int) -> String {
    var value = Double(number)
    var unit = 0
    let units = ["B", "kB", "MB", "GB", "TB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(number) B" : "\(short(value)) \(units[unit])"
  }

  /// `4 ms`, `0.4 s`, `75 s`.
  static func span(_ duration: Duration) -> String {
    let (whole, attoseconds) = duration.components
    let seconds = Double(whole) + Double(attoseconds) / 1e18
    return seconds < 0.1 ? "\(Int((seconds * 1000).rounded(.up))) ms" : "\(short(seconds)) s"
  }

  private static func short(_ value: Double) -> String {
    guard value < 9.95 else { return grouped(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// `1,204`.
  static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
