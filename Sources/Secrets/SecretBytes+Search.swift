extension SecretBytes {
  /// Whether these bytes stand anywhere in a text, in time that grows with both lengths and not with their product.
  ///
  /// Who writes the text may have chosen it so that trying from each place anew would take hours (Knuth, Morris and
  /// Pratt: what matched so far tells where the next try begins).
  ///
  /// - Parameter text: Where to look.
  /// - Returns: False for a secret without bytes.
  package func stands(in text: Span<UInt8>) -> Bool {
    withBytes { secret in
      guard !secret.isEmpty, secret.count <= text.count else { return false }
      let borders = Self.borders(of: secret)
      var matched = 0
      for at in text.indices {
        while matched > 0, text[at] != secret[matched] { matched = borders[matched - 1] }
        if text[at] == secret[matched] { matched += 1 }
        if matched == secret.count { return true }
      }
      return false
    }
  }

  /// For each beginning, the length of the longest shorter beginning that it ends with.
  private static func borders(of secret: Span<UInt8>) -> [Int] {
    var borders = [Int](repeating: 0, count: secret.count)
    var length = 0
    for at in 1..<max(secret.count, 1) {
      while length > 0, secret[at] != secret[length] { length = borders[length - 1] }
      if secret[at] == secret[length] { length += 1 }
      borders[at] = length
    }
    return borders
  }
}
