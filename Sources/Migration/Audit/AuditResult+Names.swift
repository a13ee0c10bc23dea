package import LegacyState
package import POSIX
import Secrets

extension AuditResult {
  /// The result without what would bring a token into a plan, a ledger or a message by the name of a file.
  ///
  /// A file may be named after the token of another file's state. Its own states are set aside as an error, and an error
  /// about it is told without the name.
  ///
  /// - Returns: The same where no name tells a token.
  package func withoutTokensInNames() -> AuditResult {
    let names = TokenNames(states.flatMap { $0.state.tokens.map(\.secret) })
    var kept: [AuditedState] = []
    var errors: [AuditError] = []
    var told: Set<String> = []
    // Many states lie in one file.
    var known: [[String]: Bool] = [:]
    for audited in states {
      let source = audited.state.source
      let place = [source.path] + source.inner
      let tells =
        known[place]
        ?? (names.areTold(by: source.file) || source.inner.contains { names.areTold(by: Path($0)) })
      known[place] = tells
      // Its own token in its name is dealt with by who names the file.
      let isOthers = tells && !audited.state.isInFileNamedAfterToken
      guard isOthers else {
        kept.append(audited)
        continue
      }
      let path = names.shown(source.file)
      let inner = source.inner.map { names.shown(Path($0)) }
      guard told.insert(([path] + inner).joined(separator: "/")).inserted else { continue }
      errors.append(
        AuditError(
          path: path,
          inner: inner,
          reason: "its path tells the token of another state: rename it, then audit again"
        )
      )
    }
    let masked = report.errors.map { error in
      let path = names.shown(Path(error.path))
      let inner = error.inner.map { names.shown(Path($0)) }
      guard path != error.path || inner != error.inner else { return error }
      return AuditError(path: path, inner: inner, reason: "it could not be read as it should be")
    }
    guard !errors.isEmpty || masked != report.errors else { return self }
    return AuditResult(
      report: AuditReport(
        version: report.version,
        startedAt: report.startedAt,
        states: report.states,
        findings: report.findings,
        coverage: report.coverage,
        errors: masked + errors,
        summary: report.summary,
        unmet: report.unmet
      ),
      states: kept
    )
  }
}

extension TokenNames {
  /// Whether a component of a path tells a token.
  package func areTold(by path: Path) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains { areTold(by: Array($0)) }
  }

  /// The path as it may be shown: a component that tells a token, or looks like one, as its fingerprint.
  package func shown(_ path: Path) -> String {
    path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { component in
        let name = Array(component)
        return areTold(by: name)
          ? "sha256:" + Fingerprint(of: name.span).short : TokenShape.shown(name)
      }
      .joined(separator: "/")
  }
}
