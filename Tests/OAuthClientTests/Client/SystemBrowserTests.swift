import OAuthClient
import POSIX
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The system's browser` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An opener that writes down its process and its arguments, then does what the script says.
  private func opener(_ script: String) throws -> SystemBrowser {
    let path = try folder.write(
      "opener.sh",
      text: """
        #!/bin/sh
        cd \(folder.path)
        echo $$ >pid; echo "$@" >arguments
        \(script)

        """,
      permissions: 0o755
    )
    return SystemBrowser(browser: "\(path) --new %s")
  }

  /// Opens an address with an opener that must fail.
  private func failure(_ browser: SystemBrowser, meanwhile body: () throws -> Void = {})
    async throws -> String?
  {
    let (failures, end) = AsyncStream<String>.makeStream()
    try await browser.open("http://127.0.0.1:1/start/x") { end.yield($0) }
    try body()
    for await failure in failures { return failure }
    return nil
  }

  @Test(arguments: [
    ("exit 3", "opener.sh ended with code 3"), ("kill -9 $$", "opener.sh was ended by signal 9"),
  ])
  func `tells how its opener failed, and leaves no zombie`(script: String, words: String)
    async throws
  {
    #expect(try await failure(opener(script)) == words)
    #expect(try folder.text("arguments") == "--new http://127.0.0.1:1/start/x\n")
    #if os(Linux)
    // A zombie would still be listed.
    let process = try folder.text("pid").filter(\.isNumber)
    #expect((try? Directory.status(of: Path("/proc/\(process)"))) == nil)
    #endif
  }

  @Test func `does not wait for its opener`() async throws {
    // It ends only when the caller has gone on.
    let browser = try opener("while [ ! -e go ]; do sleep 0.05; done; exit 1")
    let told = try await failure(browser) { try folder.write("go", text: "") }
    #expect(told == "opener.sh ended with code 1")
  }
}
