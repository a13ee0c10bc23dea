/// The name before an address: `url=`, `"token_endpoint": `, `redirect_uri=`.
struct AddressLabel {
  /// Where the name ends; nil if there is none.
  private let end: Int?

  init(_ bytes: Span<UInt8>, before start: Int) {
    var at = start
    var hasSign = false
    while at > 0, start - at < 8, Self.isSign(bytes[at - 1]) {
      hasSign = hasSign || bytes[at - 1] == UInt8(ascii: "=") || bytes[at - 1] == UInt8(ascii: ":")
      at -= 1
    }
    end = hasSign ? at : nil
  }

  /// Whether there is a name at all.
  var isOne: Bool { end != nil }

  /// Whether the name says that the address is none that a token request goes to.
  func isOther(_ bytes: Span<UInt8>) -> Bool { ends(with: Self.others, bytes) }

  /// Whether the name says that something goes there.
  func isTarget(_ bytes: Span<UInt8>) -> Bool { ends(with: Self.targets, bytes) }

  private func ends(with names: [String], _ bytes: Span<UInt8>) -> Bool {
    guard let end else { return false }
    return names.contains { name in
      let first = end - name.utf8.count
      guard first >= 0 else { return false }
      return zip(first..<end, name.utf8).allSatisfy { bytes[$0] | 0x20 == $1 | 0x20 }
    }
  }

  /// Ends of names, whatever their case.
  private static let others = [
    "redirect_uri", "redirecturi", "redirect_url", "redirecturl", "origin", "referer", "referrer",
    "scope", "resource", "audience", "issuer", "iss", "aud", "jwks_uri", "jwksuri",
    "authorization_endpoint", "authorizationendpoint", "revocation_endpoint", "revocationendpoint",
    "userinfo_endpoint", "userinfoendpoint", "end_session_endpoint", "endsessionendpoint",
    "registration_endpoint", "registrationendpoint", "introspection_endpoint",
    "introspectionendpoint",
  ]

  private static let targets = ["url", "uri", "endpoint", "address", "host", "target", "href"]

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "\\"), 0x20:
      true
    default: false
    }
  }
}
