import Foundation
package import JSON
package import POSIX
package import Secrets

/// One file of the corpus of leftover states, and what its manifest says is in it.
package struct CorpusFile: Sendable {
  /// Where it is in the corpus.
  package let path: String
  /// What a reader must make of it, other outcomes that are right as well behind it.
  package let outcomes: [String]
  /// What is in it.
  package let states: [JSONValue]
  /// For JSON Lines: what is in each line.
  package let lines: [JSONValue]
  /// Whether only a false report is wrong.
  package let isOptional: Bool

  /// What a reader must make of it.
  package var expect: String { outcomes[0] }

  /// All its bytes.
  package var bytes: SecretBytes {
    get throws { try File.open(Self.folder.appending(path)).readAll(limit: 1 << 28) }
  }

  /// Where the corpus is.
  package static let folder = BuiltTool.package.appending("Tests/LegacyStateTests/Fixtures/corpus")

  /// Every file that the manifest lists; none if it could not be read, which a test notices.
  package static let all: [CorpusFile] = (try? load()) ?? []

  /// Those in some folders of the corpus.
  ///
  /// - Parameter folders: Their names, each with a slash.
  /// - Returns: In the manifest's order.
  package static func under(_ folders: String...) -> [CorpusFile] {
    all.filter { file in folders.contains { file.path.hasPrefix($0) } }
  }

  private static func load() throws -> [CorpusFile] {
    let manifests = try FileManager.default.contentsOfDirectory(atPath: folder.text)
      .filter { $0.hasPrefix("manifest") }.sorted()
    let entries = try manifests.flatMap { try document(read($0))["files"]?.elements ?? [] }
    return try entries.map { entry in
      let lines = try entry["states_file"]?.string().map { name in
        try read(name).split(separator: "\n").map { try document(String($0)) }
      }
      return CorpusFile(
        path: entry["path"]?.string() ?? "",
        outcomes: [entry["expect"]?.string() ?? ""]
          + (entry["alternatives"]?.stringArray() ?? []),
        states: entry["states"]?.elements ?? [],
        lines: lines ?? [],
        isOptional: entry["optional"]?.bool() == true
      )
    }
  }

  private static func read(_ name: String) throws -> String {
    try String(contentsOfFile: folder.appending(name).text, encoding: .utf8)
  }

  private static func document(_ text: String) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: text.utf8)).root
  }
}

extension CorpusFile: CustomStringConvertible {
  /// Its path, as the name of a test's case.
  package var description: String { path }
}
