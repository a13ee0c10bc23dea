import Secrets
import Testing

@Suite struct `A secret` {
  let token = SecretBytes(copying: Array("rt-MARK-0123456789".utf8))

  @Test func `describes itself by a constant in every way that Swift prints`() {
    var dumped = ""
    dump(token, to: &dumped)
    let any: Any = token
    let boxed: [Any] = [token]
    for text in [
      token.description, token.debugDescription, String(describing: token),
      String(reflecting: token), "\(any)", "\(boxed)", dumped,
    ] {
      #expect(!text.contains("MARK"))
      #expect(text.contains("‹secret›") || text.contains("SecretBytes"))
    }
  }

  @Test func `shows no child to a mirror, of itself or of its owner`() {
    struct Owner { let token: SecretBytes }
    #expect(Mirror(reflecting: token).children.isEmpty)
    var dumped = ""
    dump(Owner(token: token), to: &dumped)
    #expect(!dumped.contains("MARK"))
  }

  @Test func `is no member of the protocols that encode, compare or hash by accident`() {
    let any: Any = token
    #expect(!(any is any Encodable))
    #expect(!(any is any Equatable))
    #expect(!(any is any Hashable))
    #expect(!(any is any LosslessStringConvertible))
    #expect(!(any is any Collection))
  }

  @Test func `is equal to the same bytes and to no other`() {
    #expect(token.equals(SecretBytes(copying: Array("rt-MARK-0123456789".utf8))))
    #expect(!token.equals(SecretBytes(copying: Array("rt-MARK-0123456788".utf8))))
    #expect(!token.equals(SecretBytes(copying: Array("rt-MARK-012345678".utf8))))
    #expect(SecretBytes(copying: []).equals(SecretBytes(copying: [])))
  }

  @Test func `takes over an array and leaves it empty`() {
    var source = Array("rt-MARK-abc".utf8)
    let moved = SecretBytes(wiping: &source)
    #expect(source.isEmpty)
    #expect(moved.equals(SecretBytes(copying: Array("rt-MARK-abc".utf8))))
  }

  @Test func `keeps only what was filled in, and nothing when the filling fails`() {
    struct Refusal: Error, Equatable {}
    let half = SecretBytes(capacity: 100) { (output: inout OutputSpan<UInt8>) in
      output.append(1)
      output.append(2)
    }
    #expect(half.count == 2)
    #expect(throws: Refusal()) {
      try SecretBytes(capacity: 4) { (output: inout OutputSpan<UInt8>) throws(Refusal) in
        output.append(1)
        throw Refusal()
      }
    }
  }

  @Test(arguments: [0, 1, 15, 16, 4096, 16 * 1024, 16 * 1024 + 1, 1_000_000])
  func `keeps its bytes whatever their number`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let secret = SecretBytes(copying: bytes)
    secret.withBytes { span in
      #expect(span.count == count)
      for index in span.indices where span[index] != bytes[index] {
        Issue.record("byte \(index) differs")
        return
      }
    }
  }

  @Test func `goes on when the locked heap is full`() {
    let many = (0..<40_000).map { SecretBytes(copying: Array("token number \($0)".utf8)) }
    #expect(many[39_999].equals(SecretBytes(copying: Array("token number 39999".utf8))))
  }
}
