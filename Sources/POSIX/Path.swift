import Secrets

/// The name of a file as the system has it: bytes without a zero, in no particular encoding.
///
/// Names found in a dump may be invalid UTF-8; they go back to the system unchanged. A `Path` of one component is also
/// what ``Directory`` takes and gives as a name.
package struct Path: Hashable, Sendable {
  /// The bytes, without the closing zero.
  package let bytes: [UInt8]

  /// Takes bytes as they are.
  ///
  /// - Parameter bytes: What the system or a container called the file.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Takes text as UTF-8.
  ///
  /// - Parameter text: The path as a person wrote it.
  package init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The path as text, invalid UTF-8 replaced: for matching and showing, never for opening.
  ///
  /// Not neutralised; see ``shown``.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as it may stand in a message.
  ///
  /// Control and direction characters are made visible; a name that looks like a token appears as its fingerprint,
  /// since some apps name files after one, and some people paste one where a path belongs.
  package var shown: String {
    let names = bytes.split(separator: slash, omittingEmptySubsequences: false)
    return names.map { TokenShape.shown(Array($0)) }.joined(separator: "/").neutralised
  }

  /// Whether it starts at the root.
  package var isAbsolute: Bool { bytes.first == slash }

  /// The path below this one.
  ///
  /// - Parameter name: One or more components.
  /// - Returns: Both joined by exactly one slash.
  package func appending(_ name: Path) -> Path {
    guard !bytes.isEmpty else { return name }
    guard !name.bytes.isEmpty else { return self }
    return Path(bytes: bytes.last == slash ? bytes + name.bytes : bytes + [slash] + name.bytes)
  }

  /// The path below this one.
  ///
  /// - Parameter name: One or more components.
  /// - Returns: Both joined by exactly one slash.
  package func appending(_ name: String) -> Path { appending(Path(name)) }

  /// The path below this one.
  ///
  /// - Parameter name: One or more components.
  /// - Returns: Both joined by exactly one slash.
  package func appending(_ name: [UInt8]) -> Path { appending(Path(bytes: name)) }

  /// The folder that holds it: `.` for a bare name, `/` for the root.
  package var parent: Path {
    let trimmed = withoutTrailingSlashes
    guard let cut = trimmed.lastIndex(of: slash) else { return trimmed.isEmpty ? "/" : "." }
    let head = trimmed[..<cut]
    guard let end = head.lastIndex(where: { $0 != slash }) else { return "/" }
    return Path(bytes: head[...end])
  }

  /// The last component, without slashes; empty for the root.
  package var lastComponent: Path {
    let trimmed = withoutTrailingSlashes
    return Path(bytes: trimmed[((trimmed.lastIndex(of: slash) ?? -1) + 1)...])
  }

  private var withoutTrailingSlashes: ArraySlice<UInt8> {
    guard let end = bytes.lastIndex(where: { $0 != slash }) else {
      return bytes.isEmpty ? [UInt8(ascii: ".")] : []
    }
    return bytes[...end]
  }
}

extension Path: ExpressibleByStringLiteral {
  /// Takes a literal as UTF-8.
  ///
  /// - Parameter value: The literal.
  package init(stringLiteral value: String) { self.init(value) }
}

extension Path: Comparable {
  /// Orders by bytes, the same on every machine.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether `left` comes first.
  package static func < (left: Path, right: Path) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Path: CustomStringConvertible {
  /// The shown form.
  package var description: String { shown }
}

let slash = UInt8(ascii: "/")
