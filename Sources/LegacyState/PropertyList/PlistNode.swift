/// One value of a property list: what it is and which bytes it has.
struct PlistNode: Sendable {
  enum Kind: UInt8, Sendable {
    /// Arrays and sets are both ``array``; a file cannot tell what an app will read them as.
    case dictionary, array, string, data, integer, real, boolean, date, uid, null
  }

  /// How the content spells the value.
  enum Spelling: UInt8, Sendable {
    /// As it is: ASCII, UTF-8, the bytes of data.
    case plain
    /// UTF-16, big-endian.
    case wide
    /// Text of an XML element, with references.
    case xml
  }

  let kind: Kind
  var spelling = Spelling.plain
  /// All of it: with its marker, or with its tags.
  let element: Range<Int>
  /// The value alone; of an array or dictionary the references of a binary list.
  let content: Range<Int>
  /// How many elements or entries.
  var count = 0
  /// Where the children of an XML element start in the table.
  var children = 0

  var isContainer: Bool { kind == .dictionary || kind == .array }
}
