import Foundation
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `Removing states from property lists` {
  @Test(arguments: CorpusFile.iOS.filter { $0.path.hasSuffix(".plist") })
  func `each state alone leaves all else as another reader sees it`(_ file: CorpusFile) async throws
  {
    let content = try file.bytes
    let scanned = try Scanned(file)
    for (number, state) in scanned.states.enumerated() {
      #expect(StateRemoval.isPossible(at: state.source))
      let result = try StateRemoval.removing([state], from: content)
      var expected = scanned.states.map(\.contentDigest)
      expected.remove(at: number)
      #expect(Scanned(.document(result, name: file.path)).states.map(\.contentDigest) == expected)
      let residue = ResidueSearch(tokens: state.tokens.map(\.secret)).occurrences(in: result)
      let others = scanned.states.enumerated().filter { $0.offset != number }
        .flatMap(\.element.tokens)
      #expect(residue.isEmpty || !others.isEmpty)
      let answer = try await compare(content, result, Self.keys(state.source.locator))
      #expect(answer.hasPrefix("same"), "\(answer)")
    }
  }

  @Test(arguments: CorpusFile.iOS)
  func `all states at once leave a file without any`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    let result = try StateRemoval.removing(scanned.states, from: file.bytes)
    let rescanned = Scanned(.document(result, name: file.path))
    #expect(rescanned.states.isEmpty)
    #expect(rescanned.failures.isEmpty)
    let tokens = scanned.states.flatMap(\.tokens).map(\.secret)
    #expect(ResidueSearch(tokens: tokens).occurrences(in: result).isEmpty)
  }

  @Test func `in XML all bytes but those of the key and its value stay`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "ios-defaults/xml-data.plist" })
    let content = try file.bytes
    let text = String(decoding: content.array, as: UTF8.self)
    let result = try StateRemoval.removing(try Scanned(file).states, from: content)
    let start = try #require(text.range(of: "\t<key>authState</key>\n")).lowerBound
    let end = try #require(text.range(of: "</data>\n")).upperBound
    let expected = text.replacingCharacters(in: start..<end, with: "")
    #expect(String(decoding: result.array, as: UTF8.self) == expected)
  }

  @Test func `a list in data keeps its other entries, in lines as they were`() throws {
    func state(_ token: String) -> String {
      #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{"clientId":"client"}}}"#
    }
    func document(_ tokens: [String]) -> String {
      let list = "[" + tokens.map(state).joined(separator: ",") + "]"
      let lines = Data(list.utf8).base64EncodedString(options: [
        .lineLength64Characters, .endLineWithLineFeed,
      ])
      let data = lines.replacing("\n", with: "\n\t")
      return "<plist>\n<dict>\n\t<key>k</key>\n\t<data>\n\t\(data)\n\t</data>\n</dict>\n</plist>\n"
    }
    let content = SecretBytes(copying: document(["a", "b"]).utf8)
    let states = Scanned(.document(content, name: "x.plist")).states
    #expect(states.count == 2)
    let result = try StateRemoval.removing([states[0]], from: content)
    #expect(String(decoding: result.array, as: UTF8.self) == document(["b"]))
  }

  @Test func `one value under two keys goes from both`() throws {
    let plain = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{}}}"#
    let file = BinaryListText().written([
      .dictionary([(1, 3), (2, 3), (3, 4)]), .text("a"), .text("b"), .text(plain), .raw([0x09]),
    ])
    let content = SecretBytes(copying: file)
    let states = Scanned(.document(content, name: "x")).states
    #expect(states.count == 2)
    let one = try StateRemoval.removing([states[0]], from: content)
    #expect(Scanned(.document(one, name: "x")).states.count == 1)
    let both = try StateRemoval.removing(states, from: content)
    #expect(Scanned(.document(both, name: "x")).states.isEmpty)
  }

  /// The keys that lead to the value that goes; none in an archive.
  private static func keys(_ locator: Locator) -> [String] {
    guard locator.kind == .propertyList else { return [] }
    var keys: [String] = []
    for step in locator.path {
      guard case .key(let key) = step else { break }
      keys.append(key)
    }
    return keys
  }

  private func compare(
    _ before: SecretBytes,
    _ after: SecretBytes,
    _ keys: [String]
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let script = CorpusFile.folder.parent.appending("compare_plists.py")
    let files = [
      script, try folder.write("before", before.array), try folder.write("after", after.array),
    ]
    let run = try await ChildProcess.run("python3", arguments: files.map(\.text) + keys)
    return run.exit == .code(0) ? run.outputText : run.errorText
  }
}
