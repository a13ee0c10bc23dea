import Secrets

/// What `NSKeyedArchiver` wrote, as plain data: a table of objects that refer to each other by number.
///
/// Nothing is instantiated, and references are followed one at a time.
struct KeyedArchive: Sendable {
  let list: PropertyList
  /// The number that the table has in the property list.
  let objects: Int
  /// The names that the app gave to what it archived; mostly `root` alone.
  let top: PlistNode
  /// The number of ``top`` in the property list.
  let topIndex: Int
  private let table: PlistNode

  /// Nil if the list is no archive.
  init?(_ list: PropertyList) {
    let root = list.node(list.root)
    guard root.kind == .dictionary, list.value(in: root, "$archiver") != nil,
      let objects = list.value(in: root, "$objects"), list.node(objects).kind == .array,
      let topIndex = list.value(in: root, "$top"), list.node(topIndex).kind == .dictionary
    else { return nil }
    self.list = list
    self.objects = objects
    self.topIndex = topIndex
    self.top = list.node(topIndex)
    self.table = list.node(objects)
  }

  /// Whether a list that is no archive was one: it has some of the names that `NSKeyedArchiver` writes at its root.
  static func isDamaged(_ list: PropertyList) -> Bool {
    let root = list.node(list.root)
    guard root.kind == .dictionary else { return false }
    let names: [StaticString] = ["$archiver", "$objects", "$top", "$version"]
    return names.count { list.value(in: root, $0) != nil } > 1
  }

  /// How many objects it has; the first is nothing.
  var count: Int { table.count }

  /// The number in the property list of an object of the archive; nil if there is none.
  func index(_ number: Int) -> Int? {
    number >= 0 && number < table.count ? list.child(of: table, number) : nil
  }

  func node(_ number: Int) -> PlistNode? { index(number).map { list.node($0) } }

  /// What a value of an object stands for: the object that it refers to, or itself.
  ///
  /// Nil for a reference to nothing or to an object that is not there.
  func object(_ index: Int) -> ArchiveObject? {
    let node = list.node(index)
    guard node.kind == .uid else {
      return ArchiveObject(archive: self, index: index, node: node, number: nil)
    }
    guard let number = list.integer(node), number != 0, let target = self.index(number) else {
      return nil
    }
    return ArchiveObject(archive: self, index: target, node: list.node(target), number: number)
  }
}
