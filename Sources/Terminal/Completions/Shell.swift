/// The shells for which there are completions.
package enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that the shell reads.
  ///
  /// - Parameter table: What exists.
  /// - Returns: The whole script.
  package func script(_ table: Table) -> String {
    switch self {
    case .bash: BashCompletions(table).script
    case .zsh: ZshCompletions(table).script
    case .fish: FishCompletions(table).script
    }
  }
}
