import JSON
import Secrets

extension PlainValue {
  /// The `NSDictionary` of a keyed archive, if it may be a state.
  ///
  /// - Parameters:
  ///   - object: The dictionary.
  ///   - effort: What may still be done for all of them.
  /// - Returns: Its members, in their order; nil for any other.
  static func ofState(_ object: ArchiveObject, _ effort: inout PlainEffort) -> Candidate? {
    guard isDictionary(object), let count = object["NS.keys"]?.node.count,
      effort.take(count * 16)
    else { return nil }
    let entries = object.entries
    guard entries.contains(where: { isTelling($0.name) }) else { return nil }
    // Only so many entries of a dictionary are read.
    var isCut = entries.count < count
    var members: [(name: [UInt8], value: PlainValue)] = []
    for (position, entry) in entries.enumerated() {
      var value: PlainValue?
      if isKnown(entry.name), let held = entry.value {
        var allowance = Allowance(effort: effort)
        value = PlainValue(held, depth: 1, &allowance)
        effort = allowance.effort
        isCut = isCut || value == nil
      }
      members.append((isKnown(entry.name) ? entry.name : unread(position), value ?? .none))
    }
    return Candidate(value: .object(members), isCut: isCut)
  }

  private static func isDictionary(_ object: ArchiveObject) -> Bool {
    object.classNames?.contains("NSDictionary") == true
  }

  private init?(_ object: ArchiveObject, depth: Int, _ allowance: inout Allowance) {
    guard depth < Self.maximumDepth, allowance.take(object.node.content.count) else { return nil }
    if let text = object.secret {
      self = .text(text)
    } else if object.node.kind != .dictionary {
      self = Self.leaf(object.node, in: object.archive.list)
    } else if let time = object.milliseconds {
      self = .number(time)
    } else if Self.isDictionary(object) {
      var members: [(name: [UInt8], value: PlainValue)] = []
      for (name, value) in object.entries {
        guard allowance.take(name.count) else { return nil }
        guard let value else {
          members.append((name, .none))
          continue
        }
        guard let plain = PlainValue(value, depth: depth + 1, &allowance) else { return nil }
        members.append((name, plain))
      }
      self = .object(members)
    } else {
      // A list of scopes is not looked at: no token stands there.
      self = object["NS.string"] == nil ? .none : .text(SecretBytes(copying: [UInt8]()))
    }
  }
}
