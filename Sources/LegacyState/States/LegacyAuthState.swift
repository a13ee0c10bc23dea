import POSIX
public import Secrets

/// One leftover state of an old library: all that it says, and where it stands.
///
/// Everything in it comes from a file that anybody may have written: endpoints are for reading, never for sending
/// to, and texts are neutralised before they are shown.
public struct LegacyAuthState: Sendable, Identifiable {
  /// Which library wrote it.
  public enum Library: String, Hashable, Sendable, CaseIterable {
    case appAuthAndroid = "appauth-android"
    case appAuthIOS = "appauth-ios"
    case flutterAppAuth = "flutter_appauth"
    case reactNativeAppAuth = "react-native-app-auth"
    case appAuthJS = "appauth-js"
    /// AppAuth-iOS state inside a wrapper of GTMAppAuth.
    case gtmAppAuth = "gtm-appauth"
    /// AppAuth-iOS state inside a wrapper of OktaOidc.
    case oktaOIDC = "okta-oidc"
    /// Values that an app kept under names of its own.
    case unknown
  }

  /// In which form it is kept.
  public enum Format: String, Hashable, Sendable {
    /// `AuthState.jsonSerializeString()`, or what `jsonSerialize()` of one of its parts wrote.
    case authStateJSON = "auth_state_json"
    /// An `NSKeyedArchiver` archive of an `OIDAuthState` or of one of its parts.
    case keyedArchive = "keyed_archive"
    /// The fields of a token response, one by one.
    case tokenResponse = "token_response_json"
    /// Found in bytes that belong to nothing any more: a freed page, a journal, the rest of a record.
    case carved
  }

  /// How sure it is that this is AppAuth's.
  public enum Confidence: String, Hashable, Sendable {
    /// The library's own format.
    case certain
    /// A token answer that something else in the input ties to AppAuth.
    case medium
    /// Values that could have come from elsewhere: never delete them without being told to.
    case low
  }

  /// How the authorization code was bound to the app.
  public enum PKCE: String, Hashable, Sendable {
    case s256 = "S256"
    case plain
    /// An authorization request without a verifier.
    case none
    /// There is no authorization request in the state.
    case unknown
  }

  /// What taking it away would do to its file.
  public enum Removal: String, Hashable, Sendable {
    /// Everything else in the file stays byte for byte, or value for value where the format has no spare bytes.
    case exact
    /// Only the file as a whole can go.
    case wholeFile = "whole_file"
    /// Not by this tool.
    case no
  }

  /// Something inside the state that contradicts itself.
  public enum Disagreement: String, Hashable, Sendable, CaseIterable {
    case authorizationEndpoint = "authorization_endpoint"
    case tokenEndpoint = "token_endpoint"
    case issuer
    case clientID = "client_id"
    /// Several refresh tokens and no live one among them.
    case refreshToken = "refresh_token"
    /// A member stands twice in one object; the last one was taken.
    case duplicateMember = "duplicate_member"
  }

  /// `st_` and 16 hex digits from content and place: the same as long as neither changes.
  public internal(set) var id = ""
  /// Where it stands.
  public internal(set) var source: StateSource
  /// The package or bundle of the app, where the path tells it.
  public internal(set) var app: String?
  /// Digest of the state's own bytes, decoded; what removal checks before it touches anything.
  public internal(set) var contentDigest: Fingerprint

  /// Which library wrote it.
  public let library: Library
  /// In which form it is kept.
  public internal(set) var format: Format
  /// How sure it is that this is AppAuth's.
  public internal(set) var confidence: Confidence
  /// Whether it is nothing but a token of another state of the same document, kept once more.
  var isCopy = false
  /// Whether ``withoutPlaceholders`` has left nothing in it that is no token.
  var isWeighed = false
  /// Counts only if this is the token endpoint of another state of the same container; nil once it does.
  var awaitedEndpoint: String?
  /// What taking it away would do to its file.
  public internal(set) var removal: Removal = .exact
  /// Whether it holds more refresh tokens than ``historicalRefreshTokens`` names.
  public internal(set) var hasUnnamedTokens = false
  /// The digests of ``historicalRefreshTokens``: comparing each with each takes minutes where there are many.
  var historicalSeen: Set<Fingerprint> = []

