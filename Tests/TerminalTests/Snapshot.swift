import Foundation
import Testing

/// A file that holds what is expected; `UPDATE_SNAPSHOTS=1 swift test --filter TerminalTests` writes it anew, and a
/// person reads the difference.
struct Snapshot {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private let file: URL

  init(_ name: String) {
    file = Self.folder.appending(path: "Snapshots").appending(path: name)
  }

  /// A file of the project itself.
  init(ofProject path: String) {
    file = Self.folder.appending(path: "../..").appending(path: path).standardizedFileURL
  }

  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    let expected = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(lines, wanted).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(
      text == expected,
      """
      \(file.lastPathComponent) is out of date, first at line \
      \((first?.offset ?? min(lines.count, wanted.count)) + 1): \(first.map { String($0.element.0) } ?? "(length)")
      """,
      sourceLocation: sourceLocation
    )
  }
}
