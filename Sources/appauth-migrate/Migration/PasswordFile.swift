import POSIX
import Secrets
import Terminal

/// The password of encrypted backups: from a file, since arguments are seen by all users of the machine.
enum PasswordFile {
  /// Reads the file that `--password-file` names; nil without it.
  static func read(_ context: Context) throws(Stop) -> SecretBytes? {
    guard let path = context.path(.passwordFile) else { return nil }
    let content: SecretBytes
    do {
      content = try File.open(path).readAll(limit: 64 * 1024)
    } catch {
      throw Stop(.usage, error.description)
    }
    let password = content.withBytes { bytes in
      var end = bytes.count
      if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      return SecretBytes(copying: bytes.extracting(0..<end))
    }
    guard !password.isEmpty else {
      throw Stop(
        .usage,
        "\(path): there is no password in it",
        hints: ["write it there without quotes, and nothing else"]
      )
    }
    return password
  }
}
