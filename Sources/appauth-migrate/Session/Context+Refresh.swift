import Locks
import OAuthClient
import POSIX
import Terminal

extension Context {
  /// Does something that may refresh the session, and lets no process end before the answer is saved.
  ///
  /// A signal ends the command as soon as nothing can be lost: at once while the refresh token has not been sent, and
  /// else when the new one is on disk.
  ///
  /// - Parameters:
  ///   - session: Whose client it is.
  ///   - isCancellable: Whether the rest of the work is given up then, such as a request to a resource.
  ///   - body: What is done.
  /// - Returns: What `body` returns.
  /// - Throws: ``ExitCode/partial`` for a session that could not be saved, and after a signal; what `body` failed with.
  func refreshing<R: Sendable>(
    _ session: SessionContext,
    isCancellable: Bool = false,
    _ body: @escaping @Sendable (OAuthClient) async throws(OAuthError) -> R
  ) async throws(Stop) -> R {
    let (client, printer) = (session.client, printer)
    // Heard from before anything is sent.
    let signals = try? Signals.stream()
    let work = Task { () async -> Result<R, OAuthError> in
      do throws(OAuthError) { return .success(try await body(client)) } catch {
        return .failure(error)
      }
    }
    let watch = Task { () async -> Bool in
      guard let signals else { return false }
      for await signal in signals {
        printer.remark(
          "stopping once nothing can be lost of a refresh under way (\(signal)); once more ends at once"
        )
        await client.settle()
        if isCancellable { work.cancel() }
        return true
      }
      return false
    }
    let result = await work.value
    watch.cancel()
    let isStopped = await watch.value
    let unsaved = await client.unsaved
    switch result {
    case .failure(.recoverable(.cancelled)) where isStopped && isCancellable:
      throw Stop(
        .partial,
        unsaved?.description
          ?? "stopped; the session is saved as it is, and a request that was on its way may have arrived",
        hints: ["run the same command again"]
      )
    case .failure(.recoverable(.cancelled)) where isStopped:
      throw Stop(
        .partial,
        "stopped before the refresh token was sent; nothing is lost",
        hints: ["run the same command again"]
      )
    case .failure(let error):
      if let unsaved { printer.warning(unsaved.description) }
      throw Stop(error)
    case .success(let value):
      if let unsaved { throw Stop(unsaved) }
      guard !isStopped else {
        throw Stop(.partial, "stopped; a refresh that was under way is finished and saved")
      }
      return value
    }
  }
}

extension Stop {
  /// A session that ends with this process, or would have to be saved before.
  fileprivate init(_ unsaved: UnsavedSession) {
    self.init(
      .partial,
      unsaved.description,
      hints: unsaved.isLostAtExit
        ? [
          "let the store be written again, then sign out and sign in anew:", .next(.logout),
          .next(.login),
        ]
        : ["let the store be written again, then run the same command again"]
    )
    reason = RecoverableFailure.Code.store.rawValue
  }
}
