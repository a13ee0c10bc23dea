/// A report as lines for a terminal; pure, and without colour: the first word of a line tells what it is.
package struct PreflightText: Sendable {
  /// A stretch of lines that belong together.
  package struct Block: Sendable {
    /// The result that it is about; nil for the heading and the end.
    package let result: PreflightVerdict.Result?
    /// The lines.
    package let lines: [String]
  }

  private let report: PreflightReport
  private let width: Int
  private let isVerbose: Bool

  /// Prepares the text.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - width: Columns of the terminal.
  ///   - verbose: Whether the checks that passed get lines of their own.
  package init(_ report: PreflightReport, width: Int = 100, verbose: Bool = false) {
    self.report = report
    self.width = max(60, width)
    self.isVerbose = verbose
  }

  /// All lines.
  package var lines: [String] { blocks.flatMap(\.lines) }

  /// The lines by what they are about.
  package var blocks: [Block] {
    let order: [PreflightVerdict.Result] = [.pass, .warn, .skip, .fail]
    let results = order.map { result in Block(result: result, lines: lines(of: result)) }
    let end = wrapped(closing, first: "", rest: "")
    return [Block(result: nil, lines: [heading, ""])] + results.filter { !$0.lines.isEmpty }
      + [Block(result: nil, lines: [""] + end)]
  }

  private var heading: String {
    let seconds = "\((report.seconds * 10).rounded() / 10) s"
    let name = report.providerID == "unknown" ? "" : "\(report.providerName), "
    return "\(name)\(shown(report.issuer)) · \(report.checks.count) checks in \(seconds)"
  }

  private var closing: String {
    let failed = report.count(.fail)
    if report.isUnavailable {
      return "The provider could not be asked for all of it: run it again later."
    }
    switch failed {
    case 0:
      guard report.count(.warn) == 0 else {
        return "Nothing failed; read the warnings, then ship."
      }
      return "Ready, as far as metadata tells; the sign-in itself proves the registration."
    case 1: return "Fix this one, run it again, then ship."
    default: return "Fix these \(failed), run it again, then ship."
    }
  }

  /// Wide enough for every id that is shown.
  private var column: Int {
    let ids =
      report.checks.filter { check in
        isVerbose || check.result != .pass && (unreached == nil || check.result != .skip)
      }.map(\.id.count) + [unreached?.id.count ?? 0]
    return (ids.max() ?? 0) + 2
  }

  /// The check without which hardly another can be tried, if it did not come out well.
  private var unreached: PreflightResult? {
    guard !isVerbose else { return nil }
    return report.checks.first { check in
      check.id == "discovery-reachable"
        && (check.result == .fail || check.result == .skip && report.isUnavailable)
    }
  }

  private func head(_ result: PreflightVerdict.Result, _ count: Int) -> String {
    result.rawValue + padding(4 - "\(count)".count) + "\(count)  "
  }

  private func lines(of result: PreflightVerdict.Result) -> [String] {
    var checks = report.checks.filter { $0.result == result }
    let head = head(result, checks.count)
    var others: [String] = []
    // One cause in one line; twenty lines that say that there was nothing to look at hide it.
    if let unreached, result == .skip {
      let count = checks.count { $0.id != unreached.id }
      checks.removeAll { $0.id != unreached.id }
      let text = "could not be tried without it, or need not be (--verbose lists them)"
      if count > 0 {
        others =
          checks.isEmpty
          ? wrapped(text, first: head, rest: padding(head.count))
          : wrapped("\(count) more \(text)", first: padding(head.count), rest: padding(head.count))
      }
    }
    guard !checks.isEmpty else { return others }
    guard result != .pass || isVerbose else {
      let hint = "(--verbose lists them)"
      let text = checks.map(\.title).joined(separator: " · ")
      return wrapped(text + " " + hint, first: head, rest: padding(head.count))
    }
    var lines: [String] = []
    for (number, check) in checks.enumerated() {
      let start = number == 0 ? head : padding(head.count)
      let indent = padding(head.count + column)
      lines += wrapped(
        check.verdict.text,
        first: start + check.id + padding(column - check.id.count),
        rest: indent
      )
      if let fix = check.fix { lines += wrapped(fix, first: indent + "→ ", rest: indent + "  ") }
    }
    return lines + others
  }

  private func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  private func wrapped(_ text: String, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += isEmpty ? String(word) : " \(word)"
      isEmpty = false
    }
    lines.append(line)
    return lines
  }
}
