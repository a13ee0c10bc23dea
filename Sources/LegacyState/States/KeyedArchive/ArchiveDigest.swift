import Secrets

/// A digest of an object and all that it refers to, the same wherever the archive has them.
enum ArchiveDigest {
  static func digest(of object: ArchiveObject) -> Fingerprint {
    let archive = object.archive
    let list = archive.list
    // Each object in the order in which it is first referred to, and the number that this gives it.
    var order = [object.index]
    var numbers = [object.index: 0]
    var content: [UInt8] = []
    // Values inside each other that refer to the same ones again would otherwise have no end.
    var left = list.bytes.count + 1024
    var position = 0
    while position < order.count, left > 0 {
      var waiting = [order[position]]
      position += 1
      while let index = waiting.popLast(), left > 0 {
        let node = list.node(index)
        left -= 1
        content.append(node.kind.rawValue)
        switch node.kind {
        case .dictionary, .array:
          append(node.count, to: &content)
          for child in (0..<min(node.count, left)).reversed() {
            if node.kind == .dictionary { waiting.append(list.key(of: node, child)) }
            waiting.append(list.child(of: node, child))
          }
        case .string, .data:
          content += list.secret(node)?.fingerprint.bytes ?? []
        case .uid:
          guard let target = list.integer(node).flatMap(archive.index) else { continue }
          if numbers[target] == nil {
            numbers[target] = order.count
            order.append(target)
          }
          append(numbers[target] ?? 0, to: &content)
        case .integer, .real, .boolean, .date, .null:
          content += list.bytes.withBytes { Fingerprint(of: $0.extracting(node.element)).bytes }
        }
      }
    }
    return Fingerprint(of: content.span)
  }

  private static func append(_ number: Int, to content: inout [UInt8]) {
    for byte in 0..<8 { content.append(UInt8(truncatingIfNeeded: number >> (byte * 8))) }
  }
}
