package import HTTP

/// What a resource's answer means for the token that was presented; pure.
///
/// - SeeAlso: RFC 6750 section 3, RFC 9470 section 3.
package enum ResourceVerdict: Sendable, Equatable {
  /// The answer is the caller's, whatever its status.
  case answered
  /// The token is not taken: another one may be.
  case tokenRefused
  /// The token is good, the sign-in behind it not enough.
  case stepUp(StepUpChallenge)

  /// Judges an answer.
  ///
  /// - Parameter response: As it came.
  package init(_ response: Response) {
    guard response.status == 401 else {
      self = .answered
      return
    }
    let challenges = AuthenticationChallenge.all(in: response.headers.all("www-authenticate"))
    let wanted = challenges.first { challenge in
      ["bearer", "dpop"].contains(challenge.scheme)
        && challenge["error"]?.lowercased() == "insufficient_user_authentication"
    }
    self = wanted.map { .stepUp(StepUpChallenge($0)) } ?? .tokenRefused
  }
}

extension StepUpChallenge {
  /// No real challenge names more.
  private static let longest = 16

  /// Reads a challenge; values that could not be sent on as they are, are left out.
  ///
  /// - Parameter challenge: With the error `insufficient_user_authentication`.
  init(_ challenge: AuthenticationChallenge) {
    self.init(
      acrValues: Self.words(challenge["acr_values"]),
      maxAgeSeconds: challenge["max_age"].flatMap(Self.seconds),
      scopes: Self.words(challenge["scope"])
    )
  }

  private static func words(_ text: String?) -> [String] {
    let words = (text ?? "").split(separator: " ").filter { word in
      word.utf8.count <= 256 && word.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
    return words.prefix(longest).map(String.init)
  }

  private static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // More digits than fit are a very long time.
    return min(Int(text) ?? .max, Int(Int32.max))
  }
}
