import JSON
import LegacyState
import Secrets
import TestSupport
import Testing

@Suite struct `The corpus of containers` {
  static let files = CorpusFile.under("containers/", "hostile/").filter {
    ["tar", "gz", "zip", "ab"].contains($0.path.split(separator: ".").last.map(String.init))
  }
  /// What is in documents whose readers this suite does not depend on.
  private static let kinds = ["android_prefs_xml", "sqlite"]

  @Test func `is there`() {
    #expect(Self.files.count == 20)
  }

  @Test(arguments: files)
  func `gives every state with the member that it is in, and none else`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    let found = Set(scanned.states.map { Found($0) })
    let expected = Set(file.states.map { Found($0) })
    for state in file.states
    where Self.kinds.contains(state["location"]?["type"]?.string() ?? "")
      && !file.outcomes.contains("malformed")
    {
      #expect(found.contains(Found(state)))
    }
    // Copies of a state in members with hostile names are true as well.
    let tokens = Set(expected.map(\.token))
    if file.expect == "parse" {
      #expect(scanned.states.allSatisfy { tokens.contains(Found($0).token) })
    }
    #expect(scanned.states.allSatisfy { $0.removal == .no })
  }

  @Test(arguments: files.filter { $0.outcomes == ["malformed"] })
  func `says what is damaged or refused`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(!scanned.failures.isEmpty)
    #expect(scanned.failures.allSatisfy { $0.path == file.path })
  }

  @Test(arguments: files.filter { $0.expect == "opaque" })
  func `names what is encrypted`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.notes.contains { note in
        if case .sealed = note.status { true } else { false }
      }
    )
  }
}

/// A refresh token, and the members around it.
private struct Found: Hashable {
  let token: String?
  let inner: [String]

  init(_ state: LegacyAuthState) {
    token = state.refreshToken?.secret.fingerprint.hex
    inner = state.source.inner
  }

  init(_ expected: JSONValue) {
    token = expected["token_sha256"]?["refresh_token"]?.stringArray()?.first
    inner = (expected["location"]?["member"]?.string() ?? "").split(separator: " -> ")
      .map(String.init)
  }
}
