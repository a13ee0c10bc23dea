#if os(Linux)
import POSIX
import TestSupport
import Testing

@Suite struct `A trace of whom a program talks to` {
  @Test func `names every address that it tried, reached or not`() async throws {
    let program = """
      import socket
      for family, address in ((socket.AF_INET, ("127.0.0.1", 9)), (socket.AF_INET6, ("::1", 9))):
          with socket.socket(family) as s:
              try: s.connect(address)
              except OSError: pass
      with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s: s.sendto(b"x", ("127.0.0.2", 53))
      with socket.socket(socket.AF_UNIX) as s:
          try: s.connect("/nowhere/bus")
          except OSError: pass
      """
    let traced = try await BuiltTool(executable: "/usr/bin/python3").runTracingPeers(
      ["-I", "-S", "-c", program],
      in: ToolHome()
    )
    #expect(traced.run.code == 0)
    #expect(traced.peers == ["127.0.0.1:9", "[::1]:9", "127.0.0.2:53", "/nowhere/bus"])
  }

  @Test func `is empty for a program that talks to nobody`() async throws {
    let traced = try await BuiltTool(executable: "/bin/echo").runTracingPeers(
      ["hi"],
      in: ToolHome()
    )
    #expect(traced.run.output == "hi\n" && traced.peers.isEmpty)
  }
}
#endif
