import Crypto
import Secrets
import Testing

@Suite struct `PBKDF2 with SHA-1` {
  /// RFC 6070.
  @Test(arguments: [
    ("password", "salt", 1, 20, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    ("password", "salt", 4096, 20, "4b007901b765489abead49d926f721d065a429c1"),
    (
      "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, 25,
      "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
    ),
  ])
  func `gives the keys of RFC 6070`(
    _ password: String,
    _ salt: String,
    _ rounds: Int,
    _ count: Int,
    _ key: String
  ) throws {
    let salt = Array(salt.utf8)
    let derived = try PBKDF2.deriveSHA1(
      from: SecretBytes(copying: password.utf8),
      salt: salt.span,
      rounds: rounds,
      count: count
    )
    #expect(derived.equals(SecretBytes(copying: bytes(key))))
  }

  @Test(arguments: [0, -1, PBKDF2.roundsCap + 1])
  func `refuses to wait for ever`(_ rounds: Int) {
    let salt: [UInt8] = [1]
    #expect(throws: CryptoFailure(.invalidParameter, "PBKDF2")) {
      try PBKDF2.deriveSHA1(from: SecretBytes(copying: [1]), salt: salt.span, rounds: rounds)
    }
  }
}

@Suite struct `AES-256-CBC` {
  private let key = SecretBytes(
    copying: bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
  )
  private let iv = bytes("000102030405060708090a0b0c0d0e0f")
  /// NIST SP 800-38A F.2.5 begins with this block of ciphertext.
  private let first = bytes("f58c4c04d6e5f1ba779eabfb5f7bfbd6")

  @Test func `gives the plaintext of SP 800-38A piece by piece`() throws {
    let decryption = try AESCBCDecryption(key: key, iv: iv.span)
    var output = [UInt8](repeating: 0, count: 64)
    var span = output.mutableSpan
    let sealed = first + first
    #expect(try decryption.update(sealed.span, into: &span) == 16)
    #expect(Array(output[..<16]) == bytes("6bc1bee22e409f96e93d7e117393172a"))
  }

  @Test func `says that a key does not fit, or that the end is missing`() {
    #expect(throws: CryptoFailure(.authenticationFailed, "")) {
      try AESCBCDecryption.open(first.span, key: key, iv: iv.span)
    }
    let cut = Array(first[..<9])
    #expect(throws: CryptoFailure(.authenticationFailed, "")) {
      try AESCBCDecryption.open(cut.span, key: key, iv: iv.span)
    }
    #expect(throws: CryptoFailure(.invalidKey, "")) {
      try AESCBCDecryption(key: SecretBytes(copying: [1]), iv: iv.span)
    }
    #expect(throws: CryptoFailure(.invalidParameter, "")) {
      try AESCBCDecryption(key: key, iv: cut.span)
    }
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = hex[...]
  while !rest.isEmpty {
    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
    rest = rest.dropFirst(2)
  }
  return bytes
}
