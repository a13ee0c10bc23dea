import Secrets

/// A digest of all values of a property list that does not depend on the numbers and places that they have in the file.
///
/// Two lists with the same digest have the same values, in the same order and of the same types.
struct PlistDigest {
  private let list: PropertyList
  private let change: PlistChange
  private var known: [Int: Fingerprint] = [:]

  /// The digest of what the list will be once the change is done.
  init(_ list: PropertyList, _ change: PlistChange = PlistChange()) {
    self.list = list
    self.change = change
  }

  /// Of everything; nil where the change contradicts the list.
  var root: Fingerprint? {
    var copy = self
    return change.root.map(Self.digest) ?? copy.digest(of: list.root)
  }

  /// The list is checked to be at most 512 levels deep.
  private mutating func digest(of index: Int) -> Fingerprint {
    if let known = known[index] { return known }
    let node = list.node(index)
    var content: [UInt8] = [node.kind.rawValue]
    switch node.kind {
    case .dictionary, .array:
      for position in 0..<node.count where !change.drops(position, from: index) {
        if node.kind == .dictionary {
          content += digest(of: list.key(of: node, position)).bytes
        }
        content +=
          change.new(position, in: index).map { Self.digest($0).bytes }
          ?? digest(of: list.child(of: node, position)).bytes
      }
    case .string, .data:
      content += list.secret(node)?.fingerprint.bytes ?? []
    case .uid:
      content += Array("\(list.integer(node) ?? -1)".utf8)
    case .integer, .real, .boolean, .date, .null:
      content += list.bytes.withBytes { Fingerprint(of: $0.extracting(node.element)).bytes }
    }
    let digest = Fingerprint(of: content.span)
    known[index] = digest
    return digest
  }

  private static func digest(_ new: PlistChange.New) -> Fingerprint {
    let content: [UInt8] =
      switch new {
      case .string(let text): [PlistNode.Kind.string.rawValue] + text.fingerprint.bytes
      case .data(let bytes): [PlistNode.Kind.data.rawValue] + bytes.fingerprint.bytes
      case .noReference: [PlistNode.Kind.uid.rawValue] + Array("0".utf8)
      }
    return Fingerprint(of: content.span)
  }
}
