package import POSIX

/// What the inputs of a scan are called in the ids of their states, however their paths are spelled: `dump`, `./dump/`
/// and `/home/me/dump` are one input, and give a state one id.
///
/// That is the last component alone, so that an id outlives the folder in which a dump was unpacked; inputs of one name
/// are counted in the order of their whole paths.
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
    let last: [UInt8]
    /// From 0 among the inputs of this name.
    let number: Int
    /// The way from the input of that name to this one, which may lie in it.
    let prefix: [UInt8]
  }

  private var wholes: [[UInt8]: [[UInt8]]] = [:]

  /// Names inputs.
  ///
  /// - Parameter inputs: All that are looked at together.
  package init(_ inputs: [Given]) {
    for input in inputs {
      let whole = Self.whole(input)
      let last = Self.last(of: whole)
      wholes[last, default: []].append(whole)
    }
    for last in wholes.keys {
      wholes[last] = Set((wholes[last] ?? []).map { Path(bytes: $0) }).sorted().map(\.bytes)
    }
  }

  subscript(input: Given) -> Name {
    let whole = Self.whole(input)
    let outer = outermost(whole)
    let last = Self.last(of: outer)
    return Name(
      root: Self.trimmed(input.path.bytes),
      last: last,
      number: wholes[last]?.firstIndex(of: outer) ?? 0,
      prefix: Array(whole.dropFirst(outer.count).drop { $0 == UInt8(ascii: "/") })
    )
  }

  /// The input itself, or the largest folder among the inputs that it lies in: named twice, it is looked at twice.
  private func outermost(_ whole: [UInt8]) -> [UInt8] {
    for (index, byte) in whole.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = Array(whole[..<index])
      if wholes[Self.last(of: folder)]?.contains(folder) == true { return folder }
    }
    return whole
  }

  /// Whether this path is one of the inputs.
  func contains(_ path: Path) -> Bool {
    let whole = Self.trimmed(((try? path.absolute) ?? path).bytes)
    return wholes[Self.last(of: whole)]?.contains(whole) == true
  }

  /// From the root of the file system; a document in memory is only its name.
  private static func whole(_ input: Given) -> [UInt8] {
    let given = input.path
    if case .document = input { return given.bytes }
    return trimmed(((try? given.absolute) ?? given).bytes)
  }

  private static func last(of whole: [UInt8]) -> [UInt8] { Path(bytes: whole).lastComponent.bytes }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return Array(bytes)
  }
}

extension InputNames.Name {
  /// A file's place as ids have it: the input's name and the way below it.
  func place(of file: Path) -> [UInt8] {
    let below =
      file.bytes.starts(with: root)
      ? file.bytes.dropFirst(root.count).drop { $0 == UInt8(ascii: "/") } : file.bytes[...]
    let way = [prefix, Array(below)].filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: "/")])
    return last + [0] + Array(String(number).utf8) + [0] + Array(way)
  }
}
