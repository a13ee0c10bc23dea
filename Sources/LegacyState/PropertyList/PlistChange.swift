import Secrets

/// What is to be different in a property list; everything it does not name stays.
struct PlistChange {
  /// What stands in a place instead.
  enum New {
    case string(SecretBytes)
    case data(SecretBytes)
    /// The reference of a keyed archive to nothing.
    case noReference
  }

  /// The positions that go, by the number of their array or dictionary.
  var dropped: [Int: Set<Int>] = [:]
  /// Other values, by the number of their array or dictionary and their position there.
  var replaced: [Int: [Int: New]] = [:]
  /// Another value for the whole list.
  var root: New?

  mutating func drop(_ position: Int, from container: Int) {
    dropped[container, default: []].insert(position)
  }

  mutating func replace(_ position: Int, in container: Int, by new: New) {
    replaced[container, default: [:]][position] = new
  }

  func drops(_ position: Int, from container: Int) -> Bool {
    dropped[container]?.contains(position) == true
  }

  /// What stands at a position instead; nil if it stays or goes.
  func new(_ position: Int, in container: Int) -> New? { replaced[container]?[position] }
}

extension PropertyList {
  /// The list with a change done, proven by reading it again; nil if it is not what it should be.
  func applying(_ change: PlistChange) -> SecretBytes? {
    let result: SecretBytes? =
      switch form {
      case .binary(let list): BinaryPlistWriter(self, list, change).written()
      case .xml: bytes.applying(XMLPlistEdits(self, change).edits)
      }
    guard let result, let after = try? PropertyList(result),
      let expected = PlistDigest(self, change).root, PlistDigest(after).root == expected
    else { return nil }
    return result
  }
}
