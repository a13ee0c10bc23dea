import JSON
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The corpus of the plugins` {
  /// Those that are one JSON document.
  static let documents = CorpusFile.under("flutter/", "rn/").filter {
    $0.expect == "parse" && $0.path.hasSuffix(".json") && !$0.isOptional
      && $0.path != "flutter/secure-storage-linux.json"
  }

  private static func file(_ path: String) throws -> CorpusFile {
    try #require(CorpusFile.all.first { $0.path == path })
  }

  @Test func `is there`() {
    #expect(Self.documents.count > 18)
    #expect(CorpusFile.under("android-encrypted/").count == 6)
  }

  @Test(arguments: documents)
  func `every result is read to the field`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == file.states.count)
    for (state, expected) in zip(scanned.states, file.states) {
      ExpectedState(json: expected).check(state)
    }
  }

  @Test(
    arguments: [
      ("flutter/FlutterSharedPreferences.xml", [.key("flutter.auth")]),
      ("flutter/FlutterSharedPreferences.preferences_pb", [.key("tokens")]),
      ("android-datastore/settings.preferences_pb", [.key("oauth.auth_state")]),
      (
        "flutter/secure-storage-web-localstorage.json",
        [.key("FlutterSecureStorage.auth"), .decoded("aes-gcm")]
      ),
    ] as [(String, [Locator.Step])]
  )
  func `every state in another document is read to the field`(
    _ path: String,
    _ place: [Locator.Step]
  ) throws {
    let file = try Self.file(path)
    let scanned = try Scanned(file)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == file.states.count)
    #expect(scanned.states.first?.source.locator.path == place)
    for (state, expected) in zip(scanned.states, file.states) {
      ExpectedState(json: expected).check(state)
    }
  }

  @Test func `a token that stands once more in its document is found there too`() throws {
    let file = try Self.file("flutter/secure-storage-linux.json")
    let scanned = try Scanned(file)
    #expect(scanned.states.count == 2)
    #expect(scanned.states.last?.source.locator.path == [.key("refresh_token")])
    #expect(scanned.states.last?.library == .unknown)
    #expect(scanned.states.last?.confidence == .medium)
    let digests = scanned.states.map { $0.refreshToken?.secret.fingerprint }
    #expect(digests[0] == digests[1])
  }

  @Test(
    arguments: CorpusFile.under("flutter/", "android-encrypted/").filter { $0.expect == "opaque" }
  )
  func `an encrypted store is named`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
    let isNamed = scanned.notes.contains { note in
      if case .sealed = note.status { return true }
      return false
    }
    #expect(isNamed)
  }

  @Test func `the iOS store of AsyncStorage is read with the keys of its manifest`() throws {
    let folder = CorpusFile.folder.appending("rn/ios")
    let scanned = Scanned(.path(folder.text))
    #expect(scanned.failures.isEmpty)
    let expected = CorpusFile.under("rn/ios/").flatMap(\.states)
    #expect(scanned.states.count == expected.count)
    for state in scanned.states {
      let match = try #require(
        expected.first { json in
          json["token_sha256"]?["access_token"]?[0]?.string()
            == state.accessToken?.secret.fingerprint.hex
        }
      )
      ExpectedState(json: match).check(state)
    }
    let places = scanned.states.map { $0.source.locator.description }
    #expect(places.sorted() == ["authState", "persist:root.auth(json).token", "small"])
    #expect(Set(scanned.states.map(\.source.locator.kind)) == [.asyncStorage, .json])
  }

  @Test func `localStorage gives live values as such, and replaced ones as residue`() throws {
    let folder = CorpusFile.folder.appending("web-storage")
    let scanned = Scanned(.path(folder.text))
    #expect(scanned.failures.isEmpty)
    let expected = CorpusFile.under("web-storage/").flatMap(\.states)
    let live = scanned.states.filter { $0.format == .tokenResponse }
    #expect(live.count == expected.count)
    for (state, json) in zip(live, expected) {
      ExpectedState(json: json).check(state)
      let origin = json["location"]?["origin"]?.string() ?? ""
      #expect(state.source.locator.path == [.key(origin), .key("token_response")])
      #expect(state.removal == .wholeFile)
    }
    let residue = scanned.states.filter { $0.format == .carved }
    #expect(residue.count == 1)
    #expect(residue.first?.source.path.hasSuffix(".ldb") == true)
    #expect(residue.first?.accessToken != nil)
  }
}
