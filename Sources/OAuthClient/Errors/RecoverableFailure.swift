/// Something that may work at another time; nothing was lost.
public struct RecoverableFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// What happened, as a stable word.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Makes a code of any word, known here or not.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The task or the sign-in was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The user did not come back from the browser in time.
    public static let timedOut = Code(rawValue: "timed_out")
    /// The user or the provider refused the sign-in (`access_denied`).
    public static let denied = Code(rawValue: "denied")
    /// The provider could not be reached.
    public static let network = Code(rawValue: "network")
    /// The provider answered, but not with what the protocol asks for.
    public static let server = Code(rawValue: "server")
    /// The provider asks to wait (429, or 503 with Retry-After).
    public static let rateLimited = Code(rawValue: "rate_limited")
    /// A resource answered more than the request's limits take.
    public static let tooLarge = Code(rawValue: "too_large")
    /// The browser could not be opened.
    public static let browser = Code(rawValue: "browser")
    /// The port that the redirect comes back to could not be opened.
    public static let redirect = Code(rawValue: "redirect")
    /// Another process holds the session's lock.
    public static let busy = Code(rawValue: "busy")
    /// The session store could not be read or written just now.
    public static let store = Code(rawValue: "store")
    /// The provider goes on asking for a nonce in the proof of possession (`use_dpop_nonce`, RFC 9449 section 8).
    public static let proofNonce = Code(rawValue: "dpop_nonce")
    /// The provider refused the proof of possession (`invalid_dpop_proof`, RFC 9449 section 5).
    public static let proofRefused = Code(rawValue: "dpop_proof_refused")
    /// The redirect or the ID token of this sign-in was not acceptable, or its code not to the provider; an earlier
    /// session is untouched.
    public static let refusedResponse = Code(rawValue: "refused_response")
  }

  /// What happened.
  public let code: Code
  /// How long not to try again; nil if the provider named no time.
  public let retryAfter: Duration?
  /// The `error` of the provider, if it sent one (RFC 6749 section 5.2), bounded and made printable.
  public let providerError: String?
  /// One sentence for a person: what was done, why it failed, what to do.
  public let description: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: What happened.
  ///   - description: One sentence for a person, without any secret.
  ///   - retryAfter: How long not to try again.
  ///   - providerError: The provider's `error`.
  public init(
    _ code: Code,
    _ description: String,
    retryAfter: Duration? = nil,
    providerError: String? = nil
  ) {
    self.code = code
    self.description = description
    self.retryAfter = retryAfter
    self.providerError = providerError
  }

  /// A cancelled task or sign-in.
  public static let cancelled = RecoverableFailure(.cancelled, "the operation was cancelled")

  /// Failures are alike when their codes are: a test writes the one it expects.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are equal.
  public static func == (left: RecoverableFailure, right: RecoverableFailure) -> Bool {
    left.code == right.code
  }
}
