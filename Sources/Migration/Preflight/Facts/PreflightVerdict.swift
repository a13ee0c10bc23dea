/// How one check came out.
public struct PreflightVerdict: Sendable, Equatable {
  /// The four results; the raw values are stable.
  public enum Result: String, Sendable, CaseIterable {
    case pass, warn, fail, skip
  }

  /// The result.
  public var result: Result
  /// What was found, for a person; text of the provider in it is neutralised.
  public var text: String
  /// What was asked and answered.
  public var evidence: [PreflightEvidence] = []
  /// What to change, where that is more exact than the check's own words.
  public var fix: String?

  init(
    _ result: Result,
    _ text: String,
    evidence: [PreflightEvidence] = [],
    fix: String? = nil
  ) {
    self.result = result
    self.text = text
    self.evidence = evidence
    self.fix = fix
  }

  static func pass(_ text: String, evidence: [PreflightEvidence] = []) -> PreflightVerdict {
    PreflightVerdict(.pass, text, evidence: evidence)
  }

  static func warn(
    _ text: String,
    evidence: [PreflightEvidence] = [],
    fix: String? = nil
  ) -> PreflightVerdict {
    PreflightVerdict(.warn, text, evidence: evidence, fix: fix)
  }

  static func fail(
    _ text: String,
    evidence: [PreflightEvidence] = [],
    fix: String? = nil
  ) -> PreflightVerdict {
    PreflightVerdict(.fail, text, evidence: evidence, fix: fix)
  }

  static func skip(_ text: String, evidence: [PreflightEvidence] = []) -> PreflightVerdict {
    PreflightVerdict(.skip, text, evidence: evidence)
  }
}

/// One thing that was asked of the provider, and its answer; no secrets.
public struct PreflightEvidence: Sendable, Equatable {
  /// What was asked: an address, or a member of the metadata.
  public let asked: String
  /// The HTTP status, where it was a request.
  public let status: Int?
  /// The answer, neutralised and bounded.
  public let answered: String

  init(_ asked: String, _ answered: String, status: Int? = nil) {
    self.asked = shown(asked)
    self.answered = shown(answered)
    self.status = status
  }
}
