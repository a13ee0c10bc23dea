import Foundation
import JSON
import LegacyState
import POSIX
import Secrets
import Testing

/// One file of the corpus and what the manifest says is in it.
struct CorpusFile: CustomTestStringConvertible, Sendable {
  let path: String
  let expect: String
  let states: [JSONValue]
  /// For JSON Lines: what is in each line.
  let lines: [JSONValue]
  let outcomes: [String]

  var testDescription: String { path }

  var bytes: SecretBytes {
    get throws { SecretBytes(copying: try Data(contentsOf: Self.folder.appending(path: path))) }
  }

  static let folder = (Bundle.module.resourceURL ?? URL(filePath: "/")).appending(
    path: "Fixtures/corpus"
  )

  static let all: [CorpusFile] = (try? load()) ?? []

  static func under(_ folders: String...) -> [CorpusFile] {
    all.filter { file in folders.contains { file.path.hasPrefix($0) } }
  }

  /// Those with states whose reading is not optional.
  static let withStates = under("android-json/", "android-prefs/").filter { $0.expect == "parse" }

  private static func load() throws -> [CorpusFile] {
    let manifest = try document("manifest.json")
    return try manifest["files"]?.elements.map { entry in
      let lines = try entry["states_file"]?.string().map { name in
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          .split(separator: "\n").map { line in
            try JSONDocument(parsing: SecretBytes(copying: line.utf8)).root
          }
      }
      return CorpusFile(
        path: entry["path"]?.string() ?? "",
        expect: entry["expect"]?.string() ?? "",
        states: entry["states"]?.elements ?? [],
        lines: lines ?? [],
        outcomes: [entry["expect"]?.string() ?? ""] + (entry["alternatives"]?.stringArray() ?? [])
      )
    } ?? []
  }

  private static func document(_ name: String) throws -> JSONValue {
    let data = try Data(contentsOf: folder.appending(path: name))
    return try JSONDocument(parsing: SecretBytes(copying: data)).root
  }
}

/// What a scan gave, sorted by kind.
struct Scanned {
  var states: [LegacyAuthState] = []
  var failures: [ScanFailure] = []
  var notes: [CoverageNote] = []

  init(_ inputs: LegacyScanner.Input..., limits: ScanLimits = ScanLimits()) {
    LegacyScanner(limits: limits).scan(inputs) { event in
      switch event {
      case .state(let state): states.append(state)
      case .failure(let failure): failures.append(failure)
      case .coverage(let note): notes.append(note)
      case .progress: break
      }
    }
  }

  init(_ file: CorpusFile) throws {
    try self.init(.document(file.bytes, name: file.path))
  }

  init(text: String, name: String) {
    self.init(.document(SecretBytes(copying: text.utf8), name: name))
  }
}

extension SecretBytes {
  /// A copy for comparisons in tests.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
