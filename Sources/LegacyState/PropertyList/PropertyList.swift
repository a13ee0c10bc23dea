import Secrets

/// A property list in either form, checked once and then walked without being copied.
///
/// Values have numbers. In a binary list several places may refer to one value, so who walks it must not follow a
/// container twice.
final class PropertyList: Sendable {
  enum Form: Sendable {
    case binary(BinaryPlist)
    case xml(XMLPlist)
  }

  let bytes: SecretBytes
  let form: Form
  /// The number of the outermost value.
  let root: Int

  /// Reads whichever form it is.
  init(_ bytes: SecretBytes) throws(PlistFailure) {
    self.bytes = bytes
    let isBinary = bytes.withBytes { $0.matches("bplist", at: 0) }
    if isBinary {
      let list = try bytes.withBytes { (span) throws(PlistFailure) in
        let list = try BinaryPlist(span)
        try list.check(span)
        return list
      }
      form = .binary(list)
      root = list.top
    } else {
      let list = try bytes.withBytes { (span) throws(PlistFailure) in try XMLPlist(span) }
      form = .xml(list)
      root = list.root
    }
  }

  /// More than any value's number.
  var count: Int {
    switch form {
    case .binary(let list): list.objectCount
    case .xml(let list): list.nodes.count
    }
  }

  /// A value that the root leads to.
  func node(_ index: Int) -> PlistNode {
    switch form {
    case .binary(let list):
      bytes.withBytes { list.node(index, $0) }
        ?? PlistNode(kind: .null, element: 0..<0, content: 0..<0)
    case .xml(let list): list.nodes[index]
    }
  }

  /// The number of an array's element or of a dictionary's value.
  func child(of node: PlistNode, _ position: Int) -> Int {
    reference(node, node.kind == .dictionary ? node.count + position : position)
  }

  /// The number of a dictionary's key.
  func key(of node: PlistNode, _ position: Int) -> Int { reference(node, position) }

  private func reference(_ node: PlistNode, _ position: Int) -> Int {
    switch form {
    case .binary(let list): bytes.withBytes { list.reference(node, position, $0) } ?? root
    case .xml(let list): Int(list.children[node.children + position])
    }
  }

  /// The number of the value behind a key, the first if there are several, as in `CFPropertyList`.
  func value(in node: PlistNode, _ name: StaticString) -> Int? {
    position(in: node, name).map { child(of: node, $0) }
  }

  /// The position of a key.
  func position(in node: PlistNode, _ name: StaticString) -> Int? {
    guard node.kind == .dictionary else { return nil }
    return (0..<node.count).first { isText(self.node(key(of: node, $0)), name) }
  }

  /// Whether a string is this word.
  func isText(_ node: PlistNode, _ word: StaticString) -> Bool {
    guard node.kind == .string else { return false }
    // A word of ASCII has one byte a character unless an XML reference spells one of them.
    if node.spelling == .plain {
      guard node.content.count == word.utf8CodeUnitCount else { return false }
      return bytes.withBytes { $0.matches(word, at: node.content.lowerBound) }
    }
    return text(node).elementsEqual(word.description.utf8)
  }
}
