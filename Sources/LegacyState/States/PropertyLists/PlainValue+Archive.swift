import JSON
import Secrets

extension PlainValue {
  /// The `NSDictionary` of a keyed archive, if it may be a state and is within the limits.
  ///
  /// - Parameter object: The dictionary.
  /// - Returns: Nil for any other.
  static func ofState(_ object: ArchiveObject) -> PlainValue? {
    guard isDictionary(object), let count = object["NS.keys"]?.node.count, count <= 256,
      mayBeState(object.entries.lazy.map(\.name))
    else { return nil }
    var allowance = Allowance()
    return PlainValue(object, depth: 0, &allowance)
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
