/// A request to a protected resource, without its credentials: they are put on when it is sent.
public struct ResourceRequest: Sendable {
  /// The method, in capitals.
  public var method: String
  /// Where it goes: an absolute URL of one of the protected origins.
  public var url: String
  /// Further header lines; none of `Authorization`, `DPoP` and those that the connection is made with.
  public var headers: [HeaderField]
  /// The body; bytes, so that the one repetition after a 401 can send them again.
  public var body: [UInt8]?
  /// What is waited for and taken at the most.
  public var limits: RequestLimits

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method, in capitals.
  ///   - url: An absolute URL.
  ///   - headers: Further header lines.
  ///   - body: The body.
  ///   - limits: Bounds of size and time.
  public init(
    method: String = "GET",
    url: String,
    headers: [HeaderField] = [],
    body: [UInt8]? = nil,
    limits: RequestLimits = RequestLimits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }
}
