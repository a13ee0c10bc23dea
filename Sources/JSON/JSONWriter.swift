/// Writes a JSON text member by member, without building its values first.
///
/// Laid out as ``JSONNode/encoded(pretty:level:)`` lays out the same values. Names are constants of the program; texts are
/// escaped. It holds no secrets.
///
/// ```swift
/// var writer = JSONWriter(isPretty: true)
/// writer.beginObject()
/// writer.member("path", "a/b")
/// writer.endObject()
/// ```
package struct JSONWriter: Sendable {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var level: Int
  /// Whether nothing stands in the innermost object or array yet.
  private var isFirst: Bool

  /// Starts a text, or goes on in one.
  ///
  /// - Parameters:
  ///   - isPretty: Two blanks a level and a line a member; otherwise no blank at all.
  ///   - level: How deep the text stands in its document.
  ///   - isInside: Whether it goes on behind a member of an object that is open.
  package init(isPretty: Bool, level: Int = 0, isInside: Bool = false) {
    self.isPretty = isPretty
    self.level = level
    isFirst = !isInside
  }

  /// Ends a line of a text that has one value a line; the next begins anew.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  package mutating func beginObject() { begin(UInt8(ascii: "{")) }

  package mutating func endObject() { end(UInt8(ascii: "}")) }

  package mutating func beginArray() { begin(UInt8(ascii: "[")) }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Goes to the next place of an array.
  package mutating func nextElement() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    breakLine()
  }

  /// Writes a member's name; its value comes next.
  ///
  /// - Parameter name: A constant that needs no escaping.
  package mutating func name(_ name: StaticString) {
    nextElement()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    append(isPretty ? "\": " : "\":")
  }

  /// Writes a string.
  ///
  /// - Parameter text: What it says.
  package mutating func string(_ text: String) { bytes.append(quoting: text) }

  /// Writes a string, or null.
  ///
  /// - Parameter text: What it says.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  /// Writes bytes as a string of hexadecimal digits.
  ///
  /// - Parameter digest: The bytes.
  package mutating func hexadecimal(_ digest: ArraySlice<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in digest {
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  ///
  /// - Parameter number: The number.
  package mutating func int(_ number: Int) {
    guard number < 0 || number > 9 else { return bytes.append(Self.digit(UInt8(number))) }
    bytes.append(text: String(number))
  }

  /// Writes true or false.
  ///
  /// - Parameter flag: Which.
  package mutating func bool(_ flag: Bool) { append(flag ? "true" : "false") }

  package mutating func null() { append("null") }

  /// Writes a value that was built.
  ///
  /// - Parameter node: The value.
  package mutating func node(_ node: JSONNode) {
    switch node {
    case .object(let members):
      beginObject()
      for member in members {
        nextElement()
        bytes.append(quoting: member.name)
        append(isPretty ? ": " : ":")
        self.node(member.value)
      }
      endObject()
    case .array(let elements):
      beginArray()
      for element in elements {
        nextElement()
        self.node(element)
      }
      endArray()
    case .string(let text): string(text)
    case .int(let number): bytes.append(text: String(number))
    case .double(let number): bytes.append(number: number)
    case .bool(let flag): bool(flag)
    case .null: null()
    }
  }

  /// Puts in a part of the text that another writer wrote for this place, with the same layout.
  ///
  /// - Parameters:
  ///   - part: It ends behind a value, or behind a member's name whose value comes next.
  ///   - levels: How many objects it leaves open.
  package mutating func splice(_ part: [UInt8], opening levels: Int = 0) {
    bytes.append(contentsOf: part)
    level += levels
    isFirst = false
  }

  private mutating func begin(_ bracket: UInt8) {
    bytes.append(bracket)
    level += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    level -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes.append(bracket)
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<level {
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { text in unsafe bytes.append(contentsOf: text) }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}

extension JSONWriter {
  /// Writes a member that is a text, or null.
  ///
  /// - Parameters:
  ///   - name: A constant that needs no escaping.
  ///   - text: What it says.
  package mutating func member(_ name: StaticString, _ text: String?) {
    self.name(name)
    string(text)
  }

  /// Writes a member that is a whole number.
  ///
  /// - Parameters:
  ///   - name: A constant that needs no escaping.
  ///   - number: The number.
  package mutating func member(_ name: StaticString, _ number: Int) {
    self.name(name)
    int(number)
  }

  /// Writes a member that is true, false, or null.
  ///
  /// - Parameters:
  ///   - name: A constant that needs no escaping.
  ///   - flag: Which.
  package mutating func member(_ name: StaticString, _ flag: Bool?) {
    self.name(name)
    if let flag { bool(flag) } else { null() }
  }

  /// Writes a member that is a list of texts.
  ///
  /// - Parameters:
  ///   - name: A constant that needs no escaping.
  ///   - texts: What they say.
  package mutating func member(_ name: StaticString, _ texts: [String]) {
    self.name(name)
    beginArray()
    for text in texts {
      nextElement()
      string(text)
    }
    endArray()
  }
}
