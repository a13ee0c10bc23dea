import POSIX
import Secrets

/// Paths as reports show them: a component that looks like a token appears as its fingerprint.
///
/// Control characters stay: the JSON escapes them, and the text neutralises what it prints.
enum ShownPath {
  static func text(_ path: Path) -> String {
    let slash = UInt8(ascii: "/")
    return path.bytes.split(separator: slash, omittingEmptySubsequences: false)
      .map { TokenShape.shown(Array($0)) }.joined(separator: "/")
  }

  static func text(_ path: String) -> String { text(Path(path)) }
}
