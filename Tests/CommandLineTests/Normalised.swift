import DemoProvider
import POSIX
import TestSupport

extension DemoWorld {
  /// A text of this world as it would be in any other: the folder, the port, times and digests have fixed names.
  ///
  /// - Parameter text: What the command wrote.
  /// - Returns: Digests and ids are numbered in the order of their first appearance.
  func normalised(_ text: String) -> String {
    var text = text.replacing(home.path.text, with: "HOME")
    text = text.replacing(provider.issuer, with: "ISSUER")
    text = text.replacing(
      /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| UTC|[+-]\d\d:\d\d)?/,
      with: "TIME"
    )
    var names: [Substring: String] = [:]
    return text.replacing(/\b(st_)?[0-9a-f]{12,64}\b/.wordBoundaryKind(.simple)) { match in
      let name = names[match.output.0] ?? "DIGEST-\(names.count + 1)"
      names[match.output.0] = name
      return name
    }
  }
}
