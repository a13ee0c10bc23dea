import JSON
import Secrets

/// A member or element of a JSON document, or its root.
struct JSONPlace: Place {
  let layer: Layer
  let value: JSONValue
  /// The object or array around; nil for the root.
  let container: JSONValue?
  /// Which of the container's children it is, from 0.
  let position: Int

  /// A string without its quotes, anything else whole.
  var range: Range<Int> {
    let whole = value.byteRange
    return value.kind == .string ? whole.lowerBound + 1..<whole.upperBound - 1 : whole
  }

  static func removal(of places: [JSONPlace]) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    // The root cannot go without leaving no JSON behind; an empty object is a new state to AppAuth itself.
    for root in places where root.container == nil { edits.append(root.emptied) }
    let groups = Dictionary(grouping: places.filter { $0.container != nil }) {
      $0.container?.byteRange.lowerBound ?? 0
    }
    for group in groups.values {
      guard let container = group[0].container else { continue }
      edits += removal(of: Set(group.map(\.position)), from: container)
    }
    return edits
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: value.byteRange, with: SecretJSON.secret(content).encoded())
  }

  private var emptied: ByteEdit {
    let text: StaticString = value.kind == .string ? "\"{}\"" : "{}"
    return ByteEdit(
      replacing: value.byteRange,
      with: SecretBytes(copying: Array(text.description.utf8))
    )
  }

  /// Takes children out with one comma each; a child that stays keeps the blanks around it.
  private static func removal(of gone: Set<Int>, from container: JSONValue) -> [ByteEdit] {
    let children = childRanges(of: container)
    guard let first = children.first, let last = children.last else { return [] }
    guard gone.count < children.count else {
      return [ByteEdit(removing: first.lowerBound..<last.upperBound)]
    }
    var edits: [ByteEdit] = []
    var keptBefore = false
    for (position, child) in children.enumerated() {
      guard gone.contains(position) else {
        keptBefore = true
        continue
      }
      edits.append(
        ByteEdit(
          removing: keptBefore
            ? children[position - 1].upperBound..<child.upperBound
            : child.lowerBound..<children[position + 1].lowerBound
        )
      )
    }
    return edits
  }

  /// Each child with its name.
  private static func childRanges(of container: JSONValue) -> [Range<Int>] {
    container.kind == .object
      ? container.eachMember.map { $0.nameRange.lowerBound..<$0.value.byteRange.upperBound }
      : container.eachElement.map(\.byteRange)
  }
}
