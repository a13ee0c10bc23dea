#if os(Linux)
import POSIX
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A walk that kills` {
  /// Counts to three in a file, as a program that survives everything: a whole new file each time.
  private static let careful = """
    import os
    for wanted in range(3):
        have = len(open("count").read()) if os.path.exists("count") else 0
        if have > wanted: continue
        fd = os.open("temporary", os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
        os.write(fd, b"x" * (wanted + 1)); os.fsync(fd); os.close(fd)
        os.rename("temporary", "count")
        folder = os.open(".", os.O_RDONLY); os.fsync(folder); os.close(folder)
    """

  /// The same, but it writes a mark before it does what the mark says.
  private static let careless = """
    import os
    for wanted in range(3):
        if os.path.exists(f"done-{wanted}"): continue
        fd = os.open(f"done-{wanted}", os.O_CREAT | os.O_WRONLY); os.fsync(fd); os.close(fd)
        fd = os.open("count", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        os.write(fd, b"x"); os.fsync(fd); os.close(fd)
    """

  private func walk(_ program: String, sample: Int? = nil) async throws -> KillWalkReport {
    try await KillWalk(sample: sample).walk {
      try TemporaryFolder()
    } command: { folder in
      KillWalk.Command(
        "/usr/bin/python3",
        ["-I", "-S", "-c", program],
        environment: ["PATH": "/usr/bin:/bin"],
        folder: folder.path
      )
    } observe: { folder, last in
      ["exit": "\(last.exit)", "count": try folder.text("count")]
    }
  }

  @Test func `leaves a program alone that survives each point, and has hit them all`() async throws
  {
    let report = try await walk(Self.careful)
    #expect(report.failures == [])
    let hits = Dictionary(grouping: report.hits, by: \.point.call).mapValues(\.count)
    #expect(hits == ["write": 3, "fsync": 6, "rename": 3])
    #expect(report.planned == 12 && report.calls == 12 && report.results.count == 12)
    #expect(report.description.hasPrefix("killed at 12 points (fsync 6, rename 3, write 3) of 12"))
  }

  @Test func `finds where a program does not survive`() async throws {
    let report = try await walk(Self.careless)
    let failures = report.results.filter { !$0.differences.isEmpty }.map(\.point)
    // Every point between the mark and the act; the mark itself stands in the folder before the first fsync.
    #expect(failures.filter { $0.call == "write" }.map(\.count).sorted() == [1, 2, 3])
    #expect(failures.filter { $0.place.hasPrefix("done") }.count == 3)
    #expect(report.failures.first?.contains("expected") == true)
  }

  @Test func `takes a sample of each call`() async throws {
    let report = try await walk(Self.careful, sample: 4)
    let hits = Dictionary(grouping: report.hits, by: \.point.call).mapValues(\.count)
    #expect(hits == ["write": 3, "fsync": 3, "rename": 3])
  }

  @Test func `says what is missing where nobody may trace`() async throws {
    let text = KillWalkFailure.noTracer("ptrace: Operation not permitted").description
    #expect(text.contains("SYS_PTRACE") && text.contains("not permitted"))
  }
}
#endif
