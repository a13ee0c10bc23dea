import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `An archive that something else carries` {
  private static func scan(_ script: String) async throws -> Scanned {
    let folder = try TemporaryFolder()
    let program = """
      import gzip, io, tarfile, zipfile, random
      state = b'{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"}}}'
      noise = random.Random(1).randbytes
      def zip(before=b"", method=zipfile.ZIP_DEFLATED, comment=b""):
          f = io.BytesIO(); f.write(before); z = zipfile.ZipFile(f, "a", method)
          z.writestr("s.json", state); z.comment = comment; z.close(); return f.getvalue()
      def tar(links=0, data=state):
          f = io.BytesIO(); a = tarfile.open(fileobj=f, mode="w")
          for n in range(links):
              i = tarfile.TarInfo("l%d" % n); i.type = tarfile.SYMTYPE if n % 2 else tarfile.LNKTYPE
              i.linkname = "x"; a.addfile(i)
          if data:
              i = tarfile.TarInfo("s.json"); i.size = len(data); a.addfile(i, io.BytesIO(data))
          a.close(); return f.getvalue()
      open("a.tar", "wb").write(\(script))
      """
    try await Python.run(program, in: folder.path)
    return Scanned(.path(folder.path.appending("a.tar").text))
  }

  @Test(arguments: [
    // Offsets that count from the archive, and from the file.
    "b'MZ' + noise(5000) + zip()", "zip(b'MZ' + noise(5000))", "zip(b'\\x7fELF' + noise(200000))",
    "b'\\x7fELF' + noise(200000) + zip(comment=b'made by x')",
    "zip(b'#!/bin/sh\\nexec java -jar $0\\n')", "b'#!/bin/sh\\nexit\\n' + zip()",
    "zip(b'\\xff\\xd8\\xff\\xe0' + noise(3000))", "zip(b'%PDF-1.4\\n' + noise(3000))",
    "zip(b'MZ' + noise(3000), zipfile.ZIP_STORED)",
    // What scripts and programs unpack.
    "b'#!/bin/sh\\ntail -n +3 $0 | tar xz\\nexit\\n' + gzip.compress(tar())",
    "b'#!/bin/sh\\ntail -n +3 $0 | tar x\\nexit\\n' + tar()",
    "b'#!/bin/sh\\nexit\\n' + gzip.compress(state)", "b'MZ' + noise(3000) + gzip.compress(tar())",
  ])
  func `is read, and each state in it told once`(script: String) async throws {
    let scanned = try await Self.scan(script)
    #expect(scanned.failures.isEmpty, "\(scanned.failures)")
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array("rt-1".utf8)])
    #expect(scanned.states.map(\.removal) == [.no])
  }

  @Test(arguments: [
    "b'MZ' + noise(3000)", "b'MZ' + noise(90) + b'PK\\5\\6' + noise(18)",
    "b'MZ' + noise(90) + b'\\x1f\\x8b\\x08\\0' + noise(999)",
    "b'\\x7fELF' + noise(90) + b'7z\\xbc\\xaf\\x27\\x1c\\0\\4' + noise(999)",
    "b'#!/bin/sh\\necho hello world, hello world, hello world, hello world, hello\\n'",
  ])
  func `is none where only its first bytes stand`(script: String) async throws {
    let scanned = try await Self.scan(script)
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty, "\(scanned.failures)")
  }

  @Test(arguments: ["tar(1, None)", "tar(3, None)", "gzip.compress(tar(2, None))"])
  func `is an error that says what to do if it has links alone`(script: String) async throws {
    let scanned = try await Self.scan(script)
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("only links") == true)
  }

  @Test(arguments: ["tar(0, None)", "bytes(1024)"])
  func `is an error if it is a tar without a member`(script: String) async throws {
    let scanned = try await Self.scan(script)
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("nothing in this archive") == true)
  }
}
