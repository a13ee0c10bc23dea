public import Secrets

/// A token, or a state without one, that goes nowhere, and why.
public struct NotSent: Hashable, Sendable {
  /// Why; the raw values are stable.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Its state names another issuer than the user did.
    case otherIssuer = "other_issuer"
    /// Its state and the ID token in it name different issuers.
    case issuersDisagree = "issuers_disagree"
    /// Its state names no issuer, and the user's word does not fill one in.
    case issuerUnknown = "issuer_unknown"
    /// Its state names another client than the user did.
    case otherClient = "other_client"
    /// Its state names no client.
    case clientUnknown = "client_unknown"
    /// Rules of the map select its state and name different issuers or clients.
    case mapDisagrees = "map_disagrees"
    /// Only guesses of the map select its state.
    case mapUnconfirmed = "map_unconfirmed"
    /// A rule of the map names another issuer than its state or the ID token in it.
    case mapContradicts = "map_contradicts"
    /// The state has no refresh token.
    case noRefreshToken = "no_refresh_token"
    /// The token says that it has expired.
    case expired
    /// It is an older one of its state.
    case historical
    /// Its state got it from another token endpoint than the issuer's metadata names now.
    case endpointMismatch = "endpoint_mismatch"
    /// It is so short that its digest would give it away.
    case tooShort = "too_short"

    /// Whether a live token may be left behind that the user meant to be revoked.
    public var leavesWork: Bool {
      switch self {
      case .issuersDisagree, .issuerUnknown, .clientUnknown, .endpointMismatch, .tooShort,
        .mapDisagrees, .mapUnconfirmed, .mapContradicts:
        true
      case .otherIssuer, .otherClient, .noRefreshToken, .expired, .historical: false
      }
    }
  }

  /// The states that hold it.
  public internal(set) var states: [String]
  /// Its digest; nil without a token, or where a digest would give it away.
  public let fingerprint: Fingerprint?
  /// Why.
  public let reason: Reason
}

extension NotSent.Reason: CustomStringConvertible {
  /// Why, and what to do about it.
  public var description: String {
    switch self {
    case .otherIssuer: "of another issuer than --issuer"
    case .issuersDisagree:
      "the state and its ID token name different issuers: revoke it by hand at the right one"
    case .issuerUnknown:
      "the state names no issuer, and --issuer does not fill one in: a confirmed rule of --map does"
    case .otherClient: "of another client than --client-id"
    case .clientUnknown:
      "the state names no client, and --client-id does not fill one in: a confirmed rule of --map does"
    case .mapDisagrees:
      "rules of --map that select it name different issuers or clients: leave one of them to it"
    case .mapUnconfirmed: "only guesses of --map select it: set confirm to true in the right one"
    case .mapContradicts:
      "the rule of --map names another issuer than the state or its ID token: give it id_token_issuer if it is right"
    case .noRefreshToken: "no refresh token in it"
    case .expired: "expired, by its own word"
    case .historical:
      "an older token: --include-historical sends it, which may trip reuse detection"
    case .endpointMismatch:
      "refused: endpoint mismatch (its token endpoint is not the one that the issuer names now)"
    case .tooShort: "shorter than 16 bytes: no refresh token"
    }
  }
}
