extension Table {
  /// What was done, and can be shown.
  static let evidenceCommands: [CommandSpec] = [
    CommandSpec(
      .ledgerShow,
      group: .evidence,
      summary: "list what was revoked and deleted, and what is still open",
      description: [
        """
        One row a token or state and step: pending, started, done, refused or in doubt, with the time and what the \
        provider said. The ledger holds fingerprints, never tokens.
        """
      ],
      examples: [
        Example("appauth-migrate ledger show", "the ledger of this user"),
        Example(
          "appauth-migrate ledger show --ledger case-4711.db --format json",
          "another ledger, for a script"
        ),
      ],
      exits: [
        ExitNote(.done, "nothing is open"), ExitNote(.usage),
        ExitNote(.partial, "a row is still open, refused or in doubt"),
      ]
    )
  ]
}
