internal import Secrets

/// What a session is stored under, and what its seal covers.
struct SlotName: Sendable {
  /// The SHA-256 of issuer and client id.
  let slot: String
  /// Issuer, client id and format.
  let binding: [UInt8]

  init(issuer: String, clientID: String) {
    let identity = Array("\(issuer)\u{0}\(clientID)".utf8)
    self.slot = SecretBytes(copying: identity).fingerprint.hex
    self.binding = identity + Array("\u{0}session/\(SealedSessionStore.format)".utf8)
  }
}
