import Secrets

/// Writes a binary property list anew, without what a change takes out of it.
///
/// Objects that stay are copied with their markers, so types and sizes of numbers stay too; only the references
/// between them are counted anew. An object that nothing refers to any more is not written.
struct BinaryPlistWriter {
  private let list: PropertyList
  private let binary: BinaryPlist
  private let change: PlistChange
  /// The number that each object will have; -1 for one that is not written.
  private var numbers: [Int]
  private var kept: [Int] = []
  private var added: [PlistChange.New] = []
  /// Where the new values of a container are in ``added``.
  private var addedAt: [Int: [Int: Int]] = [:]

  init(_ list: PropertyList, _ binary: BinaryPlist, _ change: PlistChange) {
    self.list = list
    self.binary = binary
    self.change = change
    self.numbers = [Int](repeating: -1, count: binary.objectCount)
  }

  /// The new file.
  consuming func written() -> SecretBytes? {
    if let root = change.root {
      added = [root]
    } else {
      collect()
    }
    let total = kept.count + added.count
    let referenceSize = max(binary.referenceSize, Self.size(of: total))
    var output: [UInt8] = []
    // As UTF-16 a text has twice its bytes at most.
    let grown = added.reduce(0) { $0 + (Self.secret($1)?.count ?? 1) * 2 + 16 }
    // Room for all of it, so that nothing is left behind in a buffer that was too small.
    output.reserveCapacity(
      list.bytes.count + grown + total * (8 + referenceSize) + list.bytes.count * referenceSize
    )
    list.bytes.withBytes { bytes in
      for at in 0..<8 { output.append(bytes[at]) }
    }
    var offsets: [Int] = []
    for index in kept {
      offsets.append(output.count)
      append(index, referenceSize, to: &output)
    }
    for new in added {
      offsets.append(output.count)
      append(new, to: &output)
    }
    let table = output.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { Self.append(offset, offsetSize, to: &output) }
    list.bytes.withBytes { bytes in
      let trailer = bytes.count - 32
      for at in trailer..<trailer + 6 { output.append(bytes[at]) }
    }
    output.append(UInt8(offsetSize))
    output.append(UInt8(referenceSize))
    Self.append(total, 8, to: &output)
    Self.append(change.root == nil ? numbers[list.root] : 0, 8, to: &output)
    Self.append(table, 8, to: &output)
    return SecretBytes(wiping: &output)
  }

  /// Finds what is still referred to, each object once, and numbers it in the order that it had.
  private mutating func collect() {
    var waiting = [list.root]
    numbers[list.root] = 0
    while let index = waiting.popLast() {
      let node = list.node(index)
      guard node.isContainer else { continue }
      for position in 0..<node.count where !change.drops(position, from: index) {
        var children = node.kind == .dictionary ? [list.key(of: node, position)] : []
        if let new = change.new(position, in: index) {
          addedAt[index, default: [:]][position] = added.count
          added.append(new)
        } else {
          children.append(list.child(of: node, position))
        }
        for child in children where numbers[child] < 0 {
          numbers[child] = 0
          waiting.append(child)
        }
      }
    }
    kept = numbers.indices.filter { numbers[$0] == 0 }
    for (number, index) in kept.enumerated() { numbers[index] = number }
  }

  private func append(_ index: Int, _ referenceSize: Int, to output: inout [UInt8]) {
    let node = list.node(index)
    guard node.isContainer else {
      list.bytes.withBytes { bytes in
        for at in node.element { output.append(bytes[at]) }
      }
      return
    }
    let positions = (0..<node.count).filter { !change.drops($0, from: index) }
    let marker = list.bytes.withBytes { $0[node.element.lowerBound] } & 0xF0
    Self.append(marker, count: positions.count, to: &output)
    if node.kind == .dictionary {
      for position in positions {
        Self.append(numbers[list.key(of: node, position)], referenceSize, to: &output)
      }
    }
    for position in positions {
      let number =
        addedAt[index]?[position].map { kept.count + $0 }
        ?? numbers[list.child(of: node, position)]
      Self.append(number, referenceSize, to: &output)
    }
  }

  private func append(_ new: PlistChange.New, to output: inout [UInt8]) {
    guard let content = Self.secret(new) else {
      output += [0x80, 0]
      return
    }
    content.withBytes { bytes in
      let isASCII = bytes.indices.allSatisfy { bytes[$0] < 0x80 }
      if case .string = new, !isASCII {
        let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        let units = Array(text.utf16)
        Self.append(0x60, count: units.count, to: &output)
        for unit in units { Self.append(Int(unit), 2, to: &output) }
        return
      }
      var marker: UInt8 = 0x50
      if case .data = new { marker = 0x40 }
      Self.append(marker, count: bytes.count, to: &output)
      for at in bytes.indices { output.append(bytes[at]) }
    }
  }

  private static func secret(_ new: PlistChange.New) -> SecretBytes? {
    switch new {
    case .string(let content), .data(let content): content
    case .noReference: nil
    }
  }

  private static func append(_ marker: UInt8, count: Int, to output: inout [UInt8]) {
    guard count >= 15 else {
      output.append(marker | UInt8(count))
      return
    }
    output.append(marker | 15)
    let power = count < 1 << 8 ? 0 : count < 1 << 16 ? 1 : count < 1 << 32 ? 2 : 3
    output.append(0x10 | UInt8(power))
    append(count, 1 << power, to: &output)
  }

  private static func append(_ value: Int, _ size: Int, to output: inout [UInt8]) {
    for byte in (0..<size).reversed() {
      output.append(byte < 8 ? UInt8(truncatingIfNeeded: value >> (byte * 8)) : 0)
    }
  }

  /// How many bytes a number below or equal to `value` takes.
  private static func size(of value: Int) -> Int {
    value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
  }
}
