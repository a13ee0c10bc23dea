/// One rule that is not kept, in one state or in the input as a whole.
public struct AuditFinding: Sendable, Hashable {
  /// `AM101`.
  public let rule: String
  /// How much it matters here.
  public let severity: Severity
  /// The state's id; nil if it is about no state.
  public let state: String?
  /// What is the case, in one sentence.
  public let message: String
  /// The document, if it is about one and no state.
  let source: Source?
  /// Who answers for it until when; nil if it counts.
  public internal(set) var accepted: Acceptance?

  /// What to do about it.
  public var fix: String { entry?.fix ?? "" }
  /// The command that goes on from here.
  public var next: String { entry?.next ?? "" }
  /// Where it is written.
  public var reference: String { entry?.reference ?? "" }

  private var entry: Rule? { Rules.rule(rule) }

  /// A document, as it is shown.
  struct Source: Sendable, Hashable {
    let path: String
    /// Inside an archive: the member, and the member inside that.
    let inner: [String]
    /// A reference to the file, if its name is no text.
    var uri: String?
  }

  init(
    _ rule: String,
    _ severity: Severity? = nil,
    state: String?,
    source: Source? = nil,
    _ message: String
  ) {
    self.rule = rule
    self.source = source
    self.severity = severity ?? Rules.rule(rule)?.severity ?? .medium
    self.state = state
    self.message = message
  }
}
