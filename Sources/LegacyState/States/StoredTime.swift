import JSON

/// Moments as the libraries and apps write them, in milliseconds since 1970.
///
/// One before 1970 or after 2100 is a mistake of some app, and counts as unknown.
enum StoredTime {
  /// A number of milliseconds, with a fraction or without, or a date in text.
  static func milliseconds(_ value: JSONValue?) -> Int64? {
    guard let value else { return nil }
    if value.kind == .string {
      guard value.byteRange.count <= 66, let text = value.string() else { return nil }
      return Int64(text).flatMap(plausible) ?? date(text)
    }
    return number(value).flatMap(plausible)
  }

  /// A number of seconds, with a fraction or without, or its digits in text.
  static func seconds(_ value: JSONValue?) -> Int64? {
    guard let value else { return nil }
    if value.kind == .string {
      guard value.byteRange.count <= 32 else { return nil }
      return value.string().flatMap { Int64($0) }
    }
    return number(value)
  }

  /// The number without its fraction.
  private static func number(_ value: JSONValue) -> Int64? {
    if let whole = value.int() { return whole }
    guard let fraction = value.double(), fraction.magnitude < 0x1p53 else { return nil }
    return Int64(fraction)
  }

  static func plausible(_ milliseconds: Int64) -> Int64? {
    (0..<4_102_444_800_000).contains(milliseconds) ? milliseconds : nil
  }

  /// `2026-12-01T10:30:00.123456`, with a blank instead of the `T`, with `Z`, `+01:00` or no zone, which counts as UTC.
  ///
  /// Dart writes a local time without its zone; nothing in the state says which it was.
  static func date(_ text: String) -> Int64? {
    var rest = Array(text.utf8)[...]
    guard let year = rest.takeNumber(4), rest.take("-"), let month = rest.takeNumber(2),
      rest.take("-"), let day = rest.takeNumber(2), rest.take("T") || rest.take(" "),
      let hour = rest.takeNumber(2), rest.take(":"), let minute = rest.takeNumber(2),
      rest.take(":"), let second = rest.takeNumber(2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var milliseconds: Int64 = 0
    if rest.take(".") || rest.take(",") {
      var place: Int64 = 100
      var digits = 0
      while let digit = rest.takeNumber(1) {
        milliseconds += digit * place
        place /= 10
        digits += 1
      }
      guard digits > 0 else { return nil }
    }
    var offset: Int64 = 0
    if !rest.isEmpty, !rest.take("Z") {
      let isEast = rest.take("+")
      guard isEast || rest.take("-"), let hours = rest.takeNumber(2) else { return nil }
      _ = rest.take(":")
      guard let minutes = rest.takeNumber(2), hours < 24, minutes < 60 else { return nil }
      offset = (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
    guard rest.isEmpty else { return nil }
    let minutes = days(year, month, day) * 1440 + hour * 60 + minute - offset
    return plausible((minutes * 60 + second) * 1000 + milliseconds)
  }

  /// Days since 1970 in the Gregorian calendar, counted from 1 March so that the leap day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = first, byte == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  /// Exactly so many digits.
  fileprivate mutating func takeNumber(_ digits: Int) -> Int64? {
    guard count >= digits else { return nil }
    var number: Int64 = 0
    for byte in prefix(digits) {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    removeFirst(digits)
    return number
  }
}
