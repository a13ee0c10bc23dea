extension Table {
  /// The commands that open the session store.
  private static let stored: [CommandID] = [
    .migrate, .login, .status, .token, .request, .refresh, .stepUp, .userinfo, .logout,
    .handleRedirect, .purge,
  ]

  /// Where the key of a session store can come from.
  static let keySources = ["keyring", "keychain", "passphrase", "file"]

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
      .keySource,
      group: .places,
      kind: .choice("WHERE", keySources),
      in: .commands(stored),
      help: """
        where a new store keeps its key: keyring, keychain, passphrase or file (default: the \
        system's keyring where there is one, else file); a store stays with its own
        """
    ),
    FlagSpec(
      .passphraseFile,
      group: .places,
      kind: .path("FILE"),
      in: .commands(stored),
      help: "read the store's passphrase from FILE, - for standard input, instead of asking for it"
    ),
    FlagSpec(
      .passphraseFD,
      group: .places,
      kind: .integer("N", 0...1023),
      in: .commands(stored),
      help: "read the store's passphrase from this file descriptor"
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
