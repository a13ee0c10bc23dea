/// What a protected resource asks for beyond the present sign-in (RFC 9470 section 3).
public struct StepUpChallenge: Error, Sendable, CustomStringConvertible {
  /// What became of it so far, as a stable word.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Makes a code of any word, known here or not.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A resource asks for it.
    public static let required = Code(rawValue: "step_up_required")
    /// The user signed in for it, and the sign-in is not what was asked for: the provider did not, or could not, do it.
    public static let unmet = Code(rawValue: "step_up_unmet")
  }

  /// What became of it so far.
  public let code: Code
  /// Authentication contexts, most wanted first (`acr_values`).
  public let acrValues: [String]
  /// The oldest acceptable sign-in, in seconds (`max_age`).
  public let maxAgeSeconds: Int?
  /// Scopes that are missing.
  public let scopes: [String]
  /// One sentence for a person.
  public let description: String

  /// Describes a challenge.
  ///
  /// - Parameters:
  ///   - acrValues: Authentication contexts, most wanted first.
  ///   - maxAgeSeconds: The oldest acceptable sign-in.
  ///   - scopes: Scopes that are missing.
  public init(acrValues: [String] = [], maxAgeSeconds: Int? = nil, scopes: [String] = []) {
    self.init(
      .required,
      "the resource asks for a stronger or fresher sign-in",
      acrValues: acrValues,
      maxAgeSeconds: maxAgeSeconds,
      scopes: scopes
    )
  }

  init(
    _ code: Code,
    _ description: String,
    acrValues: [String],
    maxAgeSeconds: Int?,
    scopes: [String]
  ) {
    self.code = code
    self.description = description
    self.acrValues = acrValues
    self.maxAgeSeconds = maxAgeSeconds
    self.scopes = scopes
  }
}

extension StepUpChallenge: Equatable {
  /// Challenges are alike when they ask for the same and have come to the same.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether everything but the words is equal.
  public static func == (left: StepUpChallenge, right: StepUpChallenge) -> Bool {
    left.code == right.code && left.acrValues == right.acrValues
      && left.maxAgeSeconds == right.maxAgeSeconds && left.scopes == right.scopes
  }
}
