internal import POSIX
internal import Secrets

/// A store's folder, as a keyring may know it: a digest, since a path tells who somebody is.
enum StorePlace {
  static func digest(of folder: Path) -> String {
    let path = (try? folder.absolute) ?? folder
    return String(SecretBytes(copying: path.bytes).fingerprint.hex.prefix(32))
  }
}
