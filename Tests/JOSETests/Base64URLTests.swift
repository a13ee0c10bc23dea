import JOSE
import Secrets
import Testing

@Suite struct `Base64url` {
  // RFC 4648 section 10, without the padding, and the two characters that differ from plain base64.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("i\u{7ff}~>?", "ad-_fj4_"),
  ])
  func `has one text for each bytes`(_ plain: String, _ encoded: String) {
    let bytes = Array(plain.utf8)
    #expect(Base64URL.encode(bytes) == encoded)
    #expect(Base64URL.decode(encoded) == bytes)
    #expect(text(Base64URL.encode(SecretBytes(copying: bytes))) == encoded)
    #expect(decodeSecret(encoded) == plain)
  }

  @Test func `of every byte is read back`() {
    let bytes = (0...255).map { UInt8($0) }
    for count in 0...bytes.count {
      let part = Array(bytes.suffix(count))
      let encoded = Base64URL.encode(part)
      #expect(Base64URL.decode(encoded) == part)
      #expect(encoded.utf8.count == (count * 4 + 2) / 3)
    }
  }

  @Test(arguments: [
    "Zg==", "Zm8=", "Z", "Zm9vY", "Zm9v\n", " Zm9v", "Zm 9v", "Zm9+", "Zm9/", "Zm9v.", "Zm9é",
    "Zh", "Zm9", "ZmB", "\0\0\0\0",
  ])
  func `with padding, blanks, other characters or stray bits is refused`(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
    #expect(decodeSecret(text) == nil)
  }

  // Four characters are read at once, and what is left over at the end apart from them.
  @Test(arguments: 2...8)
  func `has no foreign character anywhere`(_ count: Int) {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for position in 0..<count where count % 4 != 1 {
      for byte in UInt8.min...UInt8.max {
        var text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
        text[position] = byte
        let bytes = Base64URL.decode(text.span)
        if !alphabet.contains(byte) { #expect(bytes == nil, "\(byte) at \(position)") }
        if let bytes { #expect(Array(Base64URL.encode(bytes).utf8) == text) }
        if position < count - 1, alphabet.contains(byte) { #expect(bytes != nil) }
      }
    }
  }

  private func decodeSecret(_ encoded: String) -> String? {
    Base64URL.decodeSecret(Array(encoded.utf8).span).map { text($0) }
  }
}
