/// What a protected resource asks for beyond the present sign-in (RFC 9470 section 3).
public struct StepUpChallenge: Error, Sendable, Equatable, CustomStringConvertible {
  /// Authentication contexts, most wanted first (`acr_values`).
  public let acrValues: [String]
  /// The oldest acceptable sign-in, in seconds (`max_age`).
  public let maxAgeSeconds: Int?
  /// Scopes that are missing.
  public let scopes: [String]

  /// Describes a challenge.
  ///
  /// - Parameters:
  ///   - acrValues: Authentication contexts, most wanted first.
  ///   - maxAgeSeconds: The oldest acceptable sign-in.
  ///   - scopes: Scopes that are missing.
  public init(acrValues: [String] = [], maxAgeSeconds: Int? = nil, scopes: [String] = []) {
    self.acrValues = acrValues
    self.maxAgeSeconds = maxAgeSeconds
    self.scopes = scopes
  }

  /// One sentence for a person.
  public var description: String { "the resource asks for a stronger or fresher sign-in" }
}
