/// All rules of the audit.
public enum Rules {
  /// By id.
  public static let all: [Rule] = atRest + requests + parity + reading

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// The rule with an id.
  ///
  /// - Parameter id: `AM101`, in any case.
  /// - Returns: Nil if there is none.
  public static func rule(_ id: String) -> Rule? {
    byID[id] ?? byID[id.uppercased()]
  }
}
