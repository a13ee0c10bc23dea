extension IDTokenFailure {
  /// A reason; the words are stable and used in reports.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    package let rawValue: String

    /// Makes a reason of a word; those of ``JWSFailure/Code`` are among them.
    ///
    /// - Parameter rawValue: The word.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    init(_ code: JWSFailure.Code) {
      self.init(rawValue: code.rawValue)
    }

    /// The payload is no JSON object, or has a member twice.
    package static let malformedClaims = Code(rawValue: "malformed_claims")
    /// A claim that must be there is not.
    package static let missingClaim = Code(rawValue: "missing_claim")
    /// A claim has the wrong type or an impossible value.
    package static let malformedClaim = Code(rawValue: "malformed_claim")
    /// A date that cannot be one, such as milliseconds.
    package static let implausibleTime = Code(rawValue: "implausible_time")
    /// `typ` in the header says that this is another kind of token.
    package static let wrongTokenType = Code(rawValue: "wrong_token_type")
    /// `iss` is not the discovered issuer.
    package static let issuerMismatch = Code(rawValue: "issuer_mismatch")
    /// `aud` does not name our client.
    package static let audienceMismatch = Code(rawValue: "audience_mismatch")
    /// `azp` is another client, or missing where it must be there.
    package static let authorizedPartyMismatch = Code(rawValue: "authorized_party_mismatch")
    /// `exp` is past.
    package static let expired = Code(rawValue: "expired")
    /// `nbf` is to come.
    package static let notYetValid = Code(rawValue: "not_yet_valid")
    /// `iat` is to come.
    package static let issuedInFuture = Code(rawValue: "issued_in_future")
    /// `iat` is so long ago that the token cannot be the answer to our request.
    package static let issuedTooLongAgo = Code(rawValue: "issued_too_long_ago")
    /// `nonce` is not the one that we sent.
    package static let nonceMismatch = Code(rawValue: "nonce_mismatch")
    /// `at_hash` is not one of the access token that came along.
    package static let accessTokenMismatch = Code(rawValue: "access_token_mismatch")
    /// `auth_time` is longer ago than `max_age` allows.
    package static let authenticationTooOld = Code(rawValue: "authentication_too_old")
    /// `auth_time` is to come.
    package static let authenticationInFuture = Code(rawValue: "authentication_in_future")
    /// `acr` is none of those asked for.
    package static let contextMismatch = Code(rawValue: "authentication_context_mismatch")
    /// `sub` is empty or too long.
    package static let subjectInvalid = Code(rawValue: "subject_invalid")
    /// A refreshed token is about another issuer.
    package static let issuerChanged = Code(rawValue: "issuer_changed")
    /// A refreshed token is about another person.
    package static let identityChanged = Code(rawValue: "identity_changed")
    /// A refreshed token has another nonce.
    package static let nonceChanged = Code(rawValue: "nonce_changed")
  }
}
