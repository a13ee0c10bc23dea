extension Table {
  /// The formats in which every result can be written.
  package static let formats = ["text", "json"]
  /// The formats of an audit.
  package static let auditFormats = [
    "text", "json", "jsonl", "sarif", "junit", "csv", "markdown", "html",
  ]

  /// How results are shown.
  static let outputFlags: [FlagSpec] = [
    FlagSpec(
      .format,
      group: .output,
      kind: .choice("FORMAT", auditFormats),
      help:
        "how the result is written to standard output: text (default), json, or what else the command has"
    ),
    FlagSpec(
      .report,
      group: .output,
      kind: .keyValue("FORMAT=FILE", keys: auditFormats),
      repeatable: true,
      help: "also write the result to FILE in that format; several from one run"
    ),
    FlagSpec(
      .output,
      group: .output,
      short: "o",
      kind: .path("FILE"),
      help:
        "write the result to FILE instead of standard output: readable by you alone, whole or not at all"
    ),
    FlagSpec(
      .quiet,
      group: .output,
      short: "q",
      help: "no progress and no remarks; results, warnings and errors only"
    ),
    FlagSpec(
      .verbose,
      group: .output,
      short: "v",
      help: "say more: passed checks, requests, times; never a secret"
    ),
    FlagSpec(
      .plain,
      group: .output,
      help: "no colour, no box drawing, progress as lines (colour alone: NO_COLOR=1)"
    ),
    FlagSpec(.help, group: .output, short: "h", help: "explain the command, with examples"),
    FlagSpec(.version, group: .output, help: "print the version"),
  ]
}
