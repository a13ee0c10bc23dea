import Secrets

/// One object of a keyed archive.
struct ArchiveObject: Sendable {
  let archive: KeyedArchive
  /// Its number in the property list.
  let index: Int
  let node: PlistNode
  /// Its number in the archive; nil for a value that stands inside another object.
  let number: Int?

  private var list: PropertyList { archive.list }

  /// What a property holds; nil if it is nil or missing.
  subscript(name: StaticString) -> ArchiveObject? {
    list.value(in: node, name).flatMap { archive.object($0) }
  }

  /// The names of its class and of those that it inherits from, its own first; nil if it has no class.
  ///
  /// A module's name before a dot is left out.
  var classNames: [String]? {
    guard let description = self["$class"], description.node.kind == .dictionary else { return nil }
    var names: [String] = []
    if let name = description["$classname"], name.node.kind == .string {
      names.append(Self.shortName(name.list.text(name.node)))
    }
    if let classes = description["$classes"], classes.node.kind == .array {
      for position in 0..<min(classes.node.count, 32) {
        let name = list.node(list.child(of: classes.node, position))
        if name.kind == .string { names.append(Self.shortName(list.text(name))) }
      }
    }
    return names.isEmpty ? nil : names
  }

  private static func shortName(_ name: [UInt8]) -> String {
    String(decoding: name.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self)
  }

  /// The node of a text: itself, or what an `NSMutableString` or an `NSURL` holds.
  private var textNode: PlistNode? {
    switch node.kind {
    case .string: node
    case .dictionary:
      (self["NS.string"] ?? self["NS.relative"]).flatMap { $0.node.kind == .string ? $0.node : nil }
    default: nil
    }
  }

  /// The text of a string or URL; an empty one counts as absent.
  var text: String? {
    guard let textNode, textNode.content.count > 0 else { return nil }
    return String(decoding: list.text(textNode), as: UTF8.self)
  }

  /// The bytes of a string; an empty one counts as absent.
  var secret: SecretBytes? {
    guard let textNode, textNode.content.count > 0 else { return nil }
    return list.secret(textNode)
  }

  /// The moment of an `NSDate` in milliseconds since 1970; nil for one that means never.
  var milliseconds: Int64? {
    let seconds =
      node.kind == .dictionary ? self["NS.time"].flatMap { list.real($0.node) } : list.real(node)
    return PlistDate.milliseconds(secondsSince2001: seconds)
  }

  /// The entries of an `NSDictionary`, the first ones.
  var entries: [(name: [UInt8], value: ArchiveObject?)] {
    guard let keys = self["NS.keys"], let values = self["NS.objects"],
      keys.node.kind == .array, values.node.kind == .array
    else { return [] }
    return (0..<min(keys.node.count, values.node.count, 256)).map { position in
      let key = archive.object(list.child(of: keys.node, position))?.textNode
      let value = archive.object(list.child(of: values.node, position))
      return (key.map { list.text($0) } ?? [], value)
    }
  }

  /// The value of an entry of an `NSDictionary`.
  func entry(_ name: String) -> ArchiveObject? {
    entries.first { $0.name.elementsEqual(name.utf8) }?.value
  }
}
