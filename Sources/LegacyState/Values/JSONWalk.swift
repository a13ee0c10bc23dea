import JSON
import Secrets

/// A walk over all values of a document, each before what is in it, that knows the way back to the root.
///
/// It keeps its own stack, so a document as deep as its dialect allows costs no stack of the thread.
struct JSONWalk {
  private struct Level {
    let container: JSONValue
    var members: JSONMembers.Iterator
    var elements: JSONElements.Iterator
    var position = -1
    var name: JSONMember?

    init(_ container: JSONValue) {
      self.container = container
      self.members = container.eachMember.makeIterator()
      self.elements = container.eachElement.makeIterator()
    }
  }

  private var levels: [Level] = []
  private var pending: JSONValue?
  private var current: JSONValue?

  private let layer: Layer
  private let whole: (any Place)?

  init(_ document: JSONDocument, in layer: Layer, whole: (any Place)?) {
    self.pending = document.root
    self.layer = layer
    self.whole = whole
  }

  /// The next value; the children of a container follow it unless ``skipChildren()`` is called.
  mutating func next() -> JSONValue? {
    if let root = pending {
      pending = nil
      current = root
      return root
    }
    if let container = current, container.kind == .object || container.kind == .array {
      levels.append(Level(container))
    }
    while !levels.isEmpty {
      let top = levels.count - 1
      levels[top].position += 1
      if levels[top].container.kind == .object {
        levels[top].name = levels[top].members.next()
        current = levels[top].name?.value
      } else {
        current = levels[top].elements.next()
      }
      if let value = current { return value }
      levels.removeLast()
    }
    return nil
  }

  /// Goes on behind the value that was given last.
  mutating func skipChildren() { current = nil }

  /// The way from the root to the value that was given last, names neutralised.
  var path: [Locator.Step] {
    levels.map { level in
      level.name.map { .key(TokenShape.shown($0.nameBytes)) } ?? .index(level.position)
    }
  }

  /// The place that goes if the value that was given last goes.
  func removalPlace(of value: JSONValue) -> any Place {
    if levels.isEmpty, let whole { return whole }
    return place(of: value)
  }

  /// The place of the value that was given last.
  func place(of value: JSONValue) -> JSONPlace {
    JSONPlace(
      layer: layer,
      value: value,
      container: levels.last?.container,
      position: levels.last?.position ?? 0
    )
  }
}
