import LegacyState
package import POSIX

extension AuditContents {
  /// Holds an earlier report against this one; every format then tells what became of its credentials.
  ///
  /// - Parameter earlier: The report of an audit of the same app before an update.
  /// - Throws: If the states' own file cannot be read.
  package mutating func compare(with earlier: EarlierReport) throws(FileFailure) {
    var isThere = [Bool](repeating: false, count: earlier.credentials.count)
    var new = 0
    var listed: [ComparedCredential] = []
    // Those that lie in one place only need not be remembered.
    var shared: Set<TokenKey> = []
    try forEachState { (record, _) in
      for token in record.core.tokens.credentials {
        guard let key = token.key else { continue }
        if let number = earlier.numbers[key] {
          isThere[number] = true
          continue
        }
        let isAlone = token.isComparable && !isShared(key)
        guard isAlone || shared.insert(key).inserted else { continue }
        new += 1
        guard new <= AuditComparison.listed else { continue }
        listed.append(ComparedCredential(.new, token, app: record.row.app, state: record.core.id))
      }
    }
    for change in [ComparedCredential.Change.unchanged, .gone] {
      listed += zip(earlier.credentials, isThere).lazy
        .filter { $0.1 == (change == .unchanged) }.prefix(AuditComparison.listed)
        .map { ComparedCredential(change, $0.0.token, app: $0.0.app, state: $0.0.state) }
    }
    let unchanged = isThere.count { $0 }
    let (verdict, reasons) = judgement(of: earlier)
    comparison = AuditComparison(
      earlier: AuditComparison.Earlier(
        path: earlier.path,
        startedAt: earlier.startedAt,
        states: earlier.states,
        credentials: earlier.credentials.count
      ),
      new: new,
      gone: isThere.count - unchanged,
      unchanged: unchanged,
      credentials: listed,
      verdict: verdict,
      reasons: reasons
    )
  }

  private func judgement(
    of earlier: EarlierReport
  ) -> (AuditComparison.Verdict, [String]) {
    var wrong: [String] = []
    if earlier.states == 0 {
      wrong.append("the earlier audit found no state, so it cannot show that any is gone")
    }
    if summary.states > 0 {
      wrong.append("\(Words.count(summary.states, "state")) found")
    }
    guard wrong.isEmpty else { return (.failed, wrong) }
    var open = isComplete ? [] : ["this audit is not complete"]
    let leftOut = summary.leftOut
    if earlier.include != leftOut?.include ?? [] || earlier.exclude != leftOut?.exclude ?? [] {
      open.append("the earlier audit was made with another --include or --exclude")
    }
    open += earlier.read.compactMap(unseen)
    return (open.isEmpty ? .passed : .notProven, open)
  }

  /// What was read then and not now; what an update removed has been looked for, too.
  private func unseen(_ then: EarlierReport.Place) -> String? {
    let now = coverage.first { $0.app == then.app && $0.place.rawValue == then.place }
    switch now?.status {
    case .read, .absent: return nil
    case .notInThisInput, .unreadable, nil:
      let words = (now?.status ?? .notInThisInput).words
      return "\(then.place) of \(shown(then.app)) was read in the earlier audit, now it is \(words)"
    }
  }
}

extension ComparedCredential {
  fileprivate init(_ change: Change, _ token: TokenRow, app: String?, state: String) {
    self.init(
      change: change,
      role: token.role,
      isOlder: token.isOlder,
      fingerprint: token.name,
      app: app,
      state: state
    )
  }
}
