/// Where somebody lives (OIDC Core 5.1.1); never prints itself.
public struct PostalAddress: Sendable, Hashable {
  /// The whole of it, fit for an envelope, perhaps in several lines.
  public let formatted: String?
  /// Street, house number and the like, perhaps in several lines.
  public let streetAddress: String?
  /// City.
  public let locality: String?
  /// State, province, prefecture.
  public let region: String?
  /// Postal code.
  public let postalCode: String?
  /// Country.
  public let country: String?

  init?(_ value: ClaimValue) {
    guard case .object = value else { return nil }
    self.formatted = value["formatted"]?.text
    self.streetAddress = value["street_address"]?.text
    self.locality = value["locality"]?.text
    self.region = value["region"]?.text
    self.postalCode = value["postal_code"]?.text
    self.country = value["country"]?.text
  }
}

extension PostalAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same words.
  public var description: String { "‹address›" }
  /// Always the same words.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
