internal import HTTP

/// How requests leave this machine.
public struct OAuthNetwork: Sendable {
  /// A PEM file with authorities to trust beside the system's.
  public var caFile: String?
  /// A proxy's URL, never used for loopback.
  ///
  /// Nil takes `https_proxy` of the environment.
  public var proxy: String?
  /// The `User-Agent` header.
  public var userAgent: String

  /// Describes the network.
  ///
  /// - Parameters:
  ///   - caFile: Authorities to trust beside the system's.
  ///   - proxy: A proxy's URL.
  ///   - userAgent: The `User-Agent` header.
  public init(caFile: String? = nil, proxy: String? = nil, userAgent: String = "OAuthClient") {
    self.caFile = caFile
    self.proxy = proxy
    self.userAgent = userAgent
  }

  func client() -> Client {
    var configuration = ClientConfiguration(caFile: caFile, userAgent: userAgent)
    if let proxy { configuration.proxy = proxy }
    return Client(configuration: configuration)
  }
}
