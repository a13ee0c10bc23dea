import POSIX
import TestSupport
import Testing

@Suite struct `A child process` {
  @Test func `gives its output, its errors and its exit code`() async throws {
    let outcome = try await ChildProcess.run(
      "sh",
      arguments: ["-c", "cat; echo bad >&2; exit 7"],
      input: Array("good".utf8)
    )
    #expect(outcome.outputText == "good")
    #expect(outcome.errorText == "bad\n")
    #expect(outcome.exit == .code(7))
  }

  @Test func `has exactly the environment and folder that it is given`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      environment: ["A": "1", "B": "x=y"],
      folder: folder.path
    )
    #expect(outcome.outputText == "A=1\nB=x=y\n")
    let here = try await ChildProcess.run("pwd", folder: folder.path)
    #expect(here.outputText.contains(folder.path.lastComponent.text))
  }

  #if os(Linux)
  @Test func `has no open file of ours`() async throws {
    let folder = try TemporaryFolder()
    let kept = try folder.directory.openFile("secret", .create(permissions: 0o600))
    let list = try await ChildProcess.run("ls", arguments: ["-l", "/proc/self/fd"])
    let numbers = list.outputText.split(separator: "\n").compactMap { line in
      line.split(separator: " -> ").first?.split(separator: " ").last
    }
    // The fourth is the folder that ls itself reads.
    #expect(numbers.filter { $0.allSatisfy(\.isNumber) && $0 != "0" } == ["1", "2", "3"])
    #expect(!list.outputText.contains("secret"))
    #expect(try kept.status().size == 0)
  }

  @Test func `starts with no signal ignored or blocked`() async throws {
    let status = try await ChildProcess.run("cat", arguments: ["/proc/self/status"])
    for line in status.outputText.split(separator: "\n") where line.hasPrefix("SigBlk:") {
      #expect(line.hasSuffix("0000000000000000"))
    }
    #expect(status.outputText.contains("SigBlk:"))
  }
  #endif

  @Test(arguments: [("exit 0", 0), ("exit 7", 7)] as [(String, Int32)])
  func `is collected when it ends, though nobody waits for it`(script: String, code: Int32)
    async throws
  {
    let child = try ChildProcess.spawn("sh", arguments: ["-c", script], detached: true)
    let exit = await withCheckedContinuation { continuation in
      child.collectWhenEnded { continuation.resume(returning: $0) }
    }
    #expect(exit == .code(code))
    // The system has forgotten it: no zombie is left.
    #expect(child.exitIfEnded() == .code(-1))
  }

  @Test func `that somebody else has collected is reported as such`() async throws {
    let child = try ChildProcess.spawn("true")
    _ = await child.wait()
    let exit = await withCheckedContinuation { continuation in
      child.collectWhenEnded { continuation.resume(returning: $0) }
    }
    #expect(exit == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `that does not end in its time is killed with all it started`() async throws {
    let outcome = try await ChildProcess.run(
      "sh",
      arguments: ["-c", "echo begun; sleep 300 & sleep 300"],
      timeout: .milliseconds(300)
    )
    #expect(outcome.exit == .timedOut)
    #expect(outcome.outputText == "begun\n")
  }

  @Test func `that does not exist is an error that names it`() {
    let failure = #expect(throws: FileFailure.self) {
      try ChildProcess.spawn("no-such-program-here")
    }
    #expect(failure?.isNotFound == true)
    #expect(failure?.description.hasPrefix("cannot run no-such-program-here:") == true)
    #expect(throws: FileFailure.self) { try ChildProcess.spawn("/no/such/program") }
  }

  @Test func `never gets an argument that C would cut short`() {
    #expect(throws: FileFailure.self) { try ChildProcess.spawn("echo", arguments: ["a\0b"]) }
  }
}
