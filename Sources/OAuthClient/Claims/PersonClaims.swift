/// What a provider says about a person (OIDC Core 5.1): personal data, which never prints itself.
///
/// Every claim but `sub` may be missing, whatever scopes were asked for.
public protocol PersonClaims: Sendable {
  /// `sub`: the person, as the provider numbers them; never reassigned.
  var subject: String { get }
  /// The names of all claims, in the provider's order.
  var names: [String] { get }
  /// Any claim by its name, such as a provider's own, or `name#de` in a language.
  ///
  /// - Parameter name: As it stands in the answer.
  subscript(name: String) -> ClaimValue? { get }
}

extension PersonClaims {
  /// `name`: the full name, as the person likes it shown.
  public var name: String? { self["name"]?.text }
  /// `given_name`.
  public var givenName: String? { self["given_name"]?.text }
  /// `family_name`.
  public var familyName: String? { self["family_name"]?.text }
  /// `middle_name`.
  public var middleName: String? { self["middle_name"]?.text }
  /// `nickname`.
  public var nickname: String? { self["nickname"]?.text }
  /// `preferred_username`: for showing; no key, since it may change and be another's.
  public var preferredUsername: String? { self["preferred_username"]?.text }
  /// `profile`: the address of a page.
  public var profile: String? { self["profile"]?.text }
  /// `picture`: the address of an image.
  public var picture: String? { self["picture"]?.text }
  /// `website`: the address of a page.
  public var website: String? { self["website"]?.text }
  /// `email`: no key, since it may change and be another's.
  public var email: String? { self["email"]?.text }
  /// `email_verified`.
  public var isEmailVerified: Bool? { self["email_verified"]?.flag }
  /// `gender`.
  public var gender: String? { self["gender"]?.text }
  /// `birthdate`: `YYYY-MM-DD`, the year perhaps `0000`, or the year alone.
  public var birthdate: String? { self["birthdate"]?.text }
  /// `zoneinfo`, such as `Europe/Paris`.
  public var zoneInfo: String? { self["zoneinfo"]?.text }
  /// `locale`, such as `en-US`.
  public var locale: String? { self["locale"]?.text }
  /// `phone_number`.
  public var phoneNumber: String? { self["phone_number"]?.text }
  /// `phone_number_verified`.
  public var isPhoneNumberVerified: Bool? { self["phone_number_verified"]?.flag }
  /// `address`.
  public var address: PostalAddress? { self["address"].flatMap(PostalAddress.init) }
  /// `updated_at`, in seconds since 1970.
  public var updatedAt: Double? { self["updated_at"]?.number }
}
