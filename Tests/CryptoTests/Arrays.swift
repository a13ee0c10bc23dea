import Crypto
import Secrets

// `#expect` cannot look into calls that take spans; these take arrays.

extension PublicKey {
  func accepts(
    _ signature: [UInt8],
    of message: [UInt8],
    _ algorithm: SignatureAlgorithm
  ) throws(CryptoFailure) -> Bool {
    try verify(signature.span, of: message.span, algorithm: algorithm)
  }
}

extension SecretBytes {
  func holds(_ bytes: [UInt8]) -> Bool {
    ConstantTime.equal(self, bytes.span)
  }
}

func derived(_ key: SecretBytes, count: Int) throws(CryptoFailure) -> SecretBytes {
  let none: [UInt8] = []
  return try HKDF.derive(from: key, salt: none.span, info: none.span, count: count)
}

func tagged(_ message: [UInt8], key: SecretBytes) throws(CryptoFailure) -> [UInt8] {
  try HMAC.tag(of: message.span, key: key)
}

func stretched(_ passphrase: SecretBytes, salt: [UInt8]) throws(CryptoFailure) -> SecretBytes {
  try Scrypt.derive(from: passphrase, salt: salt.span)
}

func digest(_ text: String, _ algorithm: HashAlgorithm) -> [UInt8] {
  algorithm.digest(Array(text.utf8).span)
}

func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  ConstantTime.equal(left.span, right.span)
}
