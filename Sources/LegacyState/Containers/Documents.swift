import Secrets

/// Which reader takes which document.
enum Documents {
  /// Every kind that is read; the first that recognises a document has it.
  static var readers: [any DocumentReader.Type] {
    [
      SQLiteDatabase.self, SQLiteCompanion.self,
      // Before those that go by the first byte: a length can look like any.
      DataStore.self, SealedFile.self, LevelDB.self,
      SharedPreferences.self, SealedPropertyList.self, PropertyListFile.self,
      KeyedArchiveFile.self, KeychainDump.self,
      JSONLines.self, HTTPArchive.self, AsyncStorageValue.self, JSONFile.self, CSVFile.self,
    ]
  }

  static func reader(for head: DocumentHead) -> (any DocumentReader.Type)? {
    readers.first { $0.recognises(head) }
  }

  static func reader(of kind: Locator.Kind) -> (any DocumentReader.Type)? {
    (readers + [LooseText.self]).first { $0.kind == kind }
  }
}
