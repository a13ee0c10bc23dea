import POSIX
import Secrets

extension LegacyAuthState {
  /// Sets the id from content and place.
  ///
  /// The parts are separated by a byte that no file name holds, so that no two places give the same text.
  mutating func identify() {
    let locator = source.locator
    var text = source.file.bytes
    text.reserveCapacity(text.count + 160)
    for inner in source.inner { text.append(part: inner) }
    text.append(part: locator.kind.rawValue)
    for step in locator.path {
      switch step {
      case .key(let name): text.append(part: name)
      case .index(let index): text.append(part: String(index))
      case .decoded(let format): text.append(part: format)
      }
    }
    text.append(part: String(locator.line ?? 0))
    text.append(part: String(locator.offset))
    text.append(contentsOf: contentDigest.bytes)
    id = "st_" + Fingerprint(of: text.span).hex.prefix(16)
  }
}

extension [UInt8] {
  fileprivate mutating func append(part: String) {
    append(0)
    append(contentsOf: part.utf8)
  }
}
