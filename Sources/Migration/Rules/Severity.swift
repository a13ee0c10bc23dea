/// How much a finding matters; compares by weight.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Good to know; nothing is wrong.
  case info
  /// Worth changing when the code is touched anyway.
  case low
  /// A defence is missing or something personal lies open.
  case medium
  /// Somebody who gets at the data, or in between, can act as the user.
  case high
  /// The same for more than one user, until it is changed at the provider.
  case critical

  private var weight: Int {
    switch self {
    case .info: 0
    case .low: 1
    case .medium: 2
    case .high: 3
    case .critical: 4
    }
  }

  /// Orders by weight, the lightest first.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether `left` matters less.
  public static func < (left: Severity, right: Severity) -> Bool {
    left.weight < right.weight
  }
}
