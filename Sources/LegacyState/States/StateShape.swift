import JSON
import Secrets

/// One way in which a library writes its state as a JSON object, told by the object's members alone.
///
/// A new library is one type that conforms to this, and one line in ``StateShapes/all``.
protocol StateShape: SendableMetatype {
  /// What the object is, nil if it is something else.
  ///
  /// Whatever has a token in it and is not proven to be a state stays where it is: what is found here may be deleted.
  static func recognise(_ object: JSONValue) -> RecognisedState?

  /// Fills a state from an object that was recognised.
  static func read(_ object: JSONValue, into state: inout LegacyAuthState)
}

/// What a shape makes of an object.
struct RecognisedState {
  let library: LegacyAuthState.Library
  let format: LegacyAuthState.Format
  let confidence: LegacyAuthState.Confidence
}

/// The table of all shapes.
enum StateShapes {
  /// No library and no app keeps more in one object; an object of millions must not be gone through for each name.
  static let mostMembers = 1 << 16

  /// Whether an object has so many members that it is not looked at, and a state's among them.
  static func isTooLarge(_ object: JSONValue) -> Bool {
    exceedsMembers(object)
      && object.eachMember.contains { member in
        telling.contains { member.isNamed($0) }
      }
  }

  /// Of which one makes an object that is too large worth an error.
  private static let telling = [
    "mLastTokenResponse", "lastAuthorizationResponse", "lastRegistrationResponse", "refreshToken",
    "tokenAdditionalParameters", "authorizeAdditionalParameters", "accessTokenExpirationDate",
  ]

  private static func exceedsMembers(_ object: JSONValue) -> Bool {
    // None takes less than six bytes.
    object.byteRange.count > 5 * mostMembers
      && object.eachMember.dropFirst(mostMembers).contains { _ in true }
  }

  private static let all: [any StateShape.Type] = [
    AndroidAuthState.self, AndroidPart.self, FlutterResult.self, ReactNativeResult.self,
    ReactNativeRegistration.self, AppAuthJSResponse.self,
  ]

  /// The state that an object is, nil if it is none; the first shape that knows it has it.
  ///
  /// Only the library's own format is proof enough without anything in it that may be a credential: labels of buttons,
  /// documentation and logs with blackened values have the plugins' members as well.
  static func state(
    of object: JSONValue,
    past inert: InertObjects? = nil,
    at locator: () -> Locator
  ) -> LegacyAuthState? {
    guard !exceedsMembers(object) else { return nil }
    for shape in all {
      guard let recognised = shape.recognise(object) else { continue }
      var state = LegacyAuthState(
        library: recognised.library,
        format: recognised.format,
        confidence: recognised.confidence,
        locator: locator(),
        contentDigest: object.digest
      )
      shape.read(object, into: &state)
      state.addRefreshTokens(in: object, past: inert)
      let isProven =
        recognised.format != .tokenResponse
        || state.tokens.contains { $0.secret.withBytes { TokenShape.mayBeCredential($0) } }
      return isProven ? state : nil
    }
    return nil
  }
}

extension String {
  /// The values of a scope, as many as anybody asks for: a text of millions must not cost their weight in memory.
  var scopeValues: [String] {
    split(separator: " ", maxSplits: 256).prefix(256).map(String.init)
  }
}

extension JSONValue {
  /// The digest of the value's bytes as they stand there.
  var digest: Fingerprint {
    document.bytes.withBytes { Fingerprint(of: $0.extracting(byteRange)) }
  }
}
