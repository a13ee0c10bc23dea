import JSON
import OAuthClient
import POSIX
import Terminal

extension Rendering {
  /// The json of an error, schema `appauth-migrate/error/1`.
  static func failure(_ stop: Stop, after command: ParsedCommand?) -> Rendering {
    Rendering(text: { _ in "" }, json: { stop.json(after: command) })
  }

  /// A session, schema `appauth-migrate/status/1`.
  static func session(
    _ session: SessionContext,
    state: SessionState,
    summary: SessionSummary?,
    ended: ReauthenticationReason?,
    setAside: [String]
  ) -> Rendering {
    let issuer = session.configuration.sessionIssuer
    let client = session.configuration.clientId
    return Rendering(
      text: { style in
        let place = "\(Neutral.text(issuer)), client \(Neutral.text(client))"
        var lines = ["\(words(for: state, ended)) at \(place)"]
        if let summary {
          let now = Double(WallClock.secondsSince1970)
          let until = summary.accessTokenExpiresAt.map { end in
            guard !summary.isExpiryUnknown else {
              return "nobody knows until when, as the clock was ahead when it came"
            }
            return (end > now ? "until " : "expired at ") + Moment.text(end)
          }
          lines.append("  access token   \(until ?? "the provider did not say until when")")
          lines.append(
            "  refresh token  "
              + (summary.refreshTokenFingerprint ?? "none: you sign in again when it ends")
          )
          if summary.isBound {
            lines.append("  bound          to a key in the store (DPoP): useless when stolen")
          }
          if let scopes = summary.scopes {
            lines.append("  scopes         \(Neutral.text(scopes.joined(separator: " ")))")
          }
          lines.append("  signed in      \(Moment.text(summary.signedInAt))")
        }
        lines.append("  store          \(session.places.store.shown)")
        lines.append("  sealed with    \(session.key.description)")
        if !setAside.isEmpty {
          let count = Quantity.count(setAside.count, "earlier session")
          let reasons = setAside.map { Neutral.text($0, limit: 40) }.joined(separator: ", ")
          lines.append("  set aside      \(count) in \(session.store.shownPath): \(reasons)")
        }
        return lines.map { $0 + "\n" }.joined()
      },
      json: {
        .object([
          ("schema", "appauth-migrate/status/1"),
          ("state", .string(state.rawValue)),
          ("issuer", .string(issuer)),
          ("client_id", .string(client)),
          ("access_token_expires_at", Moment.json(summary?.accessTokenExpiresAt)),
          (
            "refresh_token",
            summary?.refreshTokenFingerprint.map { .object([("sha256_12", .string($0))]) } ?? .null
          ),
          ("dpop", summary.map { .bool($0.isBound) } ?? .null),
          ("scopes", summary?.scopes.map { .array($0.map { .string($0) }) } ?? .null),
          ("signed_in_at", Moment.json(summary?.signedInAt)),
          ("refreshed_at", Moment.json(summary?.refreshedAt)),
          ("store", .string(session.places.store.shown)),
          ("sealed_with", .string(session.key.description)),
          ("key_source", .string(session.key.kind?.rawValue ?? "")),
          ("set_aside", .array(setAside.map { .string($0) })),
        ])
      }
    )
  }

  private static func words(
    for state: SessionState,
    _ ended: ReauthenticationReason?
  ) -> String {
    switch state {
    case .authenticated, .refreshing, .stepUpRequired: "signed in"
    case .reauthenticationRequired where ended?.code == .refreshInterrupted:
      "two refreshes were interrupted, which the provider may not know: sign in again"
    case .reauthenticationRequired where ended?.code == .identityChanged:
      "ended, since a refresh brought another user's tokens: sign in again"
    case .reauthenticationRequired: "signed out by the provider: sign in again"
    case .authorizing: "a sign-in was begun and not finished"
    case .unauthenticated, .loggingOut: "not signed in"
    }
  }
}

extension Stop {
  /// The reason for programs, schema `appauth-migrate/error/1`.
  ///
  /// - Parameter command: What was given, for the next steps; nil if that was no command.
  /// - Returns: An object.
  func json(after command: ParsedCommand?) -> JSONNode {
    .object([
      ("schema", "appauth-migrate/error/1"),
      ("error", reason.map { .string($0) } ?? .null),
      ("message", .string(message)),
      ("exit_code", .int(Int64(code.rawValue))),
      ("retry_at", retryAt.map { .string(Moment.end(ofWait: $0)) } ?? .null),
      ("next", .array(hints.compactMap { hint in hint.text(after: command).map { .string($0) } })),
    ])
  }
}

/// Times as they are shown and written: ISO 8601 in UTC.
enum Moment {
  static func text(_ seconds: Double) -> String {
    CalendarTime(utc: Int64(min(max(seconds, 0), lastSecondOfYear9999).rounded(.down))).iso8601
  }

  private static let lastSecondOfYear9999 = 253_402_300_799.0

  static func json(_ seconds: Double?) -> JSONNode {
    seconds.map { .string(text($0)) } ?? .null
  }

  /// The end of a wait: the first whole second that does not cut it short.
  static func end(ofWait seconds: Double) -> String { text(seconds.rounded(.up)) }
}
