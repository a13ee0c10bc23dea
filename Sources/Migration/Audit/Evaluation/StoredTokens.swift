import JOSE
import LegacyState
import Secrets

/// AM101, AM102, AM103: tokens of the user.
enum StoredTokens: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    [refresh(judged), access(judged), id(judged)].compactMap { $0 }
  }

  private static func refresh(_ judged: JudgedState) -> AuditFinding? {
    let older = judged.state.historicalRefreshTokens
    guard let token = judged.state.refreshToken else {
      guard let first = older.first else { return nil }
      let words =
        older.count == 1 ? "an older refresh token \(name(first))" : "older refresh tokens"
      return judged.finding("AM101", "\(words) at rest, and no live one; it may still be valid")
    }
    let named = judged.entries.refresh.map(name) ?? name(token)
    var message = "a \(judged.possible)refresh token \(named) at rest"
    if !older.isEmpty { message += ", and \(older.count) older" }
    if let expiry = UnverifiedJWT(token.secret)?.expiry, Int64(expiry.seconds * 1000) <= judged.now,
      expiry.seconds > 0
    {
      message += "; it says of itself that it ended at \(Timestamp.seconds(Int64(expiry.seconds)))"
    }
    return judged.finding("AM101", message)
  }

  private static func access(_ judged: JudgedState) -> AuditFinding? {
    guard judged.hasLiveAccessToken, let token = judged.state.accessToken else { return nil }
    let what = judged.state.confidence == .low ? "a possible" : "an"
    let end =
      token.expiresAtMilliseconds.map { expiry in
        Timestamp.moment(milliseconds: expiry).map { "valid until \($0)" }
          ?? "valid beyond any date"
      } ?? "its expiry is not known"
    return judged.finding(
      "AM102",
      "\(what) access token \(name(token)) at rest, \(end)"
    )
  }

  private static func id(_ judged: JudgedState) -> AuditFinding? {
    guard let token = judged.state.idToken else { return nil }
    let what = judged.idToken?.kind == .encrypted ? "encrypted" : "readable by anybody"
    let named = judged.entries.id.map(name) ?? name(token)
    return judged.finding("AM103", "an ID token \(named) at rest, \(what)")
  }

  private static func name(_ token: TokenEntry) -> String {
    "\(token.fingerprint?.short ?? "of \(token.length) bytes") (\(token.kind.rawValue))"
  }

  private static func name(_ token: LegacyToken) -> String {
    let digest = token.fingerprint?.short ?? "of \(token.secret.count) bytes"
    return "\(digest) (\(token.kind.rawValue))"
  }
}
