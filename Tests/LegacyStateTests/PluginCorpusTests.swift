import JSON
import LegacyState
import TestSupport
import Testing

@Suite struct `The corpus of the plugins` {
  /// Those that are one JSON document.
  static let documents = CorpusFile.under("flutter/", "rn/").filter {
    $0.expect == "parse" && $0.path.hasSuffix(".json") && !$0.isOptional
      && $0.path != "flutter/secure-storage-linux.json"
  }

  @Test func `is there`() {
    #expect(Self.documents.count > 18)
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
}
