extension Table {
  /// The formats in which a result can be written.
  package static let formats = ["text", "json"]

  /// How results are shown.
  static let outputFlags: [FlagSpec] = [
    FlagSpec(
      .format,
      group: .output,
      kind: .choice("FORMAT", formats),
      help: "how the result is written to standard output: text (default) or json"
    ),
    FlagSpec(
      .report,
      group: .output,
      kind: .keyValue("FORMAT=FILE", keys: formats),
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
