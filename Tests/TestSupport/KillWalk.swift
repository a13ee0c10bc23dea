package import POSIX

/// Kills a program at each system call that matters, starts it again, and compares with a run that nobody disturbed.
///
/// The call at which it dies is not made any more. strace counts each call by itself and in each thread by itself, so
/// the walk goes call by call, on one processor, where a Swift program has one thread for all its tasks. A call that
/// another thread made as often before cannot be told apart: the report says how many could.
package struct KillWalk: Sendable {
  /// What is run.
  package struct Command: Sendable {
    let executable: Path
    let arguments: [String]
    let environment: [String: String]
    let folder: Path
    let timeout: Duration

    /// Describes a command.
    ///
    /// - Parameters:
    ///   - executable: The program itself, not a script that starts it: what a program starts is let go.
    ///   - arguments: Without the program's own name.
    ///   - environment: All its variables.
    ///   - folder: Its working directory.
    ///   - timeout: How long each run may take.
    package init(
      _ executable: Path,
      _ arguments: [String],
      environment: [String: String],
      folder: Path,
      timeout: Duration = .seconds(60)
    ) {
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.folder = folder
      self.timeout = timeout
    }
  }

  /// What can be seen after a program has come to its end: names and texts to be compared.
  package typealias Observation = [String: String]

  /// Calls that change what is on disk.
  package static let durableCalls = [
    "write", "pwrite64", "rename", "renameat", "renameat2", "fsync", "fdatasync", "unlink",
    "unlinkat", "ftruncate", "linkat", "mkdirat",
  ]

  /// Calls that reach a server.
  package static let networkCalls = ["connect", "sendto", "sendmsg"]

  private let calls: [String]
  private let sample: Int?
  private let width: Int

  /// Chooses where to kill.
  ///
  /// - Parameters:
  ///   - calls: The system calls that count.
  ///   - sample: How many points, spread evenly over each call; nil for all. By default all if `SOAK` is set.
  ///   - width: How many runs at a time.
  package init(
    calls: [String] = durableCalls + networkCalls,
    sample: Int? = Environment.value("SOAK") == nil ? 30 : nil,
    width: Int = 2
  ) {
    self.calls = calls
    self.sample = sample
    self.width = width
  }

  /// Walks.
  ///
  /// - Parameters:
  ///   - prepare: Makes a fresh world for each run: all that the command reads, changes and talks to.
  ///   - command: The command in that world; after the kill it is run again as it is.
  ///   - afterKill: What else happens between the kill and the second run.
  ///   - observe: Looks at a world in which the command has come to its end.
  ///   - compare: What is different between the undisturbed world and another; by default each text that is not equal.
  /// - Returns: Where it was killed, and what was different then.
  /// - Throws: `KillWalkFailure` if the walk itself is not possible here.
  package func walk<World: Sendable>(
    prepare: @Sendable @escaping () async throws -> World,
    command: @Sendable @escaping (World) throws -> Command,
    afterKill: @Sendable @escaping (World) async throws -> Void = { _ in },
    observe: @Sendable @escaping (World, ChildProcess.Outcome) async throws -> Observation,
    compare: @Sendable @escaping (Observation, Observation) -> [String] = Self.differences
  ) async throws -> KillWalkReport {
    let world = try await prepare()
    let trace = try await Tracer(calls: calls).run(try command(world))
    guard case .code = trace.outcome.exit else {
      throw KillWalkFailure.undisturbedRunFailed("\(trace.outcome.exit)")
    }
    let undisturbed = try await observe(world, trace.outcome)
    let points = trace.points
    let chosen = Self.choose(sample, of: points)

    let results = try await withThrowingTaskGroup(of: KillWalkReport.Result.self) { group in
      var waiting = chosen[...]
      var results: [KillWalkReport.Result] = []
      @Sendable func visit(_ point: KillPoint) async throws -> KillWalkReport.Result {
        let world = try await prepare()
        let command = try command(world)
        let killed = try await Tracer(calls: [point.call]).run(command, killAt: point.count)
        let wasKilled = killed.outcome.exit == .signal(9)
        var last = killed.outcome
        if wasKilled {
          try await afterKill(world)
          last = try await command.run()
        }
        let differences = compare(undisturbed, try await observe(world, last))
        return KillWalkReport.Result(
          point: wasKilled ? killed.points.last ?? point : point,
          wasKilled: wasKilled,
          differences: differences
        )
      }
      for point in waiting.prefix(width) { group.addTask { try await visit(point) } }
      waiting = waiting.dropFirst(width)
      while let result = try await group.next() {
        results.append(result)
        if let point = waiting.popFirst() { group.addTask { try await visit(point) } }
      }
      return results
    }
    return KillWalkReport(planned: points.count, calls: trace.relevantCalls, results: results)
  }

  /// Every text that is not the same.
  ///
  /// - Parameters:
  ///   - expected: Of the undisturbed run.
  ///   - actual: Of the other one.
  /// - Returns: One entry for each name, with both texts.
  package static func differences(_ expected: Observation, _ actual: Observation) -> [String] {
    Set(expected.keys).union(actual.keys).sorted().compactMap { name in
      let (old, new) = (expected[name] ?? "nothing", actual[name] ?? "nothing")
      return old == new ? nil : "\(name): expected\n\(old)\n  but found\n\(new)"
    }
  }

  /// Some of each call, so that the one rename is not lost among a hundred writes.
  private static func choose(_ sample: Int?, of points: [KillPoint]) -> [KillPoint] {
    guard let sample, points.count > sample else { return points }
    return Dictionary(grouping: points, by: \.call).sorted { $0.key < $1.key }.flatMap { _, some in
      let share = (some.count * sample + points.count - 1) / points.count
      let count = min(some.count, max(3, share))
      return (0..<count).map { some[$0 * some.count / count] }
    }
  }
}

extension KillWalk.Command {
  func run() async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      executable,
      arguments: arguments,
      environment: environment,
      folder: folder,
      timeout: timeout
    )
  }
}
