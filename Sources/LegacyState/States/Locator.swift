/// Where in a document a state stands.
public struct Locator: Hashable, Sendable {
  /// What kind of document it stands in.
  public enum Kind: String, Hashable, Sendable {
    /// Android's `shared_prefs/*.xml`.
    case sharedPreferences = "shared_preferences"
    /// One JSON document.
    case json
    /// One JSON document a line.
    case jsonLines = "jsonl"
  }

  /// One step from the document to the value.
  public enum Step: Hashable, Sendable {
    /// A member or key, safe to show: one that looks like a token is replaced by its fingerprint.
    case key(String)
    /// An element of a list or set, from 0.
    case index(Int)
    /// The value so far was text, decoded as this: `json`.
    case decoded(String)
  }

  /// What kind of document it stands in.
  public let kind: Kind
  /// The way from the document to the value; empty if the document is the state.
  public let path: [Step]
  /// The first byte of the value in the file, its quotes or tags not included.
  ///
  /// For a value inside a decoded one: of the outermost that encloses it.
  public let offset: Int
  /// How many bytes it has there.
  public let length: Int
  /// The line, from 1, where the document has one state a line.
  public let line: Int?

  init(kind: Kind, path: [Step], range: Range<Int>, line: Int? = nil) {
    self.kind = kind
    self.path = path
    self.offset = range.lowerBound
    self.length = range.count
    self.line = line
  }
}

extension Locator {
  /// The same place with other words for its keys.
  ///
  /// - Parameter name: Gives the word to show for a key.
  /// - Returns: A locator for reports; it no longer leads anywhere.
  package func namingKeys(_ name: (String) -> String) -> Locator {
    let path = path.map { step in
      if case .key(let key) = step { return Step.key(name(key)) }
      return step
    }
    return Locator(kind: kind, path: path, range: offset..<offset + length, line: line)
  }
}

extension Locator: CustomStringConvertible {
  /// The path in one line: `accounts[1].state(json)`.
  public var description: String {
    var text = line.map { "line \($0) " } ?? ""
    for (position, step) in path.enumerated() {
      switch step {
      case .key(let name): text += position == 0 ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .decoded(let format): text += "(\(format))"
      }
    }
    return text
  }
}
