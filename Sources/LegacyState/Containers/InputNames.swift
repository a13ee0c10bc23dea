import POSIX

/// What the inputs of a scan are called in the ids of their states, however their paths are spelled: `dump`, `./dump/`
/// and `/home/me/dump` are one input, and give a state one id.
///
/// That is the last component alone, so that an id outlives the folder in which a dump was unpacked; inputs of one name
/// are counted in the order of their whole paths.
package struct InputNames: Sendable {
  /// One input.
  struct Name: Sendable {
    /// As it is walked, without the slashes at its end.
    let root: [UInt8]
    let last: [UInt8]
    /// From 0 among the inputs of this name.
    let number: Int
  }

  private var wholes: [[UInt8]: [[UInt8]]] = [:]

  /// Names inputs.
  ///
  /// - Parameter inputs: All that are looked at together.
  package init(_ inputs: [LegacyScanner.Input]) {
    for input in inputs {
      let whole = Self.whole(input)
      let last = Self.last(of: whole)
      wholes[last, default: []].append(whole)
    }
    for last in wholes.keys {
      wholes[last] = Set((wholes[last] ?? []).map { Path(bytes: $0) }).sorted().map(\.bytes)
    }
  }

  subscript(input: LegacyScanner.Input) -> Name {
    let whole = Self.whole(input)
    let last = Self.last(of: whole)
    return Name(
      root: Self.trimmed(Self.given(input).bytes),
      last: last,
      number: wholes[last]?.firstIndex(of: whole) ?? 0
    )
  }

  /// Whether this path is one of the inputs.
  func contains(_ path: Path) -> Bool {
    let whole = Self.trimmed(((try? path.absolute) ?? path).bytes)
    return wholes[Self.last(of: whole)]?.contains(whole) == true
  }

  private static func given(_ input: LegacyScanner.Input) -> Path {
    switch input {
    case .path(let text): Path(text)
    case .bytesOfPath(let bytes): Path(bytes: bytes)
    case .document(_, let name): Path(name)
    }
  }

  /// From the root of the file system; a document in memory is only its name.
  private static func whole(_ input: LegacyScanner.Input) -> [UInt8] {
    let given = given(input)
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
    return last + [0] + Array(String(number).utf8) + [0] + Array(below)
  }
}
