package import POSIX
import Secrets

/// All that can be told of a folder's content, to be compared with what it was.
package struct TreeHash: Hashable, Sendable, CustomStringConvertible {
  /// What belongs to each path: kind, rights, size, digest, and the time of change if asked.
  package let entries: [String: String]

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - folder: Where to start; its own rights count as `.`.
  ///   - withTimes: Whether modification times count.
  /// - Throws: If something can't be read.
  package init(of folder: Path, withTimes: Bool = false) throws(FileFailure) {
    let root = try Directory.open(folder)
    var entries: [String: String] = [:]
    entries["."] = Self.facts(try root.status(), withTimes: withTimes)
    try root.walk { (path, kind, file) throws(FileFailure) in
      let status = try Directory.status(of: folder.appending(path))
      var facts = Self.facts(status, withTimes: withTimes)
      if kind == .regular {
        let bytes = try file().read(at: 0, count: status.size)
        facts += " \(bytes.count) bytes \(Fingerprint(of: bytes.span).hex)"
      }
      entries[path.text] = facts
    }
    self.entries = entries
  }

  /// What is not the same, one line a path.
  ///
  /// - Parameter other: What it was before.
  /// - Returns: Empty if nothing changed.
  package func differences(from other: TreeHash) -> [String] {
    Set(entries.keys).union(other.entries.keys).sorted().compactMap { path in
      let (new, old) = (entries[path] ?? "missing", other.entries[path] ?? "missing")
      return new == old ? nil : "\(path): \(old) → \(new)"
    }
  }

  /// One line a path.
  package var description: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  private static func facts(_ status: FileStatus, withTimes: Bool) -> String {
    let facts = "\(status.kind.rawValue) \(String(status.mode, radix: 8))"
    return withTimes ? "\(facts) \(status.modified)" : facts
  }
}
