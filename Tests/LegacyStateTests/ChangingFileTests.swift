import LegacyState
import POSIX
import TestSupport
import Testing

@Suite struct `A file that is written to while it is read` {
  @Test(arguments: [
    ("app.log", "nothing of interest\n"), ("a.json", "{}"), ("b.bin", "\u{1}\u{2}"),
  ])
  func `is an error, also where no sign of a state was seen`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Path(name), text: text)
    var failures: [String] = []
    try LegacyScanner().scan([.path(path.text)]) { event throws in
      switch event {
      case .coverage:
        let file = try folder.directory.openFile(Path(name), .readWrite)
        try file.write(Array("grown".utf8), at: text.utf8.count)
      case .failure(let failure): failures.append(failure.description)
      case .state, .progress: break
      }
    }
    #expect(failures.count == 1 && failures[0].contains("chang"), "\(failures)")
  }
}
