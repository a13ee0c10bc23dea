import POSIX
import TestSupport
import Testing

#if os(Linux)
@Suite struct `The command as it is shipped` {
  /// What may be loaded at every start: the C library and its kin, C++'s, and the two libraries that are linked.
  private static let allowed = [
    "libc.so.", "libm.so.", "ld-linux", "libgcc_s.so.", "libstdc++.so.", "libcrypto.so.",
    "libsqlite3.so.",
  ]

  @Test func `loads at its start only what every command needs`() async throws {
    let section = try await dynamicSection()
    let needed = section.filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.prefix { $0 != "]" } }
      .map(String.init)
    #expect(needed.contains { $0.hasPrefix("libc.so.") })
    #expect(needed.contains { $0.hasPrefix("libcrypto.so.") })
    // Most of all none that is opened on first use: libcurl alone would more than double the time of a start.
    #expect(needed.filter { name in !Self.allowed.contains(where: name.hasPrefix) } == [])
  }

  @Test func `takes no library from the folder that it lies in`() async throws {
    let section = try await dynamicSection()
    #expect(section.filter { $0.contains("(RUNPATH)") || $0.contains("(RPATH)") } == [])
  }

  private func dynamicSection() async throws -> [Substring] {
    let binary = BuiltTool.release.executable
    try #require(
      (try? Directory.status(of: binary, followLinks: true)) != nil,
      "there is no \(binary): build it first with make build"
    )
    let readelf = try await ChildProcess.run("readelf", arguments: ["-dW", binary.text])
    try #require(readelf.exit == .code(0), "readelf (package binutils): \(readelf.errorText)")
    return readelf.outputText.split(separator: "\n")
  }
}
#endif
