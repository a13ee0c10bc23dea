import LegacyState
import Terminal

/// What --include and --exclude ask for.
enum PathFlags {
  static func filter(_ command: ParsedCommand) throws(Stop) -> PathFilter {
    PathFilter(
      include: try patterns(.include, command),
      exclude: try patterns(.exclude, command)
    )
  }

  private static func patterns(
    _ flag: Flag,
    _ command: ParsedCommand
  ) throws(Stop) -> [PathPattern] {
    var patterns: [PathPattern] = []
    for word in command.values(of: flag) ?? [] {
      do throws(PathPattern.Failure) {
        patterns.append(try PathPattern(bytes: word.bytes))
      } catch {
        throw Stop(
          .usage,
          "--\(flag.rawValue) \(Neutral.quoted(word.text)) \(error.words)",
          hints: [
            "patterns count from below the path that is audited: 'shared_prefs', '*.log', 'files/**/*.json'"
          ]
        )
      }
    }
    return patterns
  }
}

extension PathPattern.Failure {
  /// What is wrong, behind the pattern.
  var words: String {
    switch self {
    case .empty: "names no file"
    case .tooLong: "is longer than 4,096 bytes"
    case .leadsAway: "leads out of what is audited"
    }
  }
}
