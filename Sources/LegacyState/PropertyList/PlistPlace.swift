import Secrets

/// A value of a property list.
struct PlistPlace: RewritingPlace {
  enum Target: Hashable, Sendable {
    case root
    /// The number of an array or dictionary, and which of its values.
    case child(of: Int, Int)
    /// The number of an object of the keyed archive that the list is.
    case archived(Int)
  }

  let layer: Layer
  let list: PropertyList
  let target: Target

  var range: Range<Int> {
    guard let node else { return 0..<layer.bytes.count }
    if case .archived = target { return node.element }
    return node.isContainer ? node.element : node.content
  }

  private var node: PlistNode? {
    switch target {
    case .root: list.node(list.root)
    case .child(let container, let position):
      list.node(list.child(of: list.node(container), position))
    case .archived(let number): KeyedArchive(list)?.node(number)
    }
  }

  static func rewriting(
    _ gone: [PlistPlace],
    replacing contents: [(place: PlistPlace, content: SecretBytes)]
  ) -> SecretBytes? {
    guard let list = gone.first?.list ?? contents.first?.place.list else { return nil }
    var change = PlistChange()
    var archived: Set<Int> = []
    for place in gone {
      switch place.target {
      case .root: change.root = new(place.node, SecretBytes(copying: [UInt8]()))
      case .child(let container, let position): change.drop(position, from: container)
      case .archived(let number): archived.insert(number)
      }
    }
    for (place, content) in contents {
      switch place.target {
      case .root: change.root = new(place.node, content)
      case .child(let container, let position):
        change.replace(position, in: container, by: new(place.node, content))
      case .archived(let number):
        guard let archive = KeyedArchive(list) else { return nil }
        change.replace(number, in: archive.objects, by: new(place.node, content))
      }
    }
    if !archived.isEmpty {
      guard let archive = KeyedArchive(list) else { return nil }
      ArchiveRemoval(archive, archived).add(to: &change)
    }
    return list.applying(change)
  }

  private static func new(_ node: PlistNode?, _ content: SecretBytes) -> PlistChange.New {
    node?.kind == .data ? .data(content) : .string(content)
  }
}
