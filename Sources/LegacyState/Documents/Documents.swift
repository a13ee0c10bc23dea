import Secrets

/// Which reader takes which document.
enum Documents {
  /// Every kind that is read; the first that recognises a document has it.
  static var readers: [any DocumentReader.Type] {
    [SharedPreferences.self, JSONLines.self, JSONFile.self]
  }

  static func reader(for head: DocumentHead) -> (any DocumentReader.Type)? {
    readers.first { $0.recognises(head) }
  }

  static func reader(of kind: Locator.Kind) -> (any DocumentReader.Type)? {
    readers.first { $0.kind == kind }
  }
}
