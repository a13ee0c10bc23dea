import OAuthClient
import POSIX

/// The session store that a command means, and where its key comes from; nothing is opened yet.
struct StoreAccess: Sendable {
  let places: Places
  let key: any SealingKeySource
  let store: SealedSessionStore

  init(_ context: Context, _ configuration: OAuthConfiguration) throws(Stop) {
    places = try Places(context)
    key = try KeyChoice(context, places).source
    store = SealedSessionStore(
      folder: places.store.text,
      issuer: configuration.sessionIssuer,
      clientID: configuration.clientId,
      key: key
    )
  }
}
