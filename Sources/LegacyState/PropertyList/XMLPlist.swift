import Secrets

/// The elements of an XML property list, in a table.
struct XMLPlist: Sendable {
  private(set) var nodes: [PlistNode] = []
  /// The elements of arrays; of dictionaries first all keys, then all values.
  private(set) var children: [Int32] = []
  private(set) var root = 0

  /// What bounds the memory that a document of nothing but tags takes.
  private static let maximumNodes = 1_000_000

  private struct Open {
    let kind: Element
    var keys: [Int32] = []
    var values: [Int32] = []
  }

  private enum Element: Equatable {
    case plist, key
    case value(PlistNode.Kind)
  }

  /// Checks and indexes a document.
  init(_ bytes: Span<UInt8>) throws(PlistFailure) {
    var scanner = XMLScanner()
    scanner.allowsDocumentType = true
    var open: [Open] = []
    var roots: [Int32] = []
    while true {
      switch try Self.next(&scanner, bytes) {
      case .finished:
        guard roots.count == 1 else { throw .endedEarly }
        root = Int(roots[0])
        return
      case .start(let tag):
        let element = try Self.element(tag.name, bytes)
        try Self.checkPlace(of: element, in: open.last)
        open.append(Open(kind: element))
      case .end(let element, let content):
        guard let closed = open.popLast() else { throw .unexpectedElement }
        if case .plist = closed.kind {
          roots = closed.values
          continue
        }
        let index = try add(closed, element, content, bytes)
        guard let parent = open.indices.last else { throw .unexpectedElement }
        if closed.kind == .key {
          open[parent].keys.append(index)
        } else {
          open[parent].values.append(index)
        }
      }
    }
  }

  private static func next(
    _ scanner: inout XMLScanner,
    _ bytes: Span<UInt8>
  ) throws(PlistFailure) -> XMLScanner.Event {
    do throws(XMLScanner.Fault) {
      return try scanner.next(bytes)
    } catch {
      throw .xml(XMLFailure(error, in: bytes))
    }
  }

  /// Which child comes next in a dictionary: a value behind each key.
  private static func checkPlace(of element: Element, in parent: Open?) throws(PlistFailure) {
    switch parent?.kind {
    case nil: guard element == .plist else { throw .unexpectedElement }
    case .plist: guard element != .key, element != .plist else { throw .unexpectedElement }
    case .value(.array):
      guard element != .key, element != .plist else { throw .unexpectedElement }
    case .value(.dictionary):
      let expectsKey = parent?.keys.count == parent?.values.count
      guard expectsKey == (element == .key), element != .plist else { throw .unexpectedElement }
    default: throw .unexpectedElement
    }
  }

  private mutating func add(
    _ closed: Open,
    _ element: Range<Int>,
    _ content: Range<Int>,
    _ bytes: Span<UInt8>
  ) throws(PlistFailure) -> Int32 {
    guard nodes.count < Self.maximumNodes else { throw .tooMany }
    var kind = PlistNode.Kind.string
    if case .value(let value) = closed.kind { kind = value }
    guard kind != .dictionary || closed.keys.count == closed.values.count else {
      throw .unexpectedElement
    }
    var content = content
    if kind == .dictionary, closed.keys.count == 1, isUID(closed, bytes) {
      kind = .uid
      content = nodes[Int(closed.values[0])].content
    } else if kind != .dictionary, kind != .array {
      // A comment inside a text would become a part of the value.
      guard bytes.firstIndex(of: UInt8(ascii: "<"), in: content) == nil else {
        throw .unexpectedElement
      }
    }
    nodes.append(
      PlistNode(
        kind: kind,
        spelling: .xml,
        element: element,
        content: content,
        count: kind == .dictionary || kind == .array ? closed.values.count : 0,
        children: children.count
      )
    )
    if kind == .dictionary || kind == .array { children += closed.keys + closed.values }
    return Int32(nodes.count - 1)
  }

  /// Whether a dictionary is how XML spells the reference of a keyed archive.
  private func isUID(_ closed: Open, _ bytes: Span<UInt8>) -> Bool {
    let key = nodes[Int(closed.keys[0])].content
    return key.count == 6 && bytes.matches("CF$UID", at: key.lowerBound)
      && nodes[Int(closed.values[0])].kind == .integer
  }

  private static func element(
    _ name: Range<Int>,
    _ bytes: Span<UInt8>
  ) throws(PlistFailure) -> Element {
    for (word, element) in elements
    where word.utf8CodeUnitCount == name.count && bytes.matches(word, at: name.lowerBound) {
      return element
    }
    throw .unexpectedElement
  }

  private static let elements: [(StaticString, Element)] = [
    ("key", .key), ("string", .value(.string)), ("dict", .value(.dictionary)),
    ("integer", .value(.integer)), ("array", .value(.array)), ("data", .value(.data)),
    ("real", .value(.real)), ("true", .value(.boolean)), ("false", .value(.boolean)),
    ("date", .value(.date)), ("plist", .plist),
  ]
}
