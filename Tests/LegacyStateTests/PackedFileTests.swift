import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private func refresh(_ scanned: Scanned) -> [String] {
  scanned.states.map { state in
    state.refreshToken.map { String(decoding: $0.secret.array, as: UTF8.self) } ?? ""
  }
}

@Suite struct `Compressed files without a mark, and archives behind each other in a compression` {
  private static func made(_ script: String) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let program = """
      import zlib, gzip, bz2, io, tarfile
      def state(t): return ('{"refreshToken":"%s","mLastTokenResponse":{"request":{"clientId":"c"}}}' % t).encode()
      def tar(n, t):
          f = io.BytesIO(); a = tarfile.open(fileobj=f, mode="w"); i = tarfile.TarInfo(n); d = state(t)
          i.size = len(d); a.addfile(i, io.BytesIO(d)); a.close(); return f.getvalue()
      def deflate(b):
          c = zlib.compressobj(9, zlib.DEFLATED, -15); return c.compress(b) + c.flush()
      open("a", "wb").write(\(script))
      """
    try await Python.run(program, in: folder.path)
    return folder
  }

  @Test(arguments: [
    ("zlib.compress(state('rt-1'))", ["rt-1"]), ("deflate(state('rt-1') * 1)", ["rt-1"]),
    ("deflate(b'[' + b'{\"n\":1},' * 20000 + state('rt-1') + b']')", ["rt-1"]),
    ("zlib.compress(tar('s.json', 'rt-1'))", ["rt-1"]),
    ("zlib.compress(state('rt-1')) + zlib.compress(state('rt-2'))", ["rt-1", "rt-2"]),
    ("gzip.compress(state('rt-1') + b'\\n') + gzip.compress(state('rt-2'))", ["rt-1", "rt-2"]),
    ("gzip.compress(tar('1.json', 'rt-1') + tar('2.json', 'rt-2'))", ["rt-1", "rt-2"]),
    ("bz2.compress(tar('1.json', 'rt-1') + tar('2.json', 'rt-2'))", ["rt-1", "rt-2"]),
    (
      "gzip.compress(tar('1.json', 'rt-1')) + gzip.compress(tar('2.json', 'rt-2'))",
      ["rt-1", "rt-2"]
    ),
    (
      "gzip.compress(tar('1.json', 'rt-1')) + bytes(512) + gzip.compress(tar('2.json', 'rt-2'))",
      ["rt-1", "rt-2"]
    ),
    ("gzip.compress(state('rt-1')) + bytes(7) + gzip.compress(state('rt-2'))", ["rt-1", "rt-2"]),
    (
      "(gzip.compress(state('rt-1')) + bytes(9)) * 2 + gzip.compress(state('rt-2'))",
      ["rt-1", "rt-1", "rt-2"]
    ),
    ("gzip.compress(state('rt-1')) + b'pad' + gzip.compress(state('rt-2'))", ["rt-1", "rt-2"]),
    ("gzip.compress(state('rt-1')) + bytes(512)", ["rt-1"]),
    (
      "gzip.compress(state('rt-1')) + bytes(4) + b'\\x1f\\x8b\\x08\\0\\0\\0\\0\\0\\0\\3' + b'\\xff' * 99",
      ["rt-1"]
    ),
    (
      "b'ANDROID BACKUP\\n5\\n1\\nnone\\n' + zlib.compress(tar('1.json', 'rt-1') + tar('2.json', 'rt-2'))",
      ["rt-1", "rt-2"]
    ),
  ])
  func `are all read`(script: String, tokens: [String]) async throws {
    let folder = try await Self.made(script)
    let scanned = Scanned(.path(folder.path.appending("a").text))
    #expect(scanned.failures.isEmpty)
    #expect(refresh(scanned) == tokens)
    #expect(scanned.states.allSatisfy { $0.removal == .no })
  }

  @Test(arguments: [
    "gzip.compress(tar('1.json', 'rt-1') + b'note: ' * 200 + state('rt-2'))",
    "zlib.compress(state('rt-1')) + b'note: ' + state('rt-2')",
  ])
  func `are an error where something else stands behind them`(script: String) async throws {
    let folder = try await Self.made(script)
    let scanned = Scanned(.path(folder.path.appending("a").text))
    #expect(refresh(scanned) == ["rt-1"])
    #expect(scanned.failures.count == 1)
  }

  @Test(arguments: [
    "zlib.compress(state('rt-1') + bytes(range(256)) * 99)[:-40]",
    "deflate(state('rt-1') * 40)[:-9]",
  ])
  func `are an error where they are cut off`(script: String) async throws {
    let folder = try await Self.made(script)
    let scanned = Scanned(.path(folder.path.appending("a").text))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.beganState) == [true])
  }

  @Test(arguments: [
    "zlib.compress(b'nothing in it' * 9)", "deflate(b'nothing in it' * 9)",
    "b'x^2 + y^2 is a sum of squares'",
    "bytes((i * i * 7 + i // 3) & 255 for i in range(9000))",
  ])
  func `are nobody's business without a state`(script: String) async throws {
    let folder = try await Self.made(script)
    let scanned = Scanned(.path(folder.path.appending("a").text))
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  @Test func `are an error if they give too much`() async throws {
    let folder = try await Self.made("zlib.compress(bytes(80 << 20))")
    let scanned = Scanned(.path(folder.path.appending("a").text))
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("MiB") == true)
  }
}
