import POSIX
import Secrets

extension LegacyAuthState {
  /// Sets the id from content and place.
  ///
  /// The parts are separated by a byte that no file name holds, so that no two places give the same text.
  mutating func identify() {
    let locator = source.locator
    var text: [UInt8] = source.file.bytes
    for inner in source.inner { text += [0] + Array(inner.utf8) }
    text += [0] + Array(locator.kind.rawValue.utf8)
    text += [0] + Array("\(locator)".utf8)
    text += [0] + Array("\(locator.offset)".utf8) + [0] + contentDigest.bytes
    id = "st_" + Fingerprint(of: text.span).hex.prefix(16)
  }
}
