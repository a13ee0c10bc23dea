import JSON
import LegacyState
import Secrets
import TestSupport
import Testing

@Suite struct `The corpus of iOS states` {
  @Test(arguments: CorpusFile.iOS)
  func `every state is read to the field`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == file.states.count)
    for (number, json) in file.states.enumerated() where number < scanned.states.count {
      // The manifest lists them in an order of its own.
      let refresh = json["token_sha256"]?["refresh_token"]?[0]?.string()
      let state = scanned.states.first { $0.refreshToken?.secret.fingerprint.hex == refresh }
      let expected = ExpectedState(json: json)
      expected.check(state ?? scanned.states[number])
      checkPlace(state ?? scanned.states[number], json)
    }
    #expect(Set(scanned.states.map(\.id)).count == scanned.states.count)
  }

  @Test(arguments: CorpusFile.under("hostile/").filter { $0.path.contains("plist") })
  func `a hostile property list does no harm`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    if file.outcomes == ["malformed"] {
      #expect(!scanned.failures.isEmpty)
      #expect(scanned.failures.allSatisfy { !$0.description.isEmpty })
    } else if file.expect == "malformed" {
      #expect(scanned.states.isEmpty)
    } else {
      #expect(scanned.states.count == file.states.count)
    }
    let content = try file.bytes
    #expect(throws: Never.self) { try StateRemoval.removing(scanned.states, from: content) }
  }

  private func checkPlace(_ state: LegacyAuthState, _ expected: JSONValue) {
    let location = expected["location"]
    let locator = state.source.locator
    #expect(locator.kind == Self.kinds[location?["type"]?.string() ?? ""])
    let path = (location?["key_path"] ?? location?["json_path"])?.string() ?? ""
    for key in path.split(separator: ".").dropFirst(path.hasPrefix("$") ? 1 : 0) {
      #expect(locator.path.contains(.key(String(key))))
    }
    if let top = location?["top_key"]?.string() { #expect(locator.path.first == .key(top)) }
    #expect(locator.item?.service == location?["service"]?.string())
    if state.confidence != .low {
      #expect(locator.item?.account == location?["account"]?.string())
    }
  }

  private static let kinds: [String: Locator.Kind] = [
    "keyed_archive": .keyedArchive, "plist": .propertyList, "json": .json, "keychain": .keychain,
  ]
}
