import Secrets

/// The edits that make a change in an XML property list.
struct XMLPlistEdits {
  private(set) var edits: [ByteEdit] = []
  private let list: PropertyList

  init(_ list: PropertyList, _ change: PlistChange) {
    self.list = list
    if let root = change.root {
      edits.append(replacement(of: list.node(list.root), by: root))
    }
    for (container, positions) in change.dropped {
      let node = list.node(container)
      for position in positions { edits.append(removal(of: position, from: node)) }
    }
    for (container, values) in change.replaced {
      let node = list.node(container)
      for (position, new) in values where !change.drops(position, from: container) {
        edits.append(replacement(of: list.node(list.child(of: node, position)), by: new))
      }
    }
  }

  /// A value with its key, their lines and what stands between them.
  private func removal(of position: Int, from container: PlistNode) -> ByteEdit {
    let value = list.node(list.child(of: container, position)).element
    let key =
      container.kind == .dictionary
      ? list.node(list.key(of: container, position)).element : value
    let range = key.lowerBound..<value.upperBound
    return ByteEdit(removing: list.bytes.withBytes { XMLText.line(around: range, $0) })
  }

  private func replacement(of node: PlistNode, by new: PlistChange.New) -> ByteEdit {
    // `<string/>` has no place for a content.
    let isWhole = node.content.isEmpty
    switch new {
    case .string(let text) where node.kind == .string && !isWhole:
      return ByteEdit(replacing: node.content, with: XMLText.encode(text))
    case .string(let text):
      return ByteEdit(
        replacing: node.element,
        with: SecretBytes(joining: "<string>", XMLText.encode(text), "</string>")
      )
    case .data(let content):
      let style = list.bytes.withBytes { Base64.decode($0.extracting(node.content)) }?.style
      let encoded = Base64.encode(content, style ?? Base64.Style())
      guard node.kind == .data, !isWhole else {
        return ByteEdit(
          replacing: node.element,
          with: SecretBytes(joining: "<data>", encoded, "</data>")
        )
      }
      return ByteEdit(replacing: node.content, with: encoded)
    case .noReference:
      return ByteEdit(replacing: node.content, with: SecretBytes(copying: "0".utf8))
    }
  }
}

extension SecretBytes {
  fileprivate convenience init(
    joining before: StaticString,
    _ content: SecretBytes,
    _ after: StaticString
  ) {
    let capacity = before.utf8CodeUnitCount + content.count + after.utf8CodeUnitCount
    self.init(capacity: capacity) { (output: inout OutputSpan<UInt8>) in
      for byte in before.description.utf8 { output.append(byte) }
      content.withBytes { bytes in
        for at in bytes.indices { output.append(bytes[at]) }
      }
      for byte in after.description.utf8 { output.append(byte) }
    }
  }
}
