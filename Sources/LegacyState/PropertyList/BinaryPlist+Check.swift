extension BinaryPlist {
  /// How deep values may lie in each other.
  static let maximumDepth = 512

  private struct Level {
    let index: Int
    let node: PlistNode
    var next = 0
    var height: Int16 = 1
  }

  /// Checks every object that the root leads to, each once, however often it is referred to.
  ///
  /// Honest objects lie behind each other, so all of them together are no longer than the file: that bounds the work.
  func check(_ bytes: Span<UInt8>) throws(PlistFailure) {
    // 0: not seen; -1: being looked at; otherwise how many levels it has.
    var heights = [Int16](repeating: 0, count: objectCount)
    var left = bytes.count
    var levels: [Level] = []
    try enter(top, bytes, &levels, &heights, &left)
    while var level = levels.popLast() {
      let children = level.node.kind == .dictionary ? level.node.count * 2 : level.node.count
      guard level.node.isContainer, level.next < children else {
        heights[level.index] = level.height
        if let parent = levels.indices.last {
          levels[parent].height = max(levels[parent].height, level.height + 1)
          guard Int(levels[parent].height) <= Self.maximumDepth else { throw .tooDeep }
        }
        continue
      }
      guard let child = reference(level.node, level.next, bytes), child < objectCount else {
        throw .badReference
      }
      if level.node.kind == .dictionary, level.next < level.node.count,
        node(child, bytes)?.kind != .string
      {
        throw .keyIsNoString
      }
      level.next += 1
      let height = heights[child]
      if height > 0 {
        level.height = max(level.height, height + 1)
        guard Int(level.height) <= Self.maximumDepth else { throw .tooDeep }
      }
      levels.append(level)
      guard height == 0 else {
        guard height > 0 else { throw .cycle }
        continue
      }
      try enter(child, bytes, &levels, &heights, &left)
    }
  }

  private func enter(
    _ index: Int,
    _ bytes: Span<UInt8>,
    _ levels: inout [Level],
    _ heights: inout [Int16],
    _ left: inout Int
  ) throws(PlistFailure) {
    guard levels.count < Self.maximumDepth else { throw .tooDeep }
    guard let node = node(index, bytes) else { throw .badObject }
    left -= node.element.count
    guard left >= 0 else { throw .overlap }
    heights[index] = -1
    levels.append(Level(index: index, node: node))
  }
}
