import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `An Android backup` {
  /// Written after Android's own `BackupManagerService` and `PasswordUtils`: PBKDF2-SHA1, AES-256-CBC, and the checksum
  /// over the key's bytes as Java's characters.
  private static let python = #"""
    import hashlib, subprocess, zlib, tarfile, io
    state = b'<map><string name="s">{&quot;refreshToken&quot;:&quot;rt-1&quot;,' \
        b'&quot;mLastTokenResponse&quot;:{&quot;request&quot;:{&quot;clientId&quot;:&quot;c&quot;}}}</string></map>'
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as t:
        for name, body in (("apps/com.example.app/_manifest", b"1"), ("apps/com.example.app/sp/a.xml", state)):
            i = tarfile.TarInfo(name); i.size = len(body); t.addfile(i, io.BytesIO(body))
    tar = tar.getvalue()
    def derive(password, salt): return hashlib.pbkdf2_hmac("sha1", password, salt, 1000, 32)
    def aes(key, iv, data):
        return subprocess.run(["openssl", "enc", "-aes-256-cbc", "-K", key.hex(), "-iv", iv.hex()],
                              input=data, stdout=subprocess.PIPE, check=True).stdout
    def chars(key): return "".join(chr(b if b < 128 else 0xFF00 | b) for b in key).encode()
    key, iv, user_iv = bytes(range(112, 144)), bytes(range(16)), bytes(range(1, 17))
    user_salt, check_salt = b"u" * 64, b"c" * 64
    def sealed(version, flag, payload, spelling):
        check = derive(spelling(key), check_salt)
        blob = bytes([16]) + iv + bytes([32]) + key + bytes([32]) + check
        master = aes(derive("pässword".encode(), user_salt), user_iv, blob)
        lines = ["ANDROID BACKUP", version, flag, "AES-256", user_salt.hex().upper(), check_salt.hex().upper(),
                 "1000", user_iv.hex().upper(), master.hex().upper(), ""]
        return "\n".join(lines).encode() + aes(key, iv, payload)
    def plain(flag, payload): return b"ANDROID BACKUP\n5\n" + flag + b"\nnone\n" + payload
    open("plain.ab", "wb").write(plain(b"0", tar))
    open("packed.ab", "wb").write(plain(b"1", zlib.compress(tar)))
    open("cut.ab", "wb").write(plain(b"1", zlib.compress(tar)[:-40]))
    # One header and one block for the first member; then as if the copying had ended.
    first = tar[:1024]
    for name, flag, pack in (("plain", b"0", bytes), ("packed", b"1", zlib.compress)):
        open(name + "-first.ab", "wb").write(plain(flag, pack(first)))
        open(name + "-one-block.ab", "wb").write(plain(flag, pack(first + bytes(512))))
    open("sealed-first.ab", "wb").write(sealed("5", "1", zlib.compress(first), chars))
    open("sealed.ab", "wb").write(sealed("5", "1", zlib.compress(tar), chars))
    open("old.ab", "wb").write(sealed("1", "0", tar, bytes))
    """#

  private func scan(_ name: String, password: String? = nil) async throws -> Scanned {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python, in: folder.path)
    return Scanned(
      .path(folder.path.appending(name).text),
      password: password.map { SecretBytes(copying: $0.utf8) }
    )
  }

  @Test(arguments: ["plain.ab", "packed.ab"])
  func `is read`(name: String) async throws {
    let scanned = try await scan(name)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.inner) == [["apps/com.example.app/sp/a.xml"]])
    #expect(scanned.states.map(\.app) == ["com.example.app"])
    #expect(scanned.states.map(\.removal) == [.no])
    #expect(scanned.notes.contains { $0.place == .preferences })
  }

  @Test(arguments: ["plain-first.ab", "packed-first.ab", "sealed-first.ab"])
  func `is an error if it ends behind a member`(name: String) async throws {
    let scanned = try await scan(name, password: "pässword")
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("members may be missing") == true)
  }

  @Test(arguments: ["plain-one-block.ab", "packed-one-block.ab"])
  func `is whole if one block of zeros ends it`(name: String) async throws {
    #expect(try await scan(name).failures.isEmpty)
  }

  @Test(arguments: ["sealed.ab", "old.ab"])
  func `with a password is opened by it`(name: String) async throws {
    let scanned = try await scan(name, password: "pässword")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.inner) == [["apps/com.example.app/sp/a.xml"]])
  }

  @Test func `with a password that is not given is named as sealed`() async throws {
    let scanned = try await scan("sealed.ab")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.notes.map(\.status) == [
        .sealed("Android backup, AES-256: --password-file FILE opens it")
      ]
    )
  }

  @Test(arguments: ["passwort", "", "pässword\n"])
  func `with another password says so`(password: String) async throws {
    let scanned = try await scan("sealed.ab", password: password)
    #expect(scanned.states.isEmpty)
    #expect(
      scanned.failures.map(\.description) == [
        "the password does not open this backup; give the one that was typed when it was made"
      ]
    )
  }

  @Test func `that is cut off gives what it has, and an error`() async throws {
    let scanned = try await scan("cut.ab")
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("cut off") == true)
  }

  @Test(arguments: [
    "ANDROID BACKUP\n", "ANDROID BACKUP\nx\n1\nnone\n", "ANDROID BACKUP\n5\n2\nnone\n",
    "ANDROID BACKUP\n5\n1\nAES-512\n",
    "ANDROID BACKUP\n5\n1\nAES-256\n00\n00\n99999999999\n00\n00\n",
    "ANDROID BACKUP\n5\n1\nAES-256\nzz\n", "ANDROID BACKUP\n5\n1\nnone\nno zlib stream",
  ])
  func `with a header that is not sound is an error`(text: String) {
    let scanned = Scanned(text: text, name: "x.ab")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.count == 1)
  }
}
