import Secrets
import Testing

@Suite struct `A fingerprint` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func `is the SHA-256 of the bytes`(text: String, hex: String) {
    #expect(SecretBytes(copying: Array(text.utf8)).fingerprint.hex == hex)
  }

  @Test func `is shown by twelve digits`() {
    let shown = SecretBytes(copying: Array("abc".utf8)).fingerprint
    #expect(shown.description == "ba7816bf8f01")
    #expect("\(shown)" == shown.short)
  }

  @Test func `is read back from either case of hex and from nothing else`() {
    let hex = SecretBytes(copying: Array("abc".utf8)).fingerprint.hex
    #expect(Fingerprint(hex: hex)?.hex == hex)
    #expect(Fingerprint(hex: hex.uppercased())?.hex == hex)
    #expect(Fingerprint(hex: String(hex.dropLast())) == nil)
    #expect(Fingerprint(hex: "g" + hex.dropFirst()) == nil)
    #expect(Fingerprint(hex: hex + "é") == nil)
  }
}

@Suite struct `Wiping` {
  @Test func `empties the array`() {
    var bytes: [UInt8] = [1, 2, 3]
    wipe(&bytes)
    #expect(bytes.isEmpty)
    wipe(&bytes)
    #expect(bytes.isEmpty)
  }
}
