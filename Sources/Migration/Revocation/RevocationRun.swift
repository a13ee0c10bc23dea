internal import Locks
internal import OAuthClient

/// What the workers of one run share.
final class RevocationRun: Sendable {
  private struct State {
    var stop: RevocationStop?
    var refusedClients: Set<String> = []
    var doubts = 0
    /// Until when nothing is sent.
    var heldUntil = -Double.infinity
    /// What all waits have come to, each moment counted once however many wait.
    var waited = 0.0
  }

  let options: RevocationOptions
  let clock: OAuthClock
  private let onEvent: @Sendable (RevocationEvent) -> Void
  private let state = Mutex(State())

  init(
    options: RevocationOptions,
    clock: OAuthClock,
    onEvent: @escaping @Sendable (RevocationEvent) -> Void
  ) {
    self.options = options
    self.clock = clock
    self.onEvent = onEvent
  }

  var stop: RevocationStop? { state.withLock { $0.stop } }

  /// Until when the provider asked to wait, if that stopped the run; seconds since 1970.
  var wait: Double? {
    guard case .askedToWait(let until)? = stop else { return nil }
    return until
  }

  /// The first reason stays.
  func stop(_ reason: RevocationStop) {
    state.withLock { $0.stop = $0.stop ?? reason }
  }

  func tell(_ event: RevocationEvent) { onEvent(event) }

  /// `invalid_client` is the client's, not the token's: no more of its tokens are sent.
  func refuse(client: String) { _ = state.withLock { $0.refusedClients.insert(client) } }

  func isRefused(client: String) -> Bool {
    state.withLock { $0.refusedClients.contains(client) }
  }

  /// Counts tokens in a row whose fate the provider left open.
  func note(_ outcome: RevocationOutcome) {
    state.withLock { state in
      state.doubts = outcome == .inDoubt ? state.doubts + 1 : 0
      if state.doubts >= options.doubtsInARow { state.stop = state.stop ?? .unavailable }
    }
  }

  /// Waits as long as the provider asked, never shorter.
  ///
  /// - Parameters:
  ///   - seconds: What it asked for; infinite stops the run.
  ///   - origin: Who asked, for the event.
  /// - Returns: False if that is more than this run may wait, or it was stopped meanwhile.
  func sitOut(_ seconds: Double, origin: String) async -> Bool {
    // A zero would have us ask again at once and for ever.
    let seconds = max(seconds, 1)
    let now = clock.now()
    let until = now + seconds
    let (isGranted, isNews) = state.withLock { state -> (Bool, Bool) in
      guard state.stop == nil else { return (false, false) }
      let extra = max(0, until - max(now, state.heldUntil))
      guard state.waited + extra <= options.maximumWait / .seconds(1) else {
        state.stop = .askedToWait(until: until.isFinite ? until : nil)
        return (false, false)
      }
      state.waited += extra
      state.heldUntil = max(state.heldUntil, until)
      return (true, extra > 1e-3)
    }
    guard isGranted else { return false }
    if isNews { tell(.waiting(origin: origin, until: until)) }
    return await rest(seconds)
  }

  /// Waits out what another worker was asked for.
  func waitTurn() async -> Bool {
    while true {
      if stop != nil { return false }
      let left = state.withLock { $0.heldUntil } - clock.now()
      guard left > 0 else { return true }
      guard await rest(left) else { return false }
    }
  }

  /// False if the task was cancelled meanwhile.
  func rest(_ seconds: Double) async -> Bool {
    do {
      try await clock.sleep(.seconds(seconds))
      return stop == nil
    } catch {
      stop(.cancelled)
      return false
    }
  }
}