  /// The issuer of the discovery document in the state, nothing else.
  public internal(set) var issuer: String?
  /// Where the user was sent.
  public internal(set) var authorizationEndpoint: String?
  /// Where codes were exchanged.
  public internal(set) var tokenEndpoint: String?
  /// From the discovery document.
  public internal(set) var revocationEndpoint: String?
  /// Where sessions were ended.
  public internal(set) var endSessionEndpoint: String?
  /// Where the client was registered.
  public internal(set) var registrationEndpoint: String?
  /// Where this client's registration is managed (RFC 7592).
  public internal(set) var registrationClientURI: String?
  /// Whether the client was registered by the app itself (RFC 7591).
  public internal(set) var isRegistered = false
  /// How that client authenticates at the token endpoint, as it was registered or asked for.
  public internal(set) var tokenEndpointAuthMethod: String?
  /// The client that the tokens belong to.
  public internal(set) var clientID: String?
  /// Where the provider sent the user back to.
  public internal(set) var redirectURI: String?
  /// The scopes that were granted, or else asked for.
  public internal(set) var scopes: [String] = []
  /// What the authorization request asked for, such as `code` or `code id_token`.
  public internal(set) var responseType: String?
  /// How the code was bound to the app.
  public internal(set) var pkce: PKCE = .unknown
  /// Whether the authorization request had a nonce.
  public internal(set) var hasNonce = false

  /// The live refresh token: the one at the library's documented place.
  public internal(set) var refreshToken: LegacyToken?
  /// The access token.
  public internal(set) var accessToken: LegacyToken?
  /// The ID token.
  public internal(set) var idToken: LegacyToken?
  /// The authorization code, exchanged or not.
  public internal(set) var authorizationCode: LegacyToken?
  /// Whether a token response followed the code; nil without a code.
  public internal(set) var authorizationCodeExchanged: Bool?
  /// The PKCE verifier.
  public internal(set) var codeVerifier: LegacyToken?
  /// The secret from dynamic registration.
  public internal(set) var clientSecret: LegacyToken?
  /// The token that manages the registration (RFC 7592).
  public internal(set) var registrationAccessToken: LegacyToken?
  /// Refresh tokens at other places of the state: sent earlier, or replaced.
  public internal(set) var historicalRefreshTokens: [LegacyToken] = []

  /// Whether the library had recorded an error, after which it gives no token out although they are all there.
  public internal(set) var hasError = false
  /// Names of the additional parameters of requests and responses; their values are not kept.
  public internal(set) var additionalParameterNames: [String] = []
  /// Names of the additional parameters of the token request alone.
  public internal(set) var tokenRequestParameterNames: [String] = []
  /// How many times a response was found again inside its own additional parameters.
  public internal(set) var nestedCopies = 0
  /// What contradicts itself in it.
  public internal(set) var disagreements: Set<Disagreement> = []

  init(
    library: Library,
    format: Format,
    confidence: Confidence,
    locator: Locator,
    contentDigest: Fingerprint
  ) {
    self.library = library
    self.format = format
    self.confidence = confidence
    self.source = StateSource(locator: locator)
    self.contentDigest = contentDigest
  }

  /// What the ID token claims of its issuer, not verified: a hint.
  public var issuerFromIDToken: String? { idToken?.hints?.issuer }
  /// What the ID token claims of its client, not verified: a hint.
  public var clientIDFromIDToken: String? { idToken?.hints?.client }

  /// Every credential in it, the live refresh token first, each place once.
  public var tokens: [LegacyToken] {
    [
      refreshToken, accessToken, idToken, authorizationCode, codeVerifier, clientSecret,
      registrationAccessToken,
    ].compactMap { $0 } + historicalRefreshTokens
  }
}
