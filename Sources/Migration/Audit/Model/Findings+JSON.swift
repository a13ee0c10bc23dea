package import JSON

extension AuditFinding {
  /// The finding as the report has it.
  ///
  /// - Returns: One element of `findings`.
  package func json() -> JSONNode {
    .object(
      [
        ("rule", .string(rule)), ("severity", .string(severity.rawValue)),
        ("state", .optional(state)),
        ("message", .string(message)), ("fix", .string(fix)), ("next", .string(next)),
        ("reference", .string(reference)),
      ] + (accepted.map { [("accepted", $0.json())] } ?? [])
    )
  }
}

extension CoverageEntry {
  func json() -> JSONNode {
    .object([
      ("app", .optional(app)), ("place", .string(place.rawValue)),
      ("status", .string(status.rawValue)), ("why", .string(why)), ("folders", .count(folders)),
    ])
  }
}

extension AuditError {
  func json() -> JSONNode {
    .object([
      ("path", .string(path)), ("inner", .array(inner.map { .string($0) })),
      ("reason", .string(reason)),
    ])
  }
}

extension AuditSummary {
  func json() -> JSONNode {
    let libraries = byLibrary.sorted { $0.key < $1.key }.map { ($0.key, JSONNode.count($0.value)) }
    let severities = Severity.allCases.sorted(by: >).map {
      ($0.rawValue, JSONNode.count(bySeverity[$0] ?? 0))
    }
    let (seconds, attoseconds) = duration.components
    // Microseconds: what is finer is noise.
    let fine = (Double(attoseconds) / 1e12).rounded() / 1e6
    var members: [(String, JSONNode)] = [
      ("files", .count(files)), ("bytes", .count(bytes)), ("states", .count(states)),
      ("credentials", .count(credentials)), ("refresh_tokens", .count(refreshTokens)),
      ("by_library", .object(libraries)), ("by_severity", .object(severities)),
    ]
    if let leftOut { members.append(("left_out", leftOut.json())) }
    if let unmatched { members.append(("unmatched", .count(unmatched))) }
    return .object(members + [("seconds", .double(Double(seconds) + fine))])
  }
}
