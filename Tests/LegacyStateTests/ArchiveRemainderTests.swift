import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{"clientId":"c"}}}"#
}

private func tar(_ token: String, in name: String = "s.json") -> [UInt8] {
  var tar = TarFile()
  tar.add(name, text: state(token))
  return tar.bytes
}

extension LegacyAuthState {
  fileprivate var refresh: String {
    refreshToken.map { String(decoding: $0.secret.array, as: UTF8.self) } ?? ""
  }
}

@Suite struct `Bytes of an archive's file that belong to no member` {
  @Test func `are found behind the end of a tar, with their place, and stay`() throws {
    let archive = tar("rt-1")
    for zeros in [0, 512, 4096] {
      let before = archive + [UInt8](repeating: 0, count: zeros) + Array("note: ".utf8)
      let bytes = before + Array(state("rt-2").utf8)
      let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "d.tar"))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map(\.refresh) == ["rt-1", "rt-2"])
      let last = try #require(scanned.states.last)
      #expect(last.source.inner == [])
      #expect(last.source.locator.offset == before.count)
      #expect(last.source.locator.length == state("rt-2").utf8.count)
      #expect(last.removal == .no)
      #expect(!StateRemoval.isPossible(at: last.source))
    }
  }

  @Test func `are read as an archive if they are one, however many follow each other`() {
    let all = (1...5).map { tar("rt-\($0)", in: "\($0).json") }
    let scanned = Scanned(
      .document(SecretBytes(copying: all.flatMap(\.self) + Array(state("rt-6").utf8)), name: "d")
    )
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.refresh) == (1...6).map { "rt-\($0)" })
    #expect(
      scanned.states.map(\.source.inner)
        == [["1.json"], ["2.json"], ["3.json"], ["4.json"], ["5.json"], []]
    )
    let offset = all.reduce(0) { $0 + $1.count }
    #expect(scanned.states.last?.source.locator.offset == offset)
  }

  @Test func `are no end of errors if there are too many archives`() {
    let many = [[UInt8]](repeating: tar("rt-1"), count: 100).flatMap(\.self)
    let scanned = Scanned(.document(SecretBytes(copying: many), name: "d.tar"))
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("behind each other") == true)
  }

  @Test func `are an error where a state is begun and cut off`() {
    let cut = #"{"mLastTokenResponse":{"request":{"clientId":"c"#
    let bytes = tar("rt-1") + Array(cut.utf8)
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "d.tar"))
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.map(\.beganState) == [true])
  }

  @Test func `are nothing but zeros in most archives`() {
    let bytes = tar("rt-1") + [UInt8](repeating: 0, count: 20_000)
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "d.tar"))
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.isEmpty)
  }

  @Test func `are found behind and in what is compressed, and no state twice`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("state", text: state("rt-1"))
    try folder.write("more", text: state("rt-2"))
    try await Python.run(
      """
      import gzip, bz2, lzma, zipfile, io
      state = open("state", "rb").read()
      more = open("more", "rb").read()
      def write(name, data):
        with open(name, "wb") as f: f.write(data)
      write("a.gz", gzip.compress(state) + more)
      # Stored, so that the state stands there as it is.
      write("b.gz", gzip.compress(state, 0) + more)
      write("c.gz", gzip.compress(b"nothing", 0) + b"\\n" + more)
      def packed(method, tail=b"", comment=b"", inner=b""):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as z:
          info = zipfile.ZipInfo("s.json")
          info.compress_type = method
          info.comment = inner
          z.writestr(info, state)
          z.comment = comment
        return out.getvalue() + tail
      for method, name in [(zipfile.ZIP_STORED, "stored"), (zipfile.ZIP_DEFLATED, "deflated")]:
        write(name + "-comment.zip", packed(method, comment=more))
        write(name + "-member.zip", packed(method, inner=more))
        write(name + "-tail.zip", packed(method, tail=more))
        write(name + "-far.zip", packed(method, tail=b" " * 70000 + more))
        write(name + ".zip", packed(method))
      """,
      in: folder.path
    )
    for (name, tokens) in [
      ("a.gz", ["rt-1", "rt-2"]), ("b.gz", ["rt-1", "rt-2"]), ("c.gz", ["rt-2"]),
    ]
      + ["stored", "deflated"].flatMap({ method in
        [("\(method).zip", ["rt-1"])]
          + ["comment", "member", "tail", "far"].map { ("\(method)-\($0).zip", ["rt-1", "rt-2"]) }
      })
    {
      let scanned = Scanned(.path(folder.path.appending(name).text))
      #expect(scanned.failures.isEmpty, "\(name)")
      #expect(scanned.states.map(\.refresh) == tokens, "\(name)")
      let last = try #require(scanned.states.last)
      if tokens.contains("rt-2") {
        let place = last.source.locator
        let bytes = try File.open(folder.path.appending(name)).readAll(limit: 1 << 20)
        let found = bytes.array[place.offset..<place.offset + place.length]
        #expect(String(decoding: found, as: UTF8.self) == state("rt-2"), "\(name)")
      }
    }
  }
}
