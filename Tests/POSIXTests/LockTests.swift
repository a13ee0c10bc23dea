import POSIX
import TestSupport
import Testing

@Suite struct `A file's lock` {
  @Test func `excludes a second opener until it is given back`() async throws {
    let folder = try TemporaryFolder()
    let first = try folder.directory.openFile("lock", .create(permissions: 0o600))
    let second = try folder.directory.openFile("lock", .create(permissions: 0o600))
    try await first.lock(timeout: .zero)
    #expect(try !second.tryLock())
    let failure = await #expect(throws: FileFailure.self) {
      try await second.lock(timeout: .milliseconds(20))
    }
    #expect(failure?.reason == .locked)
    try first.unlock()
    try second.lockBlocking(timeout: .seconds(10))
    #expect(try !first.tryLock())
  }

  @Test func `is waited for without giving up too early`() async throws {
    let folder = try TemporaryFolder()
    let first = try folder.directory.openFile("lock", .create(permissions: 0o600))
    let second = try folder.directory.openFile("lock", .readWrite)
    try await first.lock(timeout: .zero)
    async let waited: Void = second.lock(timeout: .seconds(30))
    try first.unlock()
    try await waited
  }

  @Test func `ends with its last owner`() throws {
    let folder = try TemporaryFolder()
    let second = try folder.directory.openFile("lock", .create(permissions: 0o600))
    do {
      let first = try folder.directory.openFile("lock", .readWrite)
      #expect(try first.tryLock())
    }
    #expect(try second.tryLock())
  }

  @Test func `stops being waited for when the task is cancelled`() async throws {
    let folder = try TemporaryFolder()
    let first = try folder.directory.openFile("lock", .create(permissions: 0o600))
    let second = try folder.directory.openFile("lock", .readWrite)
    try await first.lock(timeout: .zero)
    let waiting = Task { try await second.lock(timeout: .seconds(600)) }
    waiting.cancel()
    let failure = await #expect(throws: FileFailure.self) { try await waiting.value }
    #expect(failure?.reason == .cancelled)
  }

  @Test(.timeLimit(.minutes(10)))
  func `excludes another process and is free once that is killed`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("lock", text: "")
    let script = """
      use Fcntl ':flock'; open(my $f, '+<', $ARGV[0]) or die; flock($f, LOCK_EX) or die;
      syswrite STDOUT, 'locked'; sleep 300;
      """
    let output = try File.anonymous()
    let child = try ChildProcess.spawn(
      "perl",
      arguments: ["-e", script, path.text],
      output: .file(output),
      error: .inherit
    )
    while try output.status().size < 6 {
      #expect(child.exitIfEnded() == nil)
      try await Task.sleep(for: .milliseconds(2))
    }

    let file = try folder.directory.openFile("lock", .readWrite)
    #expect(try !file.tryLock())
    child.send(.kill)
    #expect(await child.wait() == .signal(9))
    #expect(try file.tryLock())
  }
}
