import Crypto
import Secrets
import Testing

@Suite struct `Digests and derived keys` {
  @Test(arguments: [
    (
      HashAlgorithm.sha256,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        + "8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ])
  func `abc hashes as FIPS 180 says`(_ algorithm: HashAlgorithm, _ expected: String) {
    #expect(digest("abc", algorithm) == Hex(expected).bytes)
    #expect(digest("", algorithm).count == algorithm.byteCount)
  }

  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
  ])
  func `HMAC gives what RFC 4231 gives`(
    _ key: [UInt8],
    _ message: String,
    _ tag: String
  ) throws {
    let made = try HMAC.tag(of: Array(message.utf8).span, key: SecretBytes(copying: key))
    #expect(made == Hex(tag).bytes)
  }

  @Test(arguments: [
    (
      "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    (
      "", "",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    ),
  ])
  func `HKDF gives what RFC 5869 gives`(_ salt: String, _ info: String, _ expected: String) throws {
    let key = try HKDF.derive(
      from: SecretBytes(copying: [UInt8](repeating: 0x0b, count: 22)),
      salt: Hex(salt).bytes.span,
      info: Hex(info).bytes.span,
      count: 42
    )
    #expect(key.holds(Hex(expected).bytes))
  }

  @Test(arguments: [
    (
      "password", "NaCl", 10, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 14, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ])
  func `scrypt gives what RFC 7914 gives`(
    _ passphrase: String,
    _ salt: String,
    _ exponent: Int,
    _ parallelism: Int,
    _ expected: String
  ) throws {
    let parameters = try #require(
      Scrypt.Parameters(checking: exponent, blockSize: 8, parallelism: parallelism)
    )
    let key = try Scrypt.derive(
      from: SecretBytes(copying: Array(passphrase.utf8)),
      salt: Array(salt.utf8).span,
      parameters: parameters,
      count: 64
    )
    #expect(key.holds(Hex(expected).bytes))
  }

  @Test func `the standard costs fit under the memory cap`() throws {
    let standard = Scrypt.Parameters.standard
    #expect(Scrypt.Parameters(checking: 17, blockSize: 8, parallelism: 1) == standard)
    let key = try Scrypt.derive(from: SecretBytes(copying: [1]), salt: [2].span)
    #expect(key.count == 32)
  }

  @Test(arguments: [
    (3, 8, 1), (21, 8, 1), (20, 8, 1), (17, 0, 1), (17, 33, 1), (17, 8, 0), (17, 8, 17),
    (-1, 8, 1), (17, 32, 1), (Int.max, Int.max, Int.max),
  ])
  func `stored costs that would take our memory or time are not believed`(
    _ exponent: Int,
    _ blockSize: Int,
    _ parallelism: Int
  ) {
    #expect(
      Scrypt.Parameters(checking: exponent, blockSize: blockSize, parallelism: parallelism) == nil
    )
  }

  @Test func `lengths out of bounds are refused`() {
    let key = Random.secret(32)
    #expect(throws: CryptoFailure(.invalidParameter, "")) {
      _ = try derived(key, count: 255 * 32 + 1)
    }
    #expect(throws: CryptoFailure(.invalidParameter, "")) {
      _ = try derived(key, count: 0)
    }
    #expect(throws: CryptoFailure(.invalidKey, "")) {
      _ = try tagged([1], key: SecretBytes(copying: []))
    }
    #expect(throws: CryptoFailure(.invalidParameter, "")) {
      _ = try stretched(key, salt: [])
    }
  }

  @Test func `random bytes are as many as asked for and never the same`() {
    #expect(Random.bytes(0).isEmpty)
    #expect(Random.secret(0).isEmpty)
    #expect(Random.bytes(32) != Random.bytes(32))
    #expect(!Random.secret(32).equals(Random.secret(32)))
    #expect(Random.secret(33).count == 33)
  }

  @Test func `bytes are equal when length and content are`() {
    #expect(equal([1, 2], [1, 2]))
    #expect(equal([], []))
    #expect(!equal([1, 2], [1, 3]))
    #expect(!equal([1, 2], [1]))
    #expect(SecretBytes(copying: [9]).holds([9]))
  }

  @Test func `a failure says what, why and what libcrypto said`() {
    let failure = CryptoFailure(.invalidKey, "reading an EC key", detail: "invalid point")
    #expect("\(failure)" == "reading an EC key failed (invalidKey): invalid point")
  }
}
