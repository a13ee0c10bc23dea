public import Secrets

/// What a row is about.
public enum LedgerSubject: Hashable, Sendable {
  /// A token, by its digest.
  case token(Fingerprint)
  /// A leftover state, by its id.
  case state(String)
  /// A session of the new client.
  case session(issuer: String, clientID: String)
  /// A plan, by the digest of its file.
  case plan(String)

  /// The form in which it is stored and searched.
  ///
  /// `token:` and 64 hex digits, `state:st_…`, `session:ISSUER CLIENT`, `plan:` and 64 hex digits.
  public var text: String {
    switch self {
    case .token(let fingerprint): "token:\(fingerprint.hex)"
    case .state(let id): "state:\(id)"
    // The first blank is the border, and no valid issuer has one.
    case .session(let issuer, let clientID): "session:\(issuer) \(clientID)"
    case .plan(let digest): "plan:\(digest)"
    }
  }

  /// Reads the stored form.
  ///
  /// Nil for anything else.
  ///
  /// - Parameter text: As ``text`` gives it.
  public init?(text: String) {
    guard let border = text.firstIndex(of: ":") else { return nil }
    let rest = String(text[text.index(after: border)...])
    switch text[..<border] {
    case "token":
      guard let fingerprint = Fingerprint(hex: rest) else { return nil }
      self = .token(fingerprint)
    case "state":
      self = .state(rest)
    case "session":
      guard let blank = rest.firstIndex(of: " ") else { return nil }
      self = .session(
        issuer: String(rest[..<blank]),
        clientID: String(rest[rest.index(after: blank)...])
      )
    case "plan":
      self = .plan(rest)
    default:
      return nil
    }
  }
}

extension LedgerSubject: CustomStringConvertible {
  /// What a person is shown: short digests, no control characters.
  public var description: String {
    switch self {
    case .token(let fingerprint): "token \(fingerprint.short)"
    case .state(let id): "state \(shown(id))"
    case .session(let issuer, let clientID): "session \(shown(issuer)) \(shown(clientID))"
    case .plan(let digest): "plan \(shown(String(digest.prefix(12))))"
    }
  }
}
