import JSON
import Testing

@Suite struct `Writing JSON member by member` {
  private static func writer(_ isPretty: Bool, _ level: Int) -> JSONWriter {
    var writer = JSONWriter(isPretty: isPretty, level: level)
    writer.beginObject()
    writer.member("text", "a\"b\u{1}é")
    writer.member("none", nil as String?)
    writer.member("number", -12)
    writer.member("digit", 7)
    writer.member("yes", true)
    writer.member("unknown", nil as Bool?)
    writer.member("list", ["x", "y"])
    writer.member("nothing", [])
    writer.name("digest")
    writer.hexadecimal([0, 15, 0xA5, 0xFF])
    writer.name("inner")
    writer.beginObject()
    writer.endObject()
    writer.name("array")
    writer.beginArray()
    writer.nextElement()
    writer.beginArray()
    writer.endArray()
    writer.nextElement()
    writer.node(["k": [1, nil]])
    writer.endArray()
    writer.endObject()
    return writer
  }

  private static let node: JSONNode = [
    "text": "a\"b\u{1}é", "none": nil, "number": -12, "digit": 7, "yes": true, "unknown": nil,
    "list": ["x", "y"], "nothing": [], "digest": "000fa5ff", "inner": [:],
    "array": [[], ["k": [1, nil]]],
  ]

  @Test(arguments: [true, false], [0, 3])
  func `lays out like a value that was built`(isPretty: Bool, level: Int) {
    #expect(
      Self.writer(isPretty, level).bytes == Self.node.encoded(pretty: isPretty, level: level)
    )
  }

  @Test(arguments: [true, false])
  func `takes in a part that was written for its place`(isPretty: Bool) {
    var part = JSONWriter(isPretty: isPretty, level: 1, isInside: true)
    part.member("b", 2)
    part.name("c")
    part.beginObject()
    part.member("d", 3)
    var whole = JSONWriter(isPretty: isPretty)
    whole.beginObject()
    whole.member("a", 1)
    whole.splice(part.bytes, opening: 1)
    whole.member("e", 4)
    whole.endObject()
    whole.member("f", 5)
    whole.endObject()
    let node: JSONNode = ["a": 1, "b": 2, "c": ["d": 3, "e": 4], "f": 5]
    #expect(whole.bytes == node.encoded(pretty: isPretty))
  }

  @Test func `starts a line anew`() {
    var writer = JSONWriter(isPretty: false)
    for number in 1...2 {
      writer.beginObject()
      writer.member("n", number)
      writer.endObject()
      writer.endLine()
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"n\":1}\n{\"n\":2}\n")
  }
}
