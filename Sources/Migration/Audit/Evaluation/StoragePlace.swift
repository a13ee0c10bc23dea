import LegacyState

/// AM107, AM108: how and where the state is kept.
enum StoragePlace: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard judged.holdsSecrets else { return [] }
    // What is over, or tells of the user only, is no key to anything.
    let severity: Severity? = judged.isUsable ? nil : .medium
    var findings = [judged.finding("AM107", severity, "kept as plain text \(form(judged.state))")]
    if let copy = judged.copy {
      findings.append(judged.finding("AM108", severity, words(copy)))
    }
    return findings
  }

  private static func form(_ state: LegacyAuthState) -> String {
    switch state.source.locator.kind {
    case .sharedPreferences: "in a preferences file"
    case .json: "in a JSON file"
    case .jsonLines: "in a JSON Lines file"
    case .propertyList: "in a property list"
    case .keyedArchive: "in a keyed archive"
    case .csv: "in a CSV file"
    case .har: "in an HTTP archive"
    case .sqlite: "in a database"
    case .asyncStorage: "in AsyncStorage"
    case .keychain: "in a keychain dump"
    case .dataStore: "in a DataStore"
    case .levelDB: "in a LevelDB store"
    case .text: "in a text"
    case .raw: "among bytes of an unread format"
    }
  }

  private static func words(_ copy: CopyKind) -> String {
    switch copy {
    case .twin:
      """
      a copy in a .bak file: Android restores it at the app's next start, so a deletion must take both
      """
    case .backup: "a copy in a backup: it outlives what the app deletes"
    case .archive: "a copy in an archive: it outlives what the app deletes"
    case .cache: "a copy in a cache: nobody deletes it on purpose"
    case .log: "a copy in a log: logs are sent away"
    }
  }
}
