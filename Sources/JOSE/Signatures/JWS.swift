import Crypto
import JSON
package import Secrets

/// A JSON Web Signature in compact form (RFC 7515), taken apart but not yet believed.
package struct JWS: Sendable {
  /// No longer token is taken apart; real ID tokens stay under 8 KiB, with many groups under 32.
  package static let maximumBytes = 64 * 1024
  private static let maximumHeaderBytes = 8 * 1024
  /// Keys with the same `kid` that are tried.
  private static let maximumTries = 4

  /// What the token says of its signature.
  package let header: JWSHeader
  /// What was signed, decoded; nobody's word until ``verify(with:)`` has returned.
  package let payload: SecretBytes
  private let signature: [UInt8]
  private let token: SecretBytes
  private let signedCount: Int

  /// Takes a token apart.
  ///
  /// - Parameter token: The compact form, ASCII.
  /// - Throws: Why it is no token that we would check.
  package init(parsing token: SecretBytes) throws(JWSFailure) {
    guard token.count <= Self.maximumBytes else {
      throw JWSFailure(.tooLarge, "the token has more than \(Self.maximumBytes) bytes")
    }
    let parts = try token.withBytes { (bytes: Span<UInt8>) throws(JWSFailure) in
      try Self.split(bytes)
    }
    self.token = token
    self.signedCount = parts.payload.upperBound
    self.header = try JWSHeader(Self.json(token, parts.header))
    let decoded = token.withBytes { bytes in
      (
        payload: Base64URL.decodeSecret(bytes.extracting(parts.payload)),
        signature: Base64URL.decode(bytes.extracting(parts.signature))
      )
    }
    guard let payload = decoded.payload else {
      throw JWSFailure(.notCompact, "the token's payload is no base64url")
    }
    guard let signature = decoded.signature else {
      throw JWSFailure(.notCompact, "the token's signature is no base64url")
    }
    self.payload = payload
    self.signature = signature
  }

  /// Checks the signature with the one key that the header means.
  ///
  /// With a `kid` that is the key of that name; where several bear it, those that fit are tried. Without, it is the
  /// only key of the set that fits.
  ///
  /// - Parameter keys: The provider's keys.
  /// - Returns: The key that signed.
  /// - Throws: `unknownKey` if the set may be out of date; other codes if fetching it again would change nothing.
  package func verify(with keys: JWKSet) throws(JWSFailure) -> JWK {
    for key in try candidates(in: keys) {
      if try isSigned(by: key) { return key }
    }
    throw JWSFailure(.badSignature, "the signature does not match the token")
  }

  private func isSigned(by key: JWK) throws(JWSFailure) -> Bool {
    do {
      return try token.withBytes { (bytes: Span<UInt8>) throws(CryptoFailure) in
        try key.key.verify(
          signature.span,
          of: bytes.extracting(first: signedCount),
          algorithm: header.algorithm
        )
      }
    } catch {
      throw JWSFailure(.library, error.description)
    }
  }

  private func candidates(in keys: JWKSet) throws(JWSFailure) -> [JWK] {
    guard let keyID = header.keyID else {
      let fitting = keys.keys.filter { $0.fits(header.algorithm) }
      guard fitting.count <= 1 else {
        throw JWSFailure(.ambiguousKey, "the token names no key, and several keys would fit")
      }
      guard !fitting.isEmpty else {
        throw JWSFailure(
          .unknownKey,
          "the token names no key, and the set has none for \(header.algorithm.rawValue)"
        )
      }
      return fitting
    }
    let named = keys.keys.filter { $0.keyID == keyID }
    let fitting = named.filter { $0.fits(header.algorithm) }
    if fitting.isEmpty, !named.isEmpty {
      throw JWSFailure(
        .algorithmMismatch,
        "the key that the token names is not one for \(header.algorithm.rawValue)"
      )
    }
    if named.isEmpty {
      if let skipped = keys.skipped.first(where: { $0.keyID == keyID }) {
        throw JWSFailure(
          .unusableKey,
          "the key that the token names cannot be used (\(skipped.problem))"
        )
      }
      throw JWSFailure(.unknownKey, "the set has no key of the name that the token gives")
    }
    return Array(fitting.prefix(Self.maximumTries))
  }
}

extension JWS {
  private typealias Parts = (header: Range<Int>, payload: Range<Int>, signature: Range<Int>)

  private static func split(_ bytes: Span<UInt8>) throws(JWSFailure) -> Parts {
    var count = 0
    var first = 0
    var last = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: ".") {
      if count == 0 { first = index }
      last = index
      count += 1
    }
    guard count != 4 else {
      throw JWSFailure(.encrypted, "the token has five parts: it is encrypted")
    }
    guard count == 2 else {
      throw JWSFailure(.notCompact, "the token has \(count + 1) parts instead of three")
    }
    return (0..<first, first + 1..<last, last + 1..<bytes.count)
  }

  private static func json(
    _ token: SecretBytes,
    _ range: Range<Int>
  ) throws(JWSFailure) -> JSONValue {
    guard range.count <= maximumHeaderBytes else {
      throw JWSFailure(.tooLarge, "the token's header has more than \(maximumHeaderBytes) bytes")
    }
    let text = token.withBytes { bytes in Base64URL.decodeSecret(bytes.extracting(range)) }
    guard let text else { throw JWSFailure(.notCompact, "the token's header is no base64url") }
    do {
      return try JSONDocument(parsing: text).root
    } catch {
      throw JWSFailure(.malformedHeader, "the header is no JSON: \(error)")
    }
  }
}
