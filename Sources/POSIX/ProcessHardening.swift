import CSystem

/// What a process that holds tokens does first.
package enum ProcessHardening {
  /// No core dumps, no debugger, no key log, private files; a lost reader is an error instead of a signal.
  ///
  /// Call it before the first task is started: the environment and the umask belong to the whole process.
  ///
  /// - Returns: Whether the system granted the protection of memory.
  @discardableResult
  package static func apply() -> Bool {
    appauth_reserve_standard_descriptors()
    let isProtected = appauth_refuse_inspection() == 0
    // TLS libraries write session keys to the file it names.
    _ = unsafe unsetenv("SSLKEYLOGFILE")
    _ = umask(0o077)
    appauth_ignore_signal(SIGPIPE)
    #if !DEBUG
    // Swift's backtracer would print memory; without its handlers a crash is only a crash.
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      appauth_default_signal(number)
    }
    #endif
    return isProtected
  }
}
