#if canImport(AuthenticationServices)
import Foundation
import OAuthClient

/// Where an app keeps its session if it names no other place: sealed in Application Support, the key in the Keychain.
enum AppStore {
  static func store(
    for configuration: OAuthConfiguration,
    keychain: any KeychainClient
  ) throws(OAuthError) -> SealedSessionStore {
    let app = Bundle.main.bundleIdentifier ?? "OAuthClient"
    let folder: URL
    do {
      folder = try FileManager.default.url(
        for: .applicationSupportDirectory,
        in: .userDomainMask,
        appropriateFor: nil,
        create: true
      ).appending(path: "\(app)/OAuthClient")
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw .recoverable(
        RecoverableFailure(.store, "Application Support cannot be used just now: try again")
      )
    }
    return SealedSessionStore(
      folder: folder.path(percentEncoded: false),
      issuer: configuration.sessionIssuer,
      clientID: configuration.clientId,
      key: KeychainKey(service: "\(app).OAuthClient", client: keychain)
    )
  }
}
#endif
