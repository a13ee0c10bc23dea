import POSIX

/// A path as RFC 3986 wants a reference to it.
enum URIReference {
  static func text(_ path: String) -> String { text(path.utf8) }

  /// A reference to a file whose name is no UTF-8, so that its text is not the name.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - shown: Its path as the report shows it.
  /// - Returns: Nil where the text will do, and where the report hides a part of the name.
  static func exact(_ file: Path, shown: String) -> String? {
    guard String(validating: file.bytes, as: UTF8.self) == nil, shown == file.text else {
      return nil
    }
    return text(file.bytes)
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri: [UInt8] = bytes.first == UInt8(ascii: "/") ? Array("file://".utf8) : []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }
}
