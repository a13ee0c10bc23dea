import JSON
import Secrets

extension PlainValue {
  /// The dictionary of a property list, if it may be a state and is within the limits.
  ///
  /// - Parameters:
  ///   - dictionary: The dictionary.
  ///   - list: Where it stands.
  /// - Returns: Nil for any other.
  static func ofState(_ dictionary: PlistNode, in list: PropertyList) -> PlainValue? {
    guard dictionary.kind == .dictionary, dictionary.count <= maximumValues else { return nil }
    let names = (0..<dictionary.count).lazy.map { position in
      name(list.node(list.key(of: dictionary, position)), in: list)
    }
    guard mayBeState(names) else { return nil }
    var allowance = Allowance()
    return PlainValue(dictionary, in: list, depth: 0, &allowance)
  }

  private init?(
    _ node: PlistNode,
    in list: PropertyList,
    depth: Int,
    _ allowance: inout Allowance
  ) {
    guard depth < Self.maximumDepth, node.kind != .string || allowance.take(node.content.count)
    else { return nil }
    switch node.kind {
    case .dictionary:
      guard allowance.take(0), node.count <= allowance.values else { return nil }
      var members: [(name: [UInt8], value: PlainValue)] = []
      for position in 0..<node.count {
        let key = list.node(list.key(of: node, position))
        let child = list.node(list.child(of: node, position))
        guard allowance.take(key.content.count),
          let value = PlainValue(child, in: list, depth: depth + 1, &allowance)
        else { return nil }
        members.append((Self.name(key, in: list), value))
      }
      self = .object(members)
    case .array:
      guard allowance.take(0), node.count <= allowance.values else { return nil }
      var elements: [PlainValue] = []
      for position in 0..<node.count {
        let child = list.node(list.child(of: node, position))
        guard let value = PlainValue(child, in: list, depth: depth + 1, &allowance) else {
          return nil
        }
        elements.append(value)
      }
      self = .array(elements)
    default: self = Self.leaf(node, in: list)
    }
  }

  /// A value that holds no other.
  static func leaf(_ node: PlistNode, in list: PropertyList) -> PlainValue {
    switch node.kind {
    case .string: list.secret(node).map { .text($0) } ?? .none
    case .integer: list.integer(node).map { .number(Int64($0)) } ?? .none
    // The plugins count in milliseconds, with a fraction or without.
    case .real:
      list.real(node).flatMap { Int64(exactly: $0.rounded()) }.map { .number($0) } ?? .none
    case .date:
      PlistDate.milliseconds(secondsSince2001: list.real(node)).map { .number($0) } ?? .none
    case .boolean: .bool
    case .dictionary, .array, .data, .uid, .null: .none
    }
  }

  private static func name(_ key: PlistNode, in list: PropertyList) -> [UInt8] {
    key.kind == .string ? list.text(key) : []
  }
}
