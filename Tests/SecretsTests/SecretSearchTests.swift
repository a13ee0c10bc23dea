import Secrets
import Testing

@Suite struct `A secret in a text` {
  private func stands(_ secret: String, in text: String) -> Bool {
    SecretBytes(copying: secret.utf8).stands(in: Array(text.utf8).span)
  }

  @Test func `is found wherever it stands, and nothing else is`() {
    // Few letters, so that parts of it stand where the whole does not.
    let words = (0..<128).map { number in
      String((0..<(1 + number % 7)).map { number >> $0 & 1 == 0 ? "a" : "b" })
    }
    for secret in words {
      for text in words.map({ $0 + "ab" + $0 + "b" }) {
        #expect(stands(secret, in: text) == text.contains(secret), "\(secret) in \(text)")
      }
    }
    #expect(!stands("", in: "a") && !stands("ab", in: "a") && !stands("a", in: ""))
  }

  @Test func `is looked for in time that a hostile text cannot multiply`() {
    let many = String(repeating: "a", count: 300_000)
    #expect(!stands(many + "b", in: many + many))
    #expect(stands(many + "b", in: many + many + "b"))
  }
}
