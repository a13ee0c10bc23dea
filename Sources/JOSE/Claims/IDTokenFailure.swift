/// Why an ID token was refused; equal by code alone, so that codes can be matched and tested.
///
/// It can be shown and logged: issuers, client ids and times may stand in it, but nothing about a person.
package struct IDTokenFailure: Error, Sendable {
  /// The reason.
  package let code: Code
  /// The claim that it is about, by its name in the token.
  package let claim: String?
  /// The reason in words, and what to do where one can do something.
  package let message: String
  /// The time in the token, where the reason is one of time.
  package let tokenTime: NumericDate?
  /// This computer's time, likewise.
  package let localTime: NumericDate?
  /// How many seconds this computer's clock is ahead of the server's, if that could be measured.
  package let clockOffset: Int?

  /// Records a reason.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - claim: The claim that it is about.
  ///   - message: The reason in words.
  package init(_ code: Code, claim: String? = nil, _ message: String = "") {
    self.code = code
    self.claim = claim
    self.message = message
    self.tokenTime = nil
    self.localTime = nil
    self.clockOffset = nil
  }

  /// Records a reason of time: what the token says, what our clock says, and how far that is off.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - claim: The claim that it is about.
  ///   - event: What the token says of its time, as "the token expired at".
  ///   - time: The time in the token.
  ///   - clock: Our clock.
  init(_ code: Code, claim: String, _ event: String, _ time: NumericDate, _ clock: IDTokenClock) {
    self.code = code
    self.claim = claim
    self.message =
      "\(event) \(time) (\(claim)), this computer's clock says \(clock.now) "
      + "(leeway \(clock.leeway) s); \(clock.advice)"
    self.tokenTime = time
    self.localTime = clock.now
    self.clockOffset = clock.offset
  }

  /// Takes over why the signature was not accepted; the code keeps its word.
  ///
  /// - Parameter failure: The reason.
  package init(_ failure: JWSFailure) {
    self.init(Code(failure.code), failure.message)
  }

  /// Whether the key set has no such key: then it is out of date, or the token is none of this provider's.
  package var lacksKey: Bool { code == Code(JWSFailure.Code.unknownKey) }

  /// Whether the key set may be out of date, so that fetching it once more can help.
  ///
  /// Some providers name no keys, or give a new key the name of the old one: then nothing but the signature tells.
  package var wantsFreshKeys: Bool {
    [.unknownKey, .badSignature, .ambiguousKey, .algorithmMismatch, .unusableKey]
      .contains { (code: JWSFailure.Code) in self.code == Code(code) }
  }
}

extension IDTokenFailure: Equatable {
  /// Whether both have the same reason.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are the same.
  package static func == (left: IDTokenFailure, right: IDTokenFailure) -> Bool {
    left.code == right.code
  }
}

extension IDTokenFailure: CustomStringConvertible {
  /// Code and words.
  package var description: String { "\(code.rawValue): \(message)" }
}
