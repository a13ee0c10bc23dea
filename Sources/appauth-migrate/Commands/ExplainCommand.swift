import JSON
import Migration
import Terminal

/// Prints the long form of rules, or a list of all.
enum ExplainCommand: ImmediateCommand {
  static func run(_ context: Context) throws(Stop) -> ExitCode {
    let wanted = context.command.arguments.map(\.text)
    var rules: [Rule] = []
    for id in wanted {
      guard let rule = Rules.rule(id) else { throw unknown(id) }
      rules.append(rule)
    }
    let shown = wanted.isEmpty ? Rules.all : rules
    try context.show(
      Rendering(
        text: { wanted.isEmpty ? list(shown, $0) : shown.map(page($0)).joined(separator: "\n") },
        json: { json(shown) }
      )
    )
    return .done
  }

  private static func unknown(_ id: String) -> Stop {
    let ids = Rules.all.map(\.id)
    let meant = Nearest.to(id, in: ids).map { "; did you mean \($0)?" } ?? ""
    return Stop(
      .usage,
      "no rule \(Neutral.quoted(id))\(meant)",
      hints: meant.isEmpty ? ["all rules: appauth-migrate explain"] : []
    )
  }

  private static func list(_ rules: [Rule], _ style: TextStyle) -> String {
    var columns = Columns(indent: "")
    for rule in rules {
      let severity = Columns.Cell(rule.severity.rawValue, rule.severity.tone)
      columns.add(Columns.Cell(rule.id), severity, Columns.Cell(rule.title))
    }
    return columns.rendered(width: style.width, paint: style.paint)
  }

  private static func page(_ style: TextStyle) -> (Rule) -> String {
    { rule in
      let severity = style.paint(rule.severity.tone, rule.severity.rawValue)
      var text = "\(style.paint(.bold, rule.id)) · \(severity) · \(rule.title)\n"
      for (title, body) in [
        ("What it means", rule.meaning), ("Why it matters", rule.reason), ("What to do", rule.fix),
      ] {
        text += "\n\(style.paint(.bold, title))\n"
        text += Wrap.paragraph(body, width: min(style.width, 100), indent: "  ")
      }
      text += "\nNext       \(rule.next)\n"
      return text + "Reference  \(rule.reference)\n"
    }
  }

  private static func json(_ rules: [Rule]) -> JSONNode {
    .object([
      ("schema", "appauth-migrate/rules/1"),
      (
        "rules",
        .array(
          rules.map { rule in
            .object([
              ("id", .string(rule.id)), ("severity", .string(rule.severity.rawValue)),
              ("title", .string(rule.title)), ("meaning", .string(rule.meaning)),
              ("reason", .string(rule.reason)), ("fix", .string(rule.fix)),
              ("next", .string(rule.next)), ("reference", .string(rule.reference)),
            ])
          }
        )
      ),
    ])
  }
}
