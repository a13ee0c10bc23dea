import JSON
import Secrets

/// A walk over everything that an archive's names lead to, each object once.
struct ArchiveWalk {
  /// A part of a state, or a whole one.
  struct Candidate {
    let object: ArchiveObject
    let role: ArchiveRole
    let path: [Locator.Step]
    let library: LegacyAuthState.Library
    /// The number of the object of a wrapping library that the state belongs to.
    let wrapper: Int?
  }

  /// A text or data outside of states, which may hold something encoded.
  struct Leaf {
    let node: PlistNode
    let target: PlistPlace.Target
    let path: [Locator.Step]
  }

  /// A dictionary that is a state, as a bridge or an app leaves one.
  struct BridgedState {
    let object: ArchiveObject
    let document: JSONDocument
    let path: [Locator.Step]
  }

  private(set) var candidates: [Candidate] = []
  /// Dictionaries that may be states and hold more than is looked into.
  private(set) var unread: [[Locator.Step]] = []
  private(set) var effort = PlainEffort()
  private(set) var dictionaries: [BridgedState] = []
  private(set) var leaves: [Leaf] = []
  /// The first thing that is not as the archiver writes it.
  private(set) var damage: String?

  /// A longer way to a state is not shown; it would only make long chains of objects expensive.
  private static let maximumPath = 64

  private struct Item {
    let index: Int
    let number: Int?
    /// Where a value stands that is no object of its own.
    let parent: PlistPlace.Target
    var path: [Locator.Step]
    var library: LegacyAuthState.Library?
    var wrapper: Int?
    var isInState = false
  }

  private let archive: KeyedArchive
  private var seen: [Bool]
  private var waiting: [Item] = []

  init(_ archive: KeyedArchive) {
    self.archive = archive
    self.seen = [Bool](repeating: false, count: archive.list.count)
    let list = archive.list
    for position in (0..<archive.top.count).reversed() {
      let name = TokenShape.shown(list.text(list.node(list.key(of: archive.top, position))))
      let root = Item(index: archive.topIndex, number: nil, parent: .root, path: [])
      visit(archive.top, archive.topIndex, position, .key(name), below: root)
    }
    while let item = waiting.popLast() { enter(item) }
    removeParts()
  }

  /// Puts a child into the queue; what it refers to must be there.
  private mutating func visit(
    _ container: PlistNode,
    _ containerIndex: Int,
    _ position: Int,
    _ step: Locator.Step,
    below parent: Item
  ) {
    let list = archive.list
    var index = list.child(of: container, position)
    var number: Int?
    let node = list.node(index)
    if node.kind == .uid {
      guard let target = list.integer(node), let object = archive.index(target) else {
        damage = damage ?? "it refers to an object that is not there"
        return
      }
      guard target != 0 else { return }
      index = object
      number = target
    }
    guard !seen[index] || isLeaf(index, number) else { return }
    waiting.append(
      Item(
        index: index,
        number: number,
        parent: .child(of: containerIndex, position),
        path: parent.path.count < Self.maximumPath ? parent.path + [step] : parent.path,
        library: parent.library,
        wrapper: parent.wrapper,
        isInState: parent.isInState
      )
    )
  }

  /// Whether a value is no object of its own, so that the file may have it once for many places.
  private func isLeaf(_ index: Int, _ number: Int?) -> Bool {
    number == nil && !archive.list.node(index).isContainer
  }

  private mutating func enter(_ item: Item) {
    guard !seen[item.index] || isLeaf(item.index, item.number) else { return }
    seen[item.index] = true
    let node = archive.list.node(item.index)
    switch node.kind {
    case .dictionary:
      enterObject(item, node)
    case .array:
      for position in (0..<node.count).reversed() {
        visit(node, item.index, position, .index(position), below: item)
      }
    case .string, .data:
      guard !item.isInState else { return }
      let target = item.number.map { PlistPlace.Target.archived($0) } ?? item.parent
      leaves.append(Leaf(node: node, target: target, path: item.path))
    case .integer, .real, .boolean, .date, .uid, .null: break
    }
  }

