/// What a scan comes upon, in the order of the files' names and of the places in them.
public enum ScanEvent: Sendable {
  /// A leftover state.
  indirect case state(LegacyAuthState)
  /// Something that could not be read; the scan goes on.
  case failure(ScanFailure)
  /// What was done with a file.
  case coverage(CoverageNote)
  /// How far the scan has come, after each file.
  case progress(ScanProgress)
}

/// How far a scan has come.
public struct ScanProgress: Sendable, Hashable {
  /// Files looked at.
  public internal(set) var files = 0
  /// Bytes in them.
  public internal(set) var bytes = 0
  /// States found.
  public internal(set) var states = 0

  init() {}
}
