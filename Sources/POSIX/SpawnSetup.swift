import CSystem

#if canImport(Darwin)
private typealias SpawnActions = posix_spawn_file_actions_t?
private typealias SpawnAttributes = posix_spawnattr_t?
#else
private typealias SpawnActions = posix_spawn_file_actions_t
private typealias SpawnAttributes = posix_spawnattr_t
#endif

/// What `posix_spawn` is to do between fork and exec.
@safe struct SpawnSetup: ~Copyable {
  private var actions: SpawnActions
  private var attributes: SpawnAttributes

  init(detached: Bool) throws(FileFailure) {
    #if canImport(Darwin)
    (unsafe actions, unsafe attributes) = (nil, nil)
    #else
    unsafe actions = posix_spawn_file_actions_t()
    attributes = posix_spawnattr_t()
    #endif
    try Self.check(unsafe posix_spawn_file_actions_init(&actions))
    try Self.check(unsafe posix_spawnattr_init(&attributes))

    // An ignored signal stays ignored through exec, and a blocked one blocked: the program shall start like from a
    // shell.
    var (defaults, mask) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&mask)
    _ = unsafe sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP] {
      _ = unsafe sigaddset(&defaults, signal)
    }
    try Self.check(unsafe posix_spawnattr_setsigdefault(&attributes, &defaults))
    try Self.check(unsafe posix_spawnattr_setsigmask(&attributes, &mask))
    let flags = appauth_spawn_flags(detached ? 1 : 0)
    try Self.check(unsafe posix_spawnattr_setflags(&attributes, flags))
  }

  deinit {
    var (actions, attributes) = unsafe (actions, attributes)
    _ = unsafe posix_spawn_file_actions_destroy(&actions)
    _ = unsafe posix_spawnattr_destroy(&attributes)
  }

  mutating func redirect(
    _ streams: [(Int32, ChildProcess.Stream)],
    for program: Path
  ) throws(FileFailure) {
    for (number, stream) in streams {
      switch stream {
      case .null:
        try Self.check(
          unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        )
      case .inherit:
        #if canImport(Darwin)
        try Self.check(unsafe posix_spawn_file_actions_addinherit_np(&actions, number))
        #endif
      case .file(let file):
        try Self.check(
          unsafe posix_spawn_file_actions_adddup2(&actions, file.descriptor.number, number)
        )
      }
    }
  }

  mutating func change(to folder: Path) throws(FileFailure) {
    let code = try unsafe folder.withCString(.open) { start in
      unsafe appauth_spawn_in(&actions, start)
    }
    try Self.check(code)
  }

  /// Closes what another library of this process may have opened without close-on-exec.
  mutating func closeTheRest() throws(FileFailure) {
    try Self.check(unsafe appauth_spawn_closing(&actions, 3))
  }

  mutating func start(
    _ program: Path,
    arguments: [[UInt8]],
    environment: [[UInt8]]
  ) throws(FileFailure) -> Int32 {
    guard !(arguments + environment).contains(where: { $0.contains(0) }) else {
      throw FileFailure(.run, program, EINVAL)
    }
    var processID: pid_t = 0
    let code = try unsafe program.withCString(.run) { start in
      unsafe withCStrings(arguments) { arguments in
        unsafe withCStrings(environment) { environment in
          unsafe posix_spawn(&processID, start, &actions, &attributes, arguments, environment)
        }
      }
    }
    guard code == 0 else { throw FileFailure(.run, program, code) }
    return processID
  }

  private static func check(_ code: Int32) throws(FileFailure) {
    guard code == 0 else { throw FileFailure(.run, "(program)", code) }
  }
}

/// Lends a list of C strings that ends with a null pointer.
private func withCStrings<R>(
  _ strings: [[UInt8]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
  var pointers = unsafe strings.map { string in
    unsafe (string + [0]).withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: CChar.self).baseAddress.flatMap { unsafe strdup($0) }
    }
  }
  defer { unsafe pointers.forEach { unsafe free($0) } }
  unsafe pointers.append(nil)
  return unsafe pointers.withUnsafeMutableBufferPointer { pointers in
    unsafe body(pointers.baseAddress.unsafelyUnwrapped)
  }
}
