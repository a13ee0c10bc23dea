import POSIX
import Secrets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct `This process` {
  @Test func `once hardened makes no core dump, keeps no key log and writes private files`() async {
    await #expect(processExitsWith: .success) {
      _ = unsafe setenv("SSLKEYLOGFILE", "/tmp/keys", 1)
      try #require(ProcessHardening.apply())
      try #require(Environment.value("SSLKEYLOGFILE") == nil)
      var limit = rlimit()
      #if os(Linux)
      _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      #else
      _ = unsafe getrlimit(RLIMIT_CORE, &limit)
      #endif
      try #require(limit.rlim_max == 0)

      let folder = try TemporaryFolder()
      let file = try folder.directory.openFile("a", .create(permissions: 0o666))
      try #require(file.status().mode == 0o600)
    }
  }

  @Test func `gets an error instead of a signal when nobody reads its output`() async {
    await #expect(processExitsWith: .success) {
      ProcessHardening.apply()
      var ends: [Int32] = [0, 0]
      _ = unsafe pipe(&ends)
      close(ends[0])
      _ = dup2(ends[1], 1)
      let failure = #expect(throws: FileFailure.self) {
        try StandardStreams.write("lost", to: .output)
      }
      try #require(failure?.isBrokenPipe == true)
    }
  }

  @Test func `writes all to a pipe that is full and does not block`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      _ = unsafe pipe(&ends)
      _ = dup2(ends[1], 1)
      close(ends[1])
      _ = dup2(ends[0], 0)
      _ = fcntl(1, F_SETFL, O_NONBLOCK)
      let reader = Task.detached { try StandardStreams.readInput(limit: 1_000_000) }
      try StandardStreams.write([UInt8](repeating: 9, count: 500_000), to: .output)
      close(1)
      try #require(await reader.value.count == 500_000)
    }
  }

  @Test func `reads its input line by line and then the rest`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = try folder.write("input", text: "yes\n\nrest\nof it")
      // Not by closing 0 first: another thread may open something in between.
      _ = unsafe dup2(open(path.text, O_RDONLY), 0)
      let line = try #require(try StandardStreams.readLine(limit: 3))
      try #require(line.equals(SecretBytes(copying: "yes".utf8)))
      try #require(StandardStreams.readLine(limit: 3)?.isEmpty == true)
      #expect(throws: FileFailure.self) { try StandardStreams.readLine(limit: 3) }
      try #require(StandardStreams.readInput(limit: 100).count == "\nof it".utf8.count)
      try #require(StandardStreams.readLine(limit: 3) == nil)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `hears the first signal, takes its echo for the same, and dies of the next`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      var signals = try Signals.stream().makeAsyncIterator()
      kill(getpid(), SIGTERM)
      // timeout(1) sends it to the process and to its group.
      kill(getpid(), SIGTERM)
      try #require(await signals.next() == .terminate)
      kill(getpid(), SIGINT)
      try #require(await signals.next() == .interrupt)
      try await Task.sleep(for: .seconds(2.1))
      kill(getpid(), SIGTERM)
      try await Task.sleep(for: .seconds(30))
    }
  }

  @Test func `takes no file and no pipe for a terminal`() throws {
    let file = try File.anonymous()
    try file.write([1])
    #expect(TerminalFacts.width(-1) == nil)
    #expect(!TerminalFacts.isTerminal(-1))
  }

  @Test func `knows its user and home`() {
    #expect(!Account.name.isEmpty)
    #expect(Account.home?.isAbsolute == true)
    #expect(Environment.all["PATH"] == Environment.value("PATH"))
  }
}
