import POSIX

/// Why a plan file is not carried out; nothing was done.
package struct PlanRefusal: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The name stands for a link.
    case symbolicLink
    /// The name stands for a folder, a pipe or the like.
    case notAFile(String)
    /// Someone else owns it.
    case foreignOwner
    /// Someone else may write to it.
    case writableByOthers
    /// No plan is that large.
    case tooLarge(limit: Int)
    /// The system refused, in its own words.
    case unreadable(String)
    /// It is no JSON: what and where.
    case notJSON(String)
    /// It is of another kind, or of a newer version: what it calls itself.
    case unknownSchema(String)
    /// A member is missing, or is not what it should be: which.
    case malformed(String)
    /// It is not as it was written.
    case edited
    /// It is not the plan that was asked for: its digest.
    case unexpected(digest: String)
  }

  /// What is wrong.
  package let reason: Reason
  /// The file as it may be shown.
  package let path: String

  init(_ reason: Reason, _ path: Path) {
    self.reason = reason
    self.path = path.shown
  }
}

extension PlanRefusal: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  package var description: String {
    switch reason {
    case .missing:
      "there is no plan \(path); check the path, or make one with appauth-migrate plan PATH --output FILE"
    case .symbolicLink:
      "the plan \(path) is a symbolic link; name the real file"
    case .notAFile(let kind):
      "the plan \(path) is a \(kind), not a file; name the file that plan --output wrote"
    case .foreignOwner:
      "the plan \(path) belongs to another user, who could change it while it is carried out; "
        + "read it, then make your own with appauth-migrate plan"
    case .writableByOthers:
      "the plan \(path) can be changed by others; read it, then chmod go-w it, or make a new one"
    case .tooLarge(let limit):
      "the plan \(path) is larger than \(limit >> 20) MiB; plan fewer inputs at a time"
    case .unreadable(let words):
      words
    case .notJSON(let words):
      "\(path) is no plan: \(words); make one with appauth-migrate plan PATH --output FILE"
    case .unknownSchema(let schema):
      "\(path) is \(shown(schema, limit: 60)), not \(MigrationPlan.schema); "
        + "make a plan with this program, or carry it out with the program that made it"
    case .malformed(let place):
      "the plan \(path) is not whole at \(shown(place, limit: 80)); make a new one with appauth-migrate plan"
    case .edited:
      "the plan \(path) was edited after it was made; make a new one with appauth-migrate plan and the options "
        + "that you want"
    case .unexpected(let digest):
      "the plan \(path) has the digest sha256:\(digest), not the one after --expect; "
        + "read it, and if it is the one that you mean, expect this digest"
    }
  }
}
