/// Which paths below a folder are meant: `*` stands for anything but a slash, `?` for one character, `**` for any
/// folders between two slashes; everything else stands for itself.
///
/// A pattern without a slash means a name at any depth, one with a slash the way from the folder on. What it means, it
/// means with all that is below.
public struct PathPattern: Sendable, Hashable {
  /// Why a pattern could mean nothing.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no name in it.
    case empty
    /// It has more than 4,096 bytes.
    case tooLong
    /// It has `..` in it, and no path below a folder does.
    case leadsAway
  }

  enum Match {
    /// The path, or a folder above it.
    case whole
    /// Not the path, but perhaps something below it.
    case above
    case none
  }

  private enum Part: Hashable {
    case anyFolders
    case name([UInt8])
  }

  /// As it was written, invalid UTF-8 replaced.
  public let text: String
  private let parts: [Part]

  /// Reads a pattern.
  ///
  /// - Parameter text: As a person wrote it.
  /// - Throws: If it could mean nothing.
  public init(_ text: String) throws(Failure) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads a pattern for names in no particular encoding.
  ///
  /// - Parameter bytes: As a person wrote it.
  /// - Throws: If it could mean nothing.
  package init(bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= 4096 else { throw .tooLong }
    let names = bytes.split(separator: slash).filter { Array($0) != [dot] }
    guard !names.isEmpty else { throw .empty }
    guard !names.contains(where: { Array($0) == [dot, dot] }) else { throw .leadsAway }
    let isAnchored = bytes.dropLast().contains(slash)
    text = String(decoding: bytes, as: UTF8.self)
    parts =
      (isAnchored ? [] : [.anyFolders])
      + names.map { Array($0) == [star, star] ? .anyFolders : .name(Array($0)) }
  }

  /// Whether it means a path.
  ///
  /// - Parameter path: Below the folder, slashes between the names.
  /// - Returns: Whether it means the path or a folder above it.
  public func matches(_ path: String) -> Bool {
    match(Array(path.utf8).split(separator: slash).filter { Array($0) != [dot] }) == .whole
  }

  /// Holds the names of a path, from the folder on, against the pattern.
  func match(_ names: [ArraySlice<UInt8>]) -> Match {
    // How far the pattern may have come; several answers, since `**` may stand for more or for less.
    var places = [Bool](repeating: false, count: parts.count + 1)
    places[0] = true
    passFolders(&places)
    for name in names {
      var next = [Bool](repeating: false, count: parts.count + 1)
      for (at, part) in parts.enumerated() where places[at] {
        switch part {
        case .anyFolders:
          next[at] = true
          // At the end it stands for what is in the folder, and not for the folder itself.
          if at == parts.count - 1 { next[at + 1] = true }
        case .name(let pattern): if Self.matches(name, pattern) { next[at + 1] = true }
        }
      }
      passFolders(&next)
      if next[parts.count] { return .whole }
      guard next.contains(true) else { return .none }
      places = next
    }
    return .above
  }

  /// `**` may stand for no folder at all.
  private func passFolders(_ places: inout [Bool]) {
    for at in parts.indices.dropLast() where places[at] && parts[at] == .anyFolders {
      places[at + 1] = true
    }
  }

  /// Goes back to the last `*` only, which is enough and never takes longer than both lengths multiplied.
  private static func matches(_ name: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    var (at, part) = (name.startIndex, 0)
    var retry: (at: Int, part: Int)?
    while at < name.endIndex {
      if part < pattern.count, pattern[part] == star {
        part += 1
        retry = (at, part)
      } else if part < pattern.count, pattern[part] == mark {
        part += 1
        at += 1
        while at < name.endIndex, name[at] & 0xC0 == 0x80 { at += 1 }
      } else if part < pattern.count, pattern[part] == name[at] {
        part += 1
        at += 1
      } else if let last = retry {
        retry = (last.at + 1, last.part)
        (at, part) = (last.at + 1, last.part)
      } else {
        return false
      }
    }
    return pattern[part...].allSatisfy { $0 == star }
  }
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
private let star = UInt8(ascii: "*")
private let mark = UInt8(ascii: "?")
