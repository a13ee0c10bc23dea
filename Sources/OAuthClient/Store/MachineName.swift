internal import POSIX
internal import Secrets

/// This machine, told from others without saying which it is.
enum MachineName {
  /// A digest that is good for nothing but being compared; nil where the machine has no name of its own, as in many
  /// containers.
  static let digest: String? = {
    guard let bytes = try? File.open("/etc/machine-id").read(at: 0, count: 64) else { return nil }
    let name = bytes.prefix { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    guard name.count == 32 else { return nil }
    // The system's own rule: its name is for no other eyes, so what is kept is a digest that only we make.
    let salted = Array("appauth-migrate session store\u{0}".utf8) + name
    return String(SecretBytes(copying: salted).fingerprint.hex.prefix(32))
  }()
}
