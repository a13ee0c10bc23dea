package import POSIX

/// What the files of an input are called in the ids of their states, however the input's path is spelled: `dump`,
/// `./dump/`, `dump/../dump` and `/home/me/dump` are one input, and give a state one id.
///
/// That is the whole path. Two copies of one dump hold the same states, and the ledger must not take what was done in
/// the one for what was done in the other.
package struct InputNames: Sendable {
  /// An input as it was given.
  package enum Given: Sendable {
    /// A file or a folder.
    case path(Path)
    /// A document in memory, which is only its name.
    case document(Path)

    fileprivate var path: Path {
      switch self {
      case .path(let path), .document(let path): path
      }
    }
  }

  /// One input.
  struct Name: Sendable {
    /// As it is walked, without the slashes at its end.
    let root: [UInt8]
    /// From the root of the file system, links to folders resolved; a document in memory is only its name.
    let whole: [UInt8]
  }

  private let wholes: Set<[UInt8]>

  /// Names inputs.
  ///
  /// - Parameter inputs: All that are looked at together.
  package init(_ inputs: [Given]) {
    wholes = Set(inputs.map(Self.whole))
  }

  subscript(input: Given) -> Name {
    Name(root: Self.trimmed(input.path.bytes), whole: Self.whole(input))
  }

  /// Whether this path is one of the inputs, or lies in one.
  func contains(_ path: Path) -> Bool {
    let whole = Self.whole(.path(path))
    return wholes.contains { other in
      whole == other || whole.starts(with: other + [UInt8(ascii: "/")])
    }
  }

  private static func whole(_ input: Given) -> [UInt8] {
    let given = input.path
    if case .document = input { return given.bytes }
    return trimmed(((try? given.canonical) ?? (try? given.absolute) ?? given).bytes)
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return Array(bytes)
  }
}

extension InputNames.Name {
  /// A file's place as ids have it: its whole path.
  func place(of file: Path) -> [UInt8] {
    guard file.bytes.starts(with: root) else { return file.bytes }
    let below = file.bytes.dropFirst(root.count).drop { $0 == UInt8(ascii: "/") }
    return below.isEmpty ? whole : whole + [UInt8(ascii: "/")] + below
  }
}
