/// One value or member name; the nodes of a document lie in one array, each before its children.
///
/// 16 bytes and no reference, so that a document costs one allocation however many values it has. A member is two
/// nodes: its name, then its value.
struct JSONTableNode {
  /// The first byte.
  var start: UInt32
  /// The byte after the last one.
  var end: UInt32
  /// The node after this one and all that is in it; while a container is open, the container around it.
  var next: UInt32
  var kind: JSONValue.Kind
  var flags: Flags

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// A string that has escapes, so that its bytes are not its text.
    static let escaped = Flags(rawValue: 1)
  }
}

/// No container around.
let noNode = UInt32.max