  private mutating func enterObject(_ item: Item, _ node: PlistNode) {
    let list = archive.list
    let object = ArchiveObject(
      archive: archive,
      index: item.index,
      node: node,
      number: item.number
    )
    var item = item
    if list.position(in: node, "$class") != nil {
      guard let names = object.classNames else {
        damage = damage ?? "the class of an object is not described"
        return
      }
      take(object, names, &item)
    }
    let keys = object["NS.keys"], values = object["NS.objects"]
    for position in (0..<node.count).reversed() {
      let key = list.node(list.key(of: node, position))
      guard !list.isText(key, "$class") else { continue }
      let isItems = values.map { list.isText(key, "NS.objects") && $0.node.kind == .array } == true
      if isItems, let values, values.number == nil {
        visitItems(of: values, named: keys, below: item)
      } else if !list.isText(key, "NS.keys") {
        let step = Locator.Step.key(TokenShape.shown(list.text(key)))
        visit(node, item.index, position, step, below: item)
      }
    }
  }

  /// The objects of a collection, by their keys if it is a dictionary.
  private mutating func visitItems(
    of values: ArchiveObject,
    named keys: ArchiveObject?,
    below item: Item
  ) {
    guard !seen[values.index] else { return }
    seen[values.index] = true
    let list = archive.list
    for position in (0..<values.node.count).reversed() {
      var step = Locator.Step.index(position)
      if let keys, keys.node.kind == .array, position < keys.node.count,
        let key = archive.object(list.child(of: keys.node, position)), key.node.kind == .string
      {
        step = .key(TokenShape.shown(list.text(key.node)))
      }
      visit(values.node, values.index, position, step, below: item)
    }
  }

  private mutating func take(_ object: ArchiveObject, _ names: [String], _ item: inout Item) {
    if let role = ArchiveRole(object, names), object.number != nil {
      let isOkta = names.contains { $0.hasPrefix("OKT") || $0.hasPrefix("Okta") }
      candidates.append(
        Candidate(
          object: object,
          role: role,
          path: item.path,
          library: item.library ?? (isOkta ? .oktaOIDC : .appAuthIOS),
          wrapper: item.wrapper
        )
      )
      item.isInState = true
    } else if !item.isInState, object.number != nil, let document = state(object, item) {
      dictionaries.append(BridgedState(object: object, document: document, path: item.path))
      item.isInState = true
    } else if names.contains(where: { $0.hasPrefix("GTM") }) {
      item.library = .gtmAppAuth
      item.wrapper = object.number
    } else if names.contains(where: { $0.hasPrefix("Okta") || $0.hasPrefix("OKT") }) {
      item.library = .oktaOIDC
      item.wrapper = object.number
    }
  }

  private mutating func state(_ object: ArchiveObject, _ item: Item) -> JSONDocument? {
    guard !effort.isSpent, let candidate = PlainValue.ofState(object, &effort),
      let document = try? candidate.value.document()
    else { return nil }
    let state = StateShapes.state(of: document.root) {
      Locator(kind: .keyedArchive, path: [], range: 0..<0)
    }
    if state == nil, candidate.isCut { unread.append(item.path) }
    return state == nil ? nil : document
  }

  /// A part is a state of its own only where no state has it.
  private mutating func removeParts() {
    var owned: Set<Int> = []
    for candidate in candidates {
      for name in candidate.role.parts {
        guard let part = candidate.object[name], part.index != candidate.object.index else {
          continue
        }
        owned.insert(part.index)
        if case .state = candidate.role, let request = part["request"] {
          owned.insert(request.index)
        }
      }
    }
    candidates.removeAll { candidate in
      if case .state = candidate.role { return false }
      return owned.contains(candidate.object.index)
    }
  }
}
