import Foundation
import POSIX
import TestSupport
import Testing

/// docs/parity.md names tests; a name that is none would claim what nothing shows.
@Suite struct `The page on parity` {
  private static func text(_ path: String) throws -> String {
    let file = try File.open(BuiltTool.package.appending(path))
    return String(decoding: try file.read(at: 0, count: file.status().size), as: UTF8.self)
  }

  /// The tests of each suite, as the sources declare them.
  private static func declared() throws -> [String: Set<String>] {
    var tests: [String: Set<String>] = [:]
    let folder = URL(filePath: BuiltTool.package.appending("Tests").text)
    for case let url as URL in FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil
    ) ?? .init()
    where url.pathExtension == "swift" {
      var suite = ""
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
        if let match = line.firstMatch(of: /(?:struct|class|actor|extension) `([^`]+)`/) {
          suite = String(match.1)
        }
        if let match = line.firstMatch(of: /func `([^`]+)`/) {
          tests[suite, default: []].insert(String(match.1))
        }
      }
    }
    return tests
  }

  @Test func `names tests that there are, and a reason where there is none`() throws {
    let declared = try Self.declared()
    let rows = try Self.text("docs/parity.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| behaviour") && !$0.hasPrefix("|---") }
    #expect(rows.count >= 70)
    for row in rows {
      let shown = row.split(separator: " | ", maxSplits: 1).last.map(String.init) ?? ""
      if shown.hasPrefix("not here: ") { continue }
      let named = shown.matches(of: /`([^`]+)`: `([^`]+)`/)
      #expect(!named.isEmpty, "\(row)")
      for match in named {
        let isThere = declared[String(match.1)]?.contains(String(match.2)) == true
        #expect(isThere, "\(match.1): \(match.2)")
      }
    }
  }
}
