/// Hands the start page's address to the caller, who shows it to a person.
public struct ToldAddress: OAuthUserAgent {
  private let tell: @Sendable (String) -> Void

  /// Wraps a closure.
  ///
  /// - Parameter tell: Shows the address; it is good for one use.
  public init(_ tell: @escaping @Sendable (String) -> Void) {
    self.tell = tell
  }

  /// Tells the address.
  ///
  /// - Parameter address: The start page.
  /// - Throws: Never.
  public func open(_ address: String) async throws(OAuthError) { tell(address) }
}
