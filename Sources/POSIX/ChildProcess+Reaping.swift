import CSystem

extension ChildProcess {
  /// Collects the program when it ends, so that no zombie is left, and holds up nobody meanwhile.
  ///
  /// A thread of its own waits for this one process: a library must neither take SIGCHLD from its app nor wait for
  /// children that are not its own. Nothing else may wait for the program then.
  ///
  /// - Parameter report: Told how it ended, on that thread; nil if somebody else of this process collected it, or if
  ///   there was no thread to be had, and then at once.
  package func collectWhenEnded(_ report: @escaping @Sendable (Exit?) -> Void = { _ in }) {
    let isWaiting = DetachedThread.start {
      // The app's signal handlers are not to run on a thread that it does not know.
      var all = sigset_t()
      _ = unsafe sigfillset(&all)
      _ = unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
      report(exitWhenEnded())
    }
    if !isWaiting { report(nil) }
  }
}

extension ChildProcess {
  /// Waits for the end on this thread.
  ///
  /// - Returns: How it ended; nil if the system knows no such child.
  fileprivate func exitWhenEnded() -> Exit? {
    var status: Int32 = 0
    let found = try? systemCall(.run, "(program)") { unsafe waitpid(processID, &status, 0) }
    guard found == processID else { return nil }
    if appauth_has_exited(status) != 0 { return .code(appauth_exit_code(status)) }
    return .signal(appauth_end_signal(status))
  }
}
