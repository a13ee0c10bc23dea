import JSON
import Secrets
import Testing

@Suite struct `Walking a JSON document` {
  private func walk(_ text: String) throws -> JSONWalk {
    JSONWalk(try JSONDocument(parsing: SecretBytes(copying: text.utf8)))
  }

  private func path(_ walk: JSONWalk) -> String {
    walk.steps.map { $0.member?.name ?? String($0.position) }.joined(separator: "/")
  }

  @Test func `gives every value before what is in it, and the way to it`() throws {
    var walk = try walk(#"{"a":[1,{},[]],"b":{"c":{"d":null}},"e":"x"}"#)
    var seen: [String] = []
    while let value = walk.next() { seen.append("\(path(walk)):\(value.kind)") }
    #expect(
      seen == [
        ":object", "a:array", "a/0:number", "a/1:object", "a/2:array", "b:object", "b/c:object",
        "b/c/d:null", "e:string",
      ]
    )
    #expect(walk.next() == nil)
  }

  @Test func `passes over what is in a value when asked to`() throws {
    var walk = try walk(#"[{"a":[1,2]},"x",[3],4]"#)
    var seen: [String] = []
    while let value = walk.next() {
      seen.append("\(path(walk)):\(value.kind)")
      if !walk.steps.isEmpty { walk.skipChildren() }
    }
    #expect(seen == [":array", "0:object", "1:string", "2:array", "3:number"])
  }

  @Test func `a lone value has no way to it`() throws {
    var walk = try walk("7")
    #expect(walk.next()?.int() == 7)
    #expect(walk.steps.isEmpty)
    #expect(walk.next() == nil)
  }
}
