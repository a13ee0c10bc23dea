import JSON
import Migration
import POSIX
import Secrets
import Terminal

/// Lists how things stand: the last row of each step and subject.
enum LedgerShowCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    // Looking makes no file; a name that was given must be one of a file.
    let path = try Places(context).ledger
    guard (try? Directory.status(of: path, followLinks: true)) != nil else {
      guard context.path(.ledger) == nil else {
        throw Stop(.usage, "there is no ledger at \(path.shown)", hints: ["is the name right?"])
      }
      try context.show(.noLedger)
      return .done
    }
    let ledger = try context.openLedgerUnchecked()
    var filter = LedgerFilter()
    filter.latestOnly = true
    let entries: [LedgerEntry]
    let verdict: LedgerVerdict
    do throws(LedgerFailure) {
      entries = try Self.adding(try ledger.entries(filter), from: ledger)
      verdict = try ledger.verify()
    } catch {
      throw Stop(.partial, error.description)
    }
    try context.show(rendering(ledger, entries, verdict))
    if case .broken(let sequence, let reason) = verdict {
      context.printer.error("the chain is broken at row \(sequence): \(reason)")
      return .partial
    }
    // What nobody holds is open at the provider, and nothing here can close it.
    return entries.allSatisfy { $0.status == .done || $0.outcome == Migrator.leftBehind }
      ? .done : .partial
  }

  /// Every grant that nobody holds stays in the list, whatever the same session came to later.
  private static func adding(
    _ latest: [LedgerEntry],
    from ledger: Ledger
  ) throws(LedgerFailure) -> [LedgerEntry] {
    var filter = LedgerFilter()
    filter.outcome = Migrator.leftBehind
    let known = Set(latest.map(\.sequence))
    return (latest + (try ledger.entries(filter)).filter { !known.contains($0.sequence) })
      .sorted { $0.sequence < $1.sequence }
  }

  private static func rendering(
    _ ledger: Ledger,
    _ entries: [LedgerEntry],
    _ verdict: LedgerVerdict
  ) -> Rendering {
    Rendering(
      text: { style in
        var text = entries.map { entry in
          let time = "\(Neutral.text(entry.time, limit: 40))  "
          let step = DisplayWidth.pad(entry.step.rawValue, to: 18)
          let status = DisplayWidth.pad(entry.status.rawValue, to: 9)
          return Wrap.paragraph(
            entry.about.joined(separator: " · "),
            width: style.width,
            indent: time + step + status,
            hanging: String(repeating: " ", count: DisplayWidth.of(time))
          )
        }.joined()
        if entries.isEmpty { text = "nothing was done yet\n" }
        return text
          + Wrap.paragraph(
            "\(ledger.shownPath): \(words(for: verdict))",
            width: style.width,
            hanging: "  "
          )
      },
      json: {
        .object([
          ("schema", "appauth-migrate/ledger/1"),
          ("ledger", .string(ledger.shownPath)),
          ("chain", json(of: verdict)),
          ("entries", .array(entries.map { $0.json(includingTimes: true) })),
        ])
      }
    )
  }

  private static func words(for verdict: LedgerVerdict) -> String {
    switch verdict {
    case .intact(let head, let count):
      "\(Quantity.count(count, "row")), chain intact, head \(head.hex)"
    case .broken(let sequence, let reason): "chain broken at row \(sequence): \(reason)"
    }
  }

  private static func json(of verdict: LedgerVerdict) -> JSONNode {
    switch verdict {
    case .intact(let head, let count):
      .object([
        ("intact", true), ("head", .string(head.hex)), ("rows", .int(Int64(count))),
      ])
    case .broken(let sequence, let reason):
      .object([("intact", false), ("row", .int(sequence)), ("reason", .string(reason))])
    }
  }
}

extension LedgerEntry {
  /// To what it was done, where that is, how it came out, and why if that was not as it should be.
  fileprivate var about: [String] {
    var parts = ["\(subject)"]
    if let path { parts.append(path.shown) }
    if let outcome { parts.append(Neutral.text(outcome)) }
    guard status == .refused || status == .inDoubt else { return parts }
    let grants = detail["left_behind"]?.elements?.compactMap(\.text) ?? []
    parts += grants.map { Neutral.text($0, limit: 400) }
    let reason = ["words", "text", "provider_error", "reason"].lazy.compactMap { detail[$0]?.text }
    if let words = reason.first { parts.append(Neutral.text(words, limit: 400)) }
    return parts
  }
}

extension Rendering {
  /// What there is to show before anything was done.
  fileprivate static var noLedger: Rendering {
    Rendering(
      text: { _ in "nothing was done yet\n" },
      json: {
        .object([
          ("schema", "appauth-migrate/ledger/1"), ("ledger", .null), ("chain", .null),
          ("entries", .array([])),
        ])
      }
    )
  }
}
