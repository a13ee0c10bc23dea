/// Why a JSON Web Signature was refused; equal by code alone, so that codes can be matched and tested.
package struct JWSFailure: Error, Sendable {
  /// The reasons; the words are stable.
  package enum Code: String, Sendable, CaseIterable {
    /// Longer than any token that we take.
    case tooLarge = "token_too_large"
    /// Not three parts of base64url with dots between.
    case notCompact = "not_a_compact_jws"
    /// Five parts: encrypted (RFC 7516), which we never asked for.
    case encrypted = "encrypted"
    /// The header is no JSON object, or names a member twice, or has one of the wrong type.
    case malformedHeader = "malformed_header"
    /// An extension that must be understood (RFC 7515 section 4.1.11); we know none.
    case criticalExtension = "critical_extension"
    /// `b64` (RFC 7797).
    case unencodedPayload = "unencoded_payload"
    /// `zip`.
    case compressed = "compressed"
    /// `alg` is `none`.
    case unsigned = "unsigned"
    /// `alg` is of the HMAC family.
    case symmetricAlgorithm = "symmetric_algorithm"
    /// `alg` is one that we don't know.
    case unknownAlgorithm = "unknown_algorithm"
    /// The set has no key of this `kid`, or none that fits a header without: fetch the set again, once.
    case unknownKey = "unknown_key"
    /// No `kid`, and several keys would fit.
    case ambiguousKey = "ambiguous_key"
    /// The key that the header names is of another type, curve or `alg`.
    case algorithmMismatch = "algorithm_mismatch"
    /// The key that the header names cannot be used.
    case unusableKey = "unusable_key"
    /// The signature is not one of this key over these bytes.
    case badSignature = "bad_signature"
    /// libcrypto could not check at all.
    case library = "crypto_library"
  }

  /// The reason.
  package let code: Code
  /// The reason in words, without a byte of the payload.
  package let message: String

  /// Records a reason.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - message: The reason in words.
  package init(_ code: Code, _ message: String = "") {
    self.code = code
    self.message = message
  }
}

extension JWSFailure: Equatable {
  /// Whether both have the same reason.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are the same.
  package static func == (left: JWSFailure, right: JWSFailure) -> Bool {
    left.code == right.code
  }
}

extension JWSFailure: CustomStringConvertible {
  /// Code and words.
  package var description: String { "\(code.rawValue): \(message)" }
}
