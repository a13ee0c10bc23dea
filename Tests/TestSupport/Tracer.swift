import POSIX

/// Runs a command under strace.
package struct Tracer {
  /// How it ended, and the calls that it made.
  struct Trace {
    let outcome: ChildProcess.Outcome
    /// The points that can be told apart, without those that concern no file and no server.
    let points: [KillPoint]
    /// All calls that concern a file or a server.
    let relevantCalls: Int
  }

  let calls: [String]

  func run(_ command: KillWalk.Command, killAt count: Int? = nil) async throws -> Trace {
    let folder = try TemporaryFolder()
    let names = calls.joined(separator: ",")
    var options = ["-f", "-qq", "-y", "-s", "0", "-b", "execve"]
    options += ["-o", folder.path.appending("trace").text, "-e", "trace=\(names)"]
    if let count { options += ["-e", "inject=\(names):signal=KILL:when=\(count)"] }
    guard ChildProcess.find("strace") != nil else { throw KillWalkFailure.noTracer("no strace") }
    // On one processor a Swift program runs its tasks on one thread, so that every call can be told apart.
    let outcome = try await ChildProcess.run(
      "taskset",
      arguments: ["-c", Self.processors.randomElement() ?? "0", "strace"] + options
        + ["--", command.executable.text] + command.arguments,
      environment: Self.environment(command.environment),
      folder: command.folder,
      timeout: command.timeout
    )
    let trace = (try? folder.text("trace")) ?? ""
    if trace.isEmpty, outcome.errorText.contains("ptrace") || outcome.errorText.contains("PTRACE") {
      throw KillWalkFailure.noTracer(outcome.errorText)
    }
    return Trace(outcome: outcome, trace)
  }
}

extension Tracer {
  /// LeakSanitizer cannot look at a process that another one traces, and would end it.
  ///
  /// - Parameter values: The variables of a command.
  /// - Returns: Those that it needs under strace.
  package static func environment(_ values: [String: String]) -> [String: String] {
    guard let options = values["ASAN_OPTIONS"] else { return values }
    return values.merging(["ASAN_OPTIONS": options + ":detect_leaks=0"]) { $1 }
  }

  /// The numbers of the processors that this process may use, from `Cpus_allowed_list:	0-2,5`.
  private static let processors: [String] = {
    let status = (try? File.open("/proc/self/status").read(at: 0, count: 64 * 1024)) ?? []
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let list = lines.first { $0.hasPrefix("Cpus_allowed_list:") }?.split(separator: "\t").last
    return (list ?? "0").split(separator: ",").flatMap { range -> [String] in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return (first...last).map(String.init)
    }
  }()
}

extension Tracer.Trace {
  /// Lines are `1234 fsync(3</a/file>) = 0`; what a thread goes on with later starts with `<...`.
  fileprivate init(outcome: ChildProcess.Outcome, _ trace: String) {
    var counts: [Substring: [Substring: Int]] = [:]
    var seen: [Substring: Int] = [:]
    var points: [KillPoint] = []
    var relevantCalls = 0
    for line in trace.split(separator: "\n") {
      let thread = line.prefix { !$0.isWhitespace }
      let rest = line[thread.endIndex...].drop(while: \.isWhitespace)
      guard rest.first?.isLetter == true, let open = rest.firstIndex(of: "(") else { continue }
      let call = rest[..<open]
      let count = (counts[thread]?[call] ?? 0) + 1
      counts[thread, default: [:]][call] = count
      guard let place = Self.place(of: call, in: rest[open...]) else { continue }
      relevantCalls += 1
      guard seen[call] ?? 0 < count else { continue }
      seen[call] = count
      points.append(KillPoint(call: String(call), count: count, place: place))
    }
    self.outcome = outcome
    self.points = points
    self.relevantCalls = relevantCalls
  }

  /// What the call is about; nil for what nobody else can see: wake-ups, devices, the output that the test reads.
  private static func place(of call: Substring, in arguments: Substring) -> String? {
    let first = arguments.prefix { $0 != "," && $0 != ")" }
    guard let open = first.firstIndex(of: "<") else {
      // A call by name.
      return arguments.split(separator: "\"").dropFirst().first.map {
        Path(String($0)).lastComponent.text
      }
    }
    let place = first[first.index(after: open)...].prefix { $0 != ">" }
    let internals = ["anon_inode:", "pipe:", "/memfd:", "/dev/", "/proc/", "UNIX", "NETLINK"]
    guard !internals.contains(where: place.hasPrefix) else { return nil }
    // A folder comes with the name inside it.
    let names = arguments.split(separator: "\"", omittingEmptySubsequences: false)
    if names.count > 2, call.hasSuffix("at") || call.hasSuffix("at2") {
      return String(names[1])
    }
    return place.hasPrefix("/") ? Path(String(place)).lastComponent.text : "a server"
  }
}
