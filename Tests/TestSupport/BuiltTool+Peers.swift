import POSIX

extension BuiltTool {
  /// Runs it and writes down whom it itself tried to reach, name servers included; what it starts is let go.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - home: Where its data goes.
  ///   - environment: Variables over those of the home; an empty value removes one.
  /// - Returns: How it ended, and each address with its port: `127.0.0.1:8080`, `[::1]:53`, or the path of a socket.
  /// - Throws: `KillWalkFailure` where nobody may trace.
  package func runTracingPeers(
    _ arguments: [String],
    in home: ToolHome,
    environment: [String: String] = [:]
  ) async throws -> (run: Run, peers: Set<String>) {
    guard let tracer = ChildProcess.find("strace") else {
      throw KillWalkFailure.noTracer("no strace")
    }
    let folder = try TemporaryFolder()
    let trace = folder.path.appending("trace").text
    let run = try await BuiltTool(executable: tracer).run(
      ["-f", "-qq", "-b", "execve", "-o", trace, "-e", "trace=connect,sendto,sendmsg", "--"]
        + [executable.text] + arguments,
      in: home,
      environment: Tracer.environment(home.environment).merging(environment) { $1 }
    )
    let lines = (try? folder.text("trace")) ?? ""
    if lines.isEmpty, run.error.lowercased().contains("ptrace") {
      throw KillWalkFailure.noTracer(run.error)
    }
    return (run, Set(lines.split(separator: "\n").compactMap(Self.peer)))
  }

  // A line: connect(5, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0
  private static func peer(in line: Substring) -> String? {
    if let match = line.firstMatch(of: /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/) {
      return "\(match.2):\(match.1)"
    }
    if let match = line.firstMatch(of: /sin6_port=htons\((\d+)\).*inet_pton\(AF_INET6, "([^"]+)"/) {
      return "[\(match.2)]:\(match.1)"
    }
    return line.firstMatch(of: /sun_path=@?"([^"]+)"/).map { String($0.1) }
  }
}
