internal import HTTP
package import Providers

extension ProviderProfiles {
  /// The profile that fits a provider's metadata.
  ///
  /// - Parameter provider: Its live metadata.
  /// - Returns: What is known of it.
  package static func profile(of provider: ProviderMetadata) -> ProviderProfile {
    profile(issuer: provider.issuer, tokenEndpoint: provider.tokenEndpoint.text)
  }

  /// The profile that fits an issuer and a token endpoint.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - tokenEndpoint: The token endpoint, if known.
  /// - Returns: What is known of it.
  package static func profile(issuer: String, tokenEndpoint: String?) -> ProviderProfile {
    let places = [issuer, tokenEndpoint].compactMap { $0.flatMap(HTTPURL.init) }
    let paths = places.map(\.path)
    let known = places.map { profile(host: $0.host, paths: paths) }
    return known.first { $0 != unknown } ?? unknown
  }
}
