/// The providers that are known.
package enum ProviderProfiles {
  package static let all: [ProviderProfile] = hosted + selfHosted

  /// The profile that fits, or ``unknown``.
  ///
  /// - Parameters:
  ///   - host: The issuer's host, lower case.
  ///   - paths: The paths of the issuer and of the token endpoint.
  /// - Returns: What is known.
  package static func profile(host: String, paths: [String]) -> ProviderProfile {
    all.first { profile in
      profile.recognition.hosts.contains { host == $0 || host.hasSuffix("." + $0) }
    } ?? all.first { profile in
      profile.recognition.paths.contains { mark in paths.contains { $0.contains(mark) } }
    } ?? unknown
  }

  package static let unknown = ProviderProfile(
    id: "unknown",
    name: "a provider without a profile",
    recognition: Recognition(),
    revocation: RevocationFacts(
      publicClient: .unknown,
      reach: .unknown,
      sentence:
        "what else ends with the token is this provider's choice and not known here: try one token first"
    )
  )
}
