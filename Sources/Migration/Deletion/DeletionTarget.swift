package import LegacyState
import POSIX

/// A state that is to be taken out of its file.
package struct DeletionTarget: Sendable {
  /// The id by which plan and ledger know it.
  package let id: String
  /// The state as this run's audit found it.
  package let state: LegacyAuthState
  /// Why it must stay after all, in words: its token could not be revoked.
  package let hold: String?
  /// What it is called in a list in which others have the same name; nil if its own name will do.
  package var listedAs: String?
  /// The file as reports and the ledger have it: itself, but for a component that tells a token, or looks so.
  let toldPath: Path

  /// Names a state.
  ///
  /// - Parameters:
  ///   - state: The state as this run's audit found it.
  ///   - id: The id by which the plan knows it; its own by default.
  ///   - hold: Why it must stay after all, in words.
  package init(_ state: LegacyAuthState, id: String? = nil, hold: String? = nil) {
    self.id = id ?? state.id
    self.state = state
    self.hold = hold
    self.toldPath = Self.toldPath(of: state)
  }

  /// The file, from the root.
  var path: Path { Self.path(of: state) }

  private static func path(of state: LegacyAuthState) -> Path {
    (try? state.source.file.absolute) ?? state.source.file
  }

  private static func toldPath(of state: LegacyAuthState) -> Path {
    guard state.isInFileNamedLikeToken else { return path(of: state) }
    let path = path(of: state)
    guard state.isInFileNamedAfterToken else { return Path(ShownPath.text(path)) }
    let fact = SafeFact(state)
    // Encoded, it is not seen by who only knows the token.
    return fact.tells(path.text)
      ? Path(fact(path: path.text)) : Path("(a path that tells the token, encoded)")
  }

  /// `AuthState.xml › state`, or what it is listed as.
  package var shownPlace: String {
    if let listedAs { return listedAs }
    return toldPath != path
      ? toldPath.lastComponent.shown : PlannedState(state).shownPlace
  }
}

extension [DeletionTarget] {
  /// The same, those of different files called by different names.
  package var namedApart: [DeletionTarget] {
    let names = DistinctPlaces.names(map { ($0.toldPath, $0.shownPlace) })
    return zip(self, names).map { target, name in
      var target = target
      target.listedAs = name
      return target
    }
  }
}
