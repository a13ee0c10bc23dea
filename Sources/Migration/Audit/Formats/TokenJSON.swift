import JSON
import LegacyState

/// Writes a state's tokens as the json has them: every role stands in it; null says that there is none.
struct TokenJSON {
  let mask: NameMask

  func write(_ tokens: [TokenRecord], to writer: inout JSONWriter) {
    writer.beginObject()
    let refresh = tokens.first { $0.row.role == .refresh && !$0.row.isOlder }
    write("refresh", refresh, to: &writer) { token, writer in
      writeDigest(token, to: &writer)
      writer.member("kind", token.row.kind.rawValue)
    }
    write("access", tokens.first { $0.row.role == .access }, to: &writer) { token, writer in
      writeDigest(token, to: &writer)
      writer.member("kind", token.row.kind.rawValue)
      writeExpiry(token, to: &writer)
      writer.member("expired", token.isExpired)
    }
    write("id", tokens.first { $0.row.role == .id }, to: &writer) { token, writer in
      writeDigest(token, to: &writer)
      writer.member("alg", mask(token.algorithm))
      writeExpiry(token, to: &writer)
    }
    // A digest of it could be guessed back.
    write("client_secret", tokens.first { $0.row.role == .clientSecret }, to: &writer) {
      $1.member("length", $0.row.length)
    }
    let registration = tokens.first { $0.row.role == .registrationAccess }
    write("registration_access", registration, to: &writer, writeDigest)
    let code = tokens.first { $0.row.role == .authorizationCode }
    write("authorization_code", code, to: &writer, writeDigest)
    write("code_verifier", tokens.first { $0.row.role == .codeVerifier }, to: &writer) {
      $1.member("length", $0.row.length)
    }
    writer.name("historical_refresh")
    writer.beginArray()
    for token in tokens where token.row.isOlder {
      writer.nextElement()
      writer.beginObject()
      writeDigest(token, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private func write(
    _ name: StaticString,
    _ token: TokenRecord?,
    to writer: inout JSONWriter,
    _ members: (TokenRecord, inout JSONWriter) -> Void
  ) {
    writer.name(name)
    guard let token else { return writer.null() }
    writer.beginObject()
    members(token, &writer)
    writer.endObject()
  }

  private func writeDigest(_ token: TokenRecord, to writer: inout JSONWriter) {
    writer.name("sha256")
    if let digest = token.digest {
      write(digest, to: &writer)
    } else {
      writer.null()
    }
    writer.member("length", token.row.length)
  }

  /// A token may be written like the digest of another.
  private func write(_ digest: ArraySlice<UInt8>, to writer: inout JSONWriter) {
    guard mask.knows(length: 64) else { return writer.hexadecimal(digest) }
    var text = JSONWriter(isPretty: false)
    text.hexadecimal(digest)
    writer.string(mask(String(decoding: text.bytes.dropFirst().dropLast(), as: UTF8.self)))
  }

  private func writeExpiry(_ token: TokenRecord, to writer: inout JSONWriter) {
    let moment = token.expiresAtMilliseconds.flatMap { Timestamp.moment(milliseconds: $0) }
    writer.member("expires_at", mask(moment))
  }
}
