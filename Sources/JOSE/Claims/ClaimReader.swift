import JSON
import Secrets

/// Reads the claims that rules depend on: absent is nil, of the wrong type is a failure.
struct ClaimReader {
  private let payload: JSONValue

  init(_ payload: JSONValue) {
    self.payload = payload
  }

  func required<Value>(_ name: String, _ value: Value?) throws(IDTokenFailure) -> Value {
    guard let value else {
      throw IDTokenFailure(.missingClaim, claim: name, "the token has no \(name)")
    }
    return value
  }

  func text(_ name: String) throws(IDTokenFailure) -> String? {
    guard let member = payload[name] else { return nil }
    guard let text = member.string() else { throw malformed(name, "a string") }
    return text
  }

  func secret(_ name: String) throws(IDTokenFailure) -> SecretBytes? {
    guard let member = payload[name] else { return nil }
    guard let secret = member.secret() else { throw malformed(name, "a string") }
    return secret
  }

  /// RFC 7519 section 4.1.3: one string, or an array of them.
  func audience() throws(IDTokenFailure) -> [String]? {
    guard let member = payload["aud"] else { return nil }
    if let one = member.string() { return [one] }
    guard let several = member.stringArray(), !several.isEmpty else {
      throw malformed("aud", "a string or an array of strings")
    }
    return several
  }

  func date(_ name: String) throws(IDTokenFailure) -> NumericDate? {
    guard let member = payload[name] else { return nil }
    guard let seconds = member.double() else { throw malformed(name, "a number of seconds") }
    let date = NumericDate(seconds: seconds)
    guard date.isPlausible else {
      let milliseconds = NumericDate(seconds: seconds / 1000)
      let guess =
        seconds > 0 && milliseconds.isPlausible
        ? "it looks like milliseconds, but must be seconds (RFC 7519 section 2)"
        : "it is no date"
      throw IDTokenFailure(
        .implausibleTime,
        claim: name,
        "the token's \(name) is \(member.int().map { "\($0)" } ?? "\(seconds)"): \(guess)"
      )
    }
    return date
  }

  private func malformed(_ name: String, _ expected: String) -> IDTokenFailure {
    IDTokenFailure(.malformedClaim, claim: name, "the token's \(name) is not \(expected)")
  }
}
