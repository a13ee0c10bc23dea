/// A walk over all values of a document, each before what is in it, that knows the way back to the root.
///
/// It keeps its own stack of numbers, so a document as deep as its dialect allows costs no stack of the thread.
package struct JSONWalk: Sendable {
  /// A container around a value, and which of its children leads there.
  package struct Step: Sendable {
    /// The object or array.
    package let container: JSONValue
    /// The number of the child, from 0.
    package let position: Int
    /// The child with its name, if the container is an object.
    package let member: JSONMember?
  }

  private struct Level {
    let container: Int
    let end: Int
    let isObject: Bool
    var position = -1
  }

  private let document: JSONDocument
  private var levels: [Level] = []
  private var current = -1
  private var following = 0

  /// Starts before the root.
  ///
  /// - Parameter document: What to walk through.
  package init(_ document: JSONDocument) {
    self.document = document
  }

  /// The next value; what is in it follows, unless ``skipChildren()`` is called.
  ///
  /// - Returns: The value, nil behind the last one.
  package mutating func next() -> JSONValue? {
    var index = following
    while let level = levels.last, index == level.end { levels.removeLast() }
    guard index < document.nodes.count else { return nil }
    if let top = levels.indices.last {
      levels[top].position += 1
      // In front of a member's value stands its name.
      if levels[top].isObject { index += 1 }
    }
    let node = document.nodes[index]
    if node.kind == .object || node.kind == .array {
      levels.append(
        Level(
          container: index,
          end: Int(node.next),
          isObject: node.kind == .object
        )
      )
    }
    current = index
    following = index + 1
    return JSONValue(document: document, index: index)
  }

  /// The next value if it begins before a byte of the document; nil, and nothing done, if it does not.
  ///
  /// - Parameter end: The byte.
  /// - Returns: The value.
  package mutating func next(before end: Int) -> JSONValue? {
    guard following < document.nodes.count, Int(document.nodes[following].start) < end else {
      return nil
    }
    return next()
  }

  /// Goes on behind the value that was given last.
  package mutating func skipChildren() { following = Int(document.nodes[current].next) }

  /// The containers around the value that was given last, the root first.
  package var steps: [Step] {
    let around = levels.prefix { $0.container != current }
    return around.indices.map { depth in
      let child = depth + 1 < around.count ? around[depth + 1].container : current
      return Step(
        container: JSONValue(document: document, index: around[depth].container),
        position: around[depth].position,
        member: around[depth].isObject ? member(at: child) : nil
      )
    }
  }

  private func member(at index: Int) -> JSONMember {
    JSONMember(
      name: JSONValue(document: document, index: index - 1),
      value: JSONValue(document: document, index: index)
    )
  }
}
