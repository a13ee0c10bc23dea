import Secrets

/// Takes objects out of a keyed archive.
///
/// A property that held one is nil afterwards, a collection has one element less, and every object that only the
/// removed ones referred to is nothing as well. The table keeps its length, so all other references stay as they are.
struct ArchiveRemoval {
  private let archive: KeyedArchive
  private let gone: Set<Int>

  init(_ archive: KeyedArchive, _ gone: Set<Int>) {
    self.archive = archive
    self.gone = gone
  }

  func add(to change: inout PlistChange) {
    let before = reachable { _, _ in false }
    for number in before { takeReferences(from: number, &change) }
    takeReferences(in: archive.topIndex, &change)
    let done = change
    let after = reachable { container, position in
      done.drops(position, from: container) || done.new(position, in: container) != nil
    }
    for number in before.subtracting(after) where number != 0 {
      if let index = archive.index(number) {
        // What is changed inside it goes with it.
        change.dropped[index] = nil
        change.replaced[index] = nil
        for part in parts(of: index) {
          change.dropped[part] = nil
          change.replaced[part] = nil
        }
      }
      change.replace(number, in: archive.objects, by: .string(Self.nothing))
    }
  }

  private static let nothing = SecretBytes(copying: "$null".utf8)

  private func takeReferences(from number: Int, _ change: inout PlistChange) {
    guard let index = archive.index(number) else { return }
    takeReferences(in: index, &change)
  }

  /// Ends every reference to a removed object in a dictionary, and in the arrays of a collection.
  private func takeReferences(in index: Int, _ change: inout PlistChange) {
    let list = archive.list
    let node = list.node(index)
    guard node.isContainer else { return }
    for position in 0..<node.count {
      let child = list.child(of: node, position)
      if isGone(child) {
        change.replace(position, in: index, by: .noReference)
      } else if node.kind == .dictionary, list.node(child).kind == .array {
        takeElements(of: child, beside: list.value(in: node, "NS.keys"), &change)
      }
    }
  }

  private func takeElements(of index: Int, beside keys: Int?, _ change: inout PlistChange) {
    let list = archive.list
    let node = list.node(index)
    for position in 0..<node.count where isGone(list.child(of: node, position)) {
      change.drop(position, from: index)
      if let keys, keys != index, position < list.node(keys).count {
        change.drop(position, from: keys)
      }
    }
  }

  private func isGone(_ index: Int) -> Bool {
    let node = archive.list.node(index)
    return node.kind == .uid && archive.list.integer(node).map { gone.contains($0) } == true
  }

  /// The arrays and dictionaries inside an object.
  private func parts(of index: Int) -> [Int] {
    let list = archive.list
    let node = list.node(index)
    guard node.isContainer else { return [] }
    return (0..<node.count).map { list.child(of: node, $0) }.filter { list.node($0).isContainer }
  }

  /// The numbers of all objects that the archive's names lead to, references aside that `isCut`.
  private func reachable(isCut: (_ container: Int, _ position: Int) -> Bool) -> Set<Int> {
    let list = archive.list
    var found: Set<Int> = []
    var seen = [Bool](repeating: false, count: list.count)
    var waiting = [archive.topIndex]
    while let index = waiting.popLast() {
      guard !seen[index] else { continue }
      seen[index] = true
      let node = list.node(index)
      guard node.isContainer else { continue }
      for position in 0..<node.count where !isCut(index, position) {
        let child = list.child(of: node, position)
        guard list.node(child).kind == .uid else {
          waiting.append(child)
          continue
        }
        guard let number = list.integer(list.node(child)), let object = archive.index(number)
        else { continue }
        found.insert(number)
        waiting.append(object)
      }
    }
    return found
  }
}
