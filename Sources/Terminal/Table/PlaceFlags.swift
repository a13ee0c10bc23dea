extension Table {
  /// Where the program keeps its own things, and how hard it works.
  static let placeFlags: [FlagSpec] = [
    FlagSpec(
      .config,
      group: .places,
      kind: .path("FILE"),
      help: "read the client from FILE (default: ./appauth-migrate.json, if it is there)"
    ),
    FlagSpec(
      .store,
      group: .places,
      kind: .path("FOLDER"),
      help: "keep the session in FOLDER (default: $XDG_DATA_HOME/appauth-migrate)"
    ),
    FlagSpec(
      .keyFile,
      group: .places,
      kind: .path("FILE"),
      help: "the key that seals the store: yours, mode 0600 or 0400, not in the store's folder"
    ),
    FlagSpec(
      .ledger,
      group: .places,
      kind: .path("FILE"),
      help: "record what is done in FILE (default: below $XDG_STATE_HOME/appauth-migrate)"
    ),
    FlagSpec(
      .jobs,
      group: .places,
      short: "j",
      kind: .integer("N", 1...256),
      help: "files, or pieces of one, read at once; bounds memory (default: one per processor)"
    ),
  ]
}
