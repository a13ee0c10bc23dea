import JSON
import Secrets

extension PlainValue {
  /// The dictionary of a property list, if it may be a state.
  ///
  /// - Parameters:
  ///   - dictionary: The dictionary.
  ///   - list: Where it stands.
  ///   - effort: What may still be done for all of them.
  /// - Returns: Its members, in their order; nil for any other.
  static func ofState(
    _ dictionary: PlistNode,
    in list: PropertyList,
    _ effort: inout PlainEffort
  ) -> Candidate? {
    guard dictionary.kind == .dictionary, effort.take(dictionary.count * 16) else { return nil }
    let names = (0..<dictionary.count).map { position in
      name(list.node(list.key(of: dictionary, position)), in: list) ?? unread(position)
    }
    guard names.contains(where: isTelling) else { return nil }
    var isCut = false
    var members: [(name: [UInt8], value: PlainValue)] = []
    for (position, name) in names.enumerated() {
      var value: PlainValue?
      if isKnown(name) {
        var allowance = Allowance(effort: effort)
        let child = list.node(list.child(of: dictionary, position))
        value = PlainValue(child, in: list, depth: 1, &allowance)
        effort = allowance.effort
        isCut = isCut || value == nil
      }
      members.append((name, value ?? .none))
    }
    return Candidate(value: .object(members), isCut: isCut)
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
        members.append((Self.name(key, in: list) ?? Self.unread(position), value))
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

  private static func name(_ key: PlistNode, in list: PropertyList) -> [UInt8]? {
    // Three bytes at most for a unit of UTF-16, and XML may spell a letter as a reference.
    guard key.kind == .string, key.content.count <= 12 * longestName else { return nil }
    return list.text(key)
  }
}
