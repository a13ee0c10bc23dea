import Crypto
import Secrets
import TestSupport
import Testing

@Suite struct `However many secrets there are` {
  @Test func `a key still signs`() async {
    // In a process of its own: other tests need the protected memory, too.
    await #expect(processExitsWith: .success) {
      let secrets = (0..<50_000).map {
        SecretBytes(copying: [UInt8](repeating: UInt8($0 & 255), count: 64))
      }
      let pair = try RSAPrivateKey()
      let signature = try pair.sign([1, 2, 3].span, algorithm: .rs256)
      try #require(try pair.publicKey.accepts(signature, of: [1, 2, 3], .rs256))
      let key = try ECPrivateKey(generatingOn: .p256)
      _ = try key.sign([1, 2, 3].span)
      try #require(secrets.allSatisfy { $0.count == 64 })
    }
  }
}
