package import Archive

/// How much is read of one input; what is beyond is said, never silently left out.
public struct ScanLimits: Sendable, Hashable {
  /// The largest document that is read into memory.
  public var documentBytes = 64 << 20
  /// The longest line of a JSON Lines file.
  public var lineBytes = 16 << 20
  /// The most states that one file gives.
  public var statesPerFile = 10_000_000
  /// The most errors that one file gives; the last one says that there were more.
  public var failuresPerFile = 1_000
  /// How many pieces of a JSON Lines file are read at once, or states judged; each takes a MiB or so, a long line more.
  public var jobs = 1
  /// The deepest folder.
  public var folderDepth = 128

  /// How many bytes of a text are searched at once; what lies where two pieces meet is found like the rest.
  package var textPieceBytes = 16 << 20
  /// What is read of archives.
  package var archives = ArchiveLimits()

  /// The limits that the command uses.
  public init() {}
}
