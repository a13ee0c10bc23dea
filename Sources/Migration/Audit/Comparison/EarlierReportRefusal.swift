import POSIX

/// Why a file is not what an audit can be compared with.
package struct EarlierReportRefusal: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// The system refused, in its own words.
    case unreadable(String)
    /// The name stands for a folder, a pipe or the like.
    case notAFile(String)
    /// Nothing that large is read.
    case tooLarge(limit: Int)
    /// It is no JSON: what and where.
    case notJSON(String)
    /// It is of another kind: what it calls itself, if anything.
    case otherSchema(String?)
    /// That audit could not read everything, or a demand was not met.
    case incomplete
    /// A member is missing, or is not what it should be: which.
    case malformed(String)
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

extension EarlierReportRefusal: CustomStringConvertible {
  /// What is wrong, in one line.
  package var description: String {
    switch reason {
    case .unreadable(let words): words
    case .notAFile(let kind): "\(path) is a \(kind), not the report of an earlier audit"
    case .tooLarge(let limit):
      "\(path) is larger than \(limit >> 20) MiB: compare folder by folder"
    case .notJSON(let words): "\(path) is no audit report: \(words)"
    case .otherSchema(let schema?):
      "\(path) is \(shown(schema, limit: 60)), not \(EarlierReport.schema)"
    case .otherSchema(nil): "\(path) is no audit report: it does not say that it is one"
    case .incomplete:
      "\(path) is not complete, so that nothing can be proven by it: its errors say what was not read"
    case .malformed(let place): "\(path) is no whole audit report: see \(shown(place, limit: 80))"
    }
  }
}
