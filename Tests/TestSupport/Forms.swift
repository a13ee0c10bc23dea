/// The ways in which a program may write a text down without meaning to hide it.
enum Forms {
  /// Every form of a secret that differs from the others, with its name.
  ///
  /// - Parameter secret: The secret itself.
  /// - Returns: The forms, the secret as it is first.
  static func all(of secret: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var forms: [(name: String, bytes: [UInt8])] = [("as it is", secret)]
    forms += json(secret) + xml(secret) + percent(secret) + base64(secret)
    forms += [
      ("hex", hex(secret, digits: lower)), ("upper-case hex", hex(secret, digits: upper)),
      ("UTF-16LE", utf16(secret).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
      ("UTF-16BE", utf16(secret).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
    ]
    var seen: Set<[UInt8]> = []
    return forms.filter { seen.insert($0.bytes).inserted }
  }

  private static let lower = Array("0123456789abcdef".utf8)
  private static let upper = Array("0123456789ABCDEF".utf8)

  private static func hex(_ bytes: [UInt8], digits: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func utf16(_ bytes: [UInt8]) -> [UInt16] {
    Array(String(decoding: bytes, as: UTF8.self).utf16)
  }

  // MARK: JSON

  private static func json(_ secret: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let plain = jsonEscaped(secret, slashes: false)
    let slashed = jsonEscaped(secret, slashes: true)
    return [
      ("JSON", plain), ("JSON with escaped slashes", slashed),
      ("JSON in JSON", jsonEscaped(plain, slashes: false)),
      ("JSON with escaped slashes in JSON", jsonEscaped(slashed, slashes: true)),
      ("JSON, every character escaped", unicodeEscaped(secret, digits: lower)),
      ("JSON, every character escaped, upper case", unicodeEscaped(secret, digits: upper)),
    ]
  }

  private static func jsonEscaped(_ bytes: [UInt8], slashes: Bool) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/") where slashes: [UInt8(ascii: "\\"), byte]
      default: [byte]
      }
    }
  }

  private static func unicodeEscaped(_ bytes: [UInt8], digits: [UInt8]) -> [UInt8] {
    utf16(bytes).flatMap { unit in
      Array("\\u".utf8) + hex([UInt8(unit >> 8), UInt8(unit & 255)], digits: digits)
    }
  }

  // MARK: XML

  private static func xml(_ secret: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let scalars = String(decoding: secret, as: UTF8.self).unicodeScalars
    let decimal = scalars.map { "&#\($0.value);" }.joined()
    let hexadecimal = scalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    return [
      ("XML text", xmlEscaped(secret, quote: nil)),
      ("XML", xmlEscaped(secret, quote: "&apos;")),
      ("HTML", xmlEscaped(secret, quote: "&#39;")),
      ("XML, every character a decimal reference", Array(decimal.utf8)),
      ("XML, every character a hexadecimal reference", Array(hexadecimal.utf8)),
    ]
  }

  private static func xmlEscaped(_ bytes: [UInt8], quote: String?) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\"") where quote != nil: Array("&quot;".utf8)
      case UInt8(ascii: "'"): quote.map { Array($0.utf8) } ?? [byte]
      default: [byte]
      }
    }
  }

  // MARK: Percent coding

  private static func percent(_ secret: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    [
      ("percent-encoded", percentEncoded(secret, digits: upper, all: false)),
      ("percent-encoded, lower case", percentEncoded(secret, digits: lower, all: false)),
      ("percent-encoded, every character", percentEncoded(secret, digits: upper, all: true)),
    ]
  }

  private static func percentEncoded(_ bytes: [UInt8], digits: [UInt8], all: Bool) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          true
        default: false
        }
      return isPlain && !all ? [byte] : [UInt8(ascii: "%")] + hex([byte], digits: digits)
    }
  }

  // MARK: Base64

  private static func base64(_ secret: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return (0..<3).flatMap { shift in
      [
        ("base64, shifted by \(shift)", base64(secret, shift: shift, Array("\(letters)+/".utf8))),
        (
          "base64url, shifted by \(shift)", base64(secret, shift: shift, Array("\(letters)-_".utf8))
        ),
      ]
    }
  }

  /// The digits that the secret alone decides when `shift` other bytes stand before it.
  private static func base64(_ secret: [UInt8], shift: Int, _ digits: [UInt8]) -> [UInt8] {
    let bytes = [UInt8](repeating: 0, count: shift) + secret
    let first = (shift * 8 + 5) / 6
    return (first..<bytes.count * 8 / 6).map { digit in
      let bit = digit * 6
      let low = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
      let pair = UInt16(bytes[bit / 8]) << 8 | low
      return digits[Int(pair >> (10 - bit % 8) & 63)]
    }
  }
}
