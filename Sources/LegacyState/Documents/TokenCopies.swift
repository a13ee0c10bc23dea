import JSON
import Secrets

/// Finds values of a document that are nothing but a token of a state elsewhere in it: an app kept them once more.
struct TokenCopies {
  /// Beyond so many states the document is an export, and each has its own copies.
  private static let mostStates = 64
  private static let roles: Set<LegacyToken.Role> = [.refresh, .access, .id]

  private var states = 0
  private var roles: [Fingerprint: LegacyToken.Role] = [:]
  private var lengths: Set<Int> = []
  private var ranges: [Range<Int>] = []

  /// Remembers the tokens of a state, and where it stands.
  mutating func take(_ finding: Finding) {
    guard case .state(let state, let places) = finding else { return }
    states += 1
    guard states <= Self.mostStates else { return }
    for token in state.tokens where Self.roles.contains(token.role) && token.secret.count >= 16 {
      roles[token.secret.fingerprint] = token.role
      lengths.insert(token.secret.count)
    }
    ranges += places.map(\.outermost.range)
  }

  /// Gives each copy as a state of its own; that it is a token of the other ties it to AppAuth.
  func read(
    _ document: JSONDocument,
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    guard states > 0, states <= Self.mostStates, !roles.isEmpty else { return }
    var walk = JSONWalk(document)
    while let value = walk.next() {
      let length = value.byteRange.count - 2
      guard value.kind == .string, lengths.contains(length),
        !ranges.contains(where: { $0.overlaps(value.byteRange) }), let secret = value.secret(),
        let role = roles[secret.fingerprint]
      else { continue }
      let place = walk.place(of: value, in: layer)
      var state = LegacyAuthState(
        library: .unknown,
        format: .tokenResponse,
        confidence: .medium,
        locator: context.locator(walk.path, at: place),
        contentDigest: value.digest
      )
      state.isCopy = true
      let token = LegacyToken(role: role, secret: secret)
      switch role {
      case .refresh: state.refreshToken = token
      case .access: state.accessToken = token
      default: state.idToken = token
      }
      try emit(.state(state, [place]))
    }
  }
}
