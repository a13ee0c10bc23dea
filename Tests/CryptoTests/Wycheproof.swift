import Foundation

/// A file of Wycheproof vectors, read with Foundation so that the reader is not the code under test.
struct Wycheproof<Group: Decodable>: Decodable {
  let numberOfTests: Int
  let testGroups: [Group]

  static func load(_ name: String) throws -> Wycheproof {
    guard
      let url = Bundle.module.url(
        forResource: name,
        withExtension: "json",
        subdirectory: "Fixtures"
      )
    else { throw CocoaError(.fileNoSuchFile) }
    return try JSONDecoder().decode(Wycheproof.self, from: Data(contentsOf: url))
  }
}

/// What a vector must come to.
enum Verdict: String, Decodable {
  case valid
  case acceptable
  case invalid
}

/// Bytes that stand as hex digits in a vector.
struct Hex: Decodable {
  let bytes: [UInt8]

  init(_ text: String) {
    let digits = text.utf8.compactMap { byte in Character(Unicode.Scalar(byte)).hexDigitValue }
    bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// A positive number: the sign byte dropped, padded to `count` bytes.
  func number(_ count: Int) -> [UInt8] {
    let significant = Array(bytes.drop { $0 == 0 })
    return [UInt8](repeating: 0, count: max(0, count - significant.count)) + significant
  }
}
