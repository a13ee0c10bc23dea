/// Brings an address before the user's eyes: the system browser, never a web view (RFC 8252 section 8.12).
public protocol OAuthUserAgent: Sendable {
  /// Opens `address`, which is a start page of ours on loopback: it carries no parameter of the request.
  ///
  /// - Parameter address: `http://127.0.0.1:PORT/start/…`, good for one use.
  /// - Throws: `.recoverable(.browser)` if nothing could be opened.
  func open(_ address: String) async throws(OAuthError)

  /// The same for an opener that may fail after it was started, while the sign-in waits.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:PORT/start/…`, good for one use.
  ///   - onFailure: Told why nothing may have opened, at any time and from anywhere: a few words without the address.
  /// - Throws: `.recoverable(.browser)` if nothing could be opened.
  func open(
    _ address: String,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError)

  /// The same for a browser that brings the redirect back itself, and has to know which.
  ///
  /// - Parameters:
  ///   - address: `http://127.0.0.1:PORT/start/…`, good for one use.
  ///   - redirect: Where the provider will send the browser; nil if it will not send it back.
  ///   - onFailure: As above.
  /// - Throws: `.recoverable(.browser)` if nothing could be opened.
  func open(
    _ address: String,
    returningTo redirect: String?,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError)

  /// Whether other users of the machine can see the address while it is opened, as they can see a program's arguments.
  ///
  /// The start page is then answered only to this user's programs, where the system tells whose they are.
  var showsAddressToOthers: Bool { get }

  /// Whether a redirect to another address than one on loopback is brought back to the client, as a system's
  /// authentication session does it; a sign-out then waits for it.
  var bringsRedirectBack: Bool { get }
}

extension OAuthUserAgent {
  /// Opens it, and hears of no failure afterwards.
  public func open(
    _ address: String,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError) {
    try await open(address)
  }

  /// Opens it, wherever it leads.
  public func open(
    _ address: String,
    returningTo redirect: String?,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError) {
    try await open(address, onFailure: onFailure)
  }

  /// False.
  public var showsAddressToOthers: Bool { false }

  /// False.
  public var bringsRedirectBack: Bool { false }
}
