/// A server's nonce for the proofs that it wants (RFC 9449 sections 8 and 9).
package struct DPoPNonce: Sendable, Equatable {
  /// More is no nonce: it would come back with every request.
  package static let longest = 1024

  /// The text, as it goes into a proof.
  package let text: String

  /// Takes a server's text.
  ///
  /// Nil if it is empty, longer than ``longest`` bytes, or has a byte that RFC 9449 section 8.1 does not allow: what is
  /// no nonce is not sent back.
  ///
  /// - Parameter text: The value of `DPoP-Nonce`.
  package init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ byte in
        byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
      })
    else { return nil }
    self.text = text
  }
}
