import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A value in the Keychain` {
  let keychain = FakeKeychain()

  private func value(_ service: String = "example", _ account: String = "a") -> KeychainValue {
    KeychainValue(service: service, account: account, client: keychain)
  }

  @Test func `comes back byte for byte, is replaced for everybody, and goes for good`() throws {
    let (first, second) = (value(), value())
    let original = SecretBytes(copying: (0...255).map { UInt8($0) })
    try first.write(original)
    #expect(try #require(try second.read()).equals(original))
    try second.write(secret("replacement"))
    #expect(try #require(try first.read()).equals(secret("replacement")))
    #expect(try second.clear())
    #expect(try first.read() == nil)
    #expect(try !first.clear())
    try first.write(original)
    #expect(try #require(try value().read()).equals(original))
  }

  @Test func `is kept apart by service and by account`() throws {
    try value("one", "a").write(secret("1"))
    #expect(try value("one", "b").read() == nil)
    #expect(try value("two", "a").read() == nil)
    try value("one", "b").clear()
    #expect(try #require(try value("one", "a").read()).equals(secret("1")))
  }

  @Test func `is updated first and added only where there is none, for this device alone`() throws {
    try value().write(secret("1"))
    try value().write(secret("2"))
    #expect(keychain.calls == ["update", "add", "update"])
    #expect(keychain.accessibility == [.afterFirstUnlockThisDeviceOnly])
  }

  @Test func `that another process added in between is replaced`() throws {
    keychain.races(secret("theirs"))
    try value().write(secret("ours"))
    #expect(try #require(try value().read()).equals(secret("ours")))
    #expect(keychain.calls == ["update", "add", "update", "copy"])
  }

  @Test(arguments: [KeychainFailure.interactionNotAllowed, .notAvailable, .init(status: -50)])
  func `that cannot be reached is not taken for none`(failure: KeychainFailure) throws {
    try value().write(secret("1"))
    keychain.fails(failure)
    #expect(throws: failure) { try value().read() }
    #expect(throws: failure) { try value().write(secret("2")) }
    #expect(throws: failure) { try value().clear() }
    keychain.fails(nil)
    #expect(try #require(try value().read()).equals(secret("1")))
  }
}
