/// Why states were not taken out of a file; the file's bytes are then as they were.
public enum RemovalFailure: Error, Hashable, Sendable {
  /// The state is not there, or its bytes are not those that were found.
  case changed(Locator)
  /// The file cannot be read as what it was.
  case unreadable(String)
  /// The result would not have been what was promised; nothing was given out.
  case notProven(String)
}

extension RemovalFailure: CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    switch self {
    case .changed(let locator):
      "the state at \(locator) has changed since it was found; run the audit again"
    case .unreadable(let reason):
      "the file has changed and cannot be read any more: \(reason); run the audit again"
    case .notProven(let reason):
      "nothing was removed, because the result would not be exact: \(reason)"
    }
  }
}
