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
    // Neither their order nor a second mention makes another audit of it.
    if Set(earlier.include) != Set(leftOut?.include ?? [])
      || Set(earlier.exclude) != Set(leftOut?.exclude ?? [])
    {
      open.append("the earlier audit was made with another --include or --exclude")
    }
    if earlier.read.isEmpty {
      open.append("the earlier audit looked at no place as a whole: audit the app's folder")
    }
    open += earlier.read.compactMap(unseen)
    return (open.isEmpty ? .passed : .notProven, open)
  }

  /// What was read then and not now.
  ///
  /// A place that is not there may be gone, or was not copied: only its folder, empty, tells.
  private func unseen(_ then: EarlierReport.Place) -> String? {
    let now = coverage.first { $0.app == then.app && $0.place.rawValue == then.place }
    let place = "\(then.place) of \(then.app.map { shown($0) } ?? "no app")"
    let folders = now?.folders ?? 0
    if folders > 0, folders < then.folders {
      let before = Words.count(then.folders, "folder")
      return "\(place) was read in \(before) of the app in the earlier audit, now in \(folders)"
    }
    if folders >= max(then.folders, 1) { return nil }
    switch now?.status {
    // Of files that were named one by one there is no folder.
    case .read where then.folders == 0: return nil
    case .absent:
      return
        "\(place) was read in the earlier audit, now it is not there: an update may have removed "
        + "it, or nobody copied it. Copy its folder too; an empty one is enough"
    case .read:
      return "\(place) was read as a folder in the earlier audit, now only files of it were named"
    case .notInThisInput, .unreadable, nil:
      let words = (now?.status ?? .notInThisInput).words
      return "\(place) was read in the earlier audit, now it is \(words)"
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
