/// Which documents of an input are looked at, by their paths below the file or folder that was named.
///
/// Without patterns all are. An archive is a folder here: the path goes on inside it.
public struct PathFilter: Sendable, Hashable {
  enum Verdict {
    case wanted
    /// Not itself, but something in it may be.
    case onTheWay
    case unwanted
  }

  /// What is looked at; everything if there are none.
  public var include: [PathPattern]
  /// What is not, even if it is included.
  public var exclude: [PathPattern]

  /// Puts patterns together.
  ///
  /// - Parameters:
  ///   - include: What is looked at; everything if there are none.
  ///   - exclude: What is not, even if it is included.
  public init(include: [PathPattern] = [], exclude: [PathPattern] = []) {
    self.include = include
    self.exclude = exclude
  }

  /// Whether everything is looked at.
  public var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

  /// What is named itself is always wanted.
  func verdict(on names: [ArraySlice<UInt8>]) -> Verdict {
    guard !names.isEmpty else { return .wanted }
    if exclude.contains(where: { $0.match(names) == .whole }) { return .unwanted }
    guard !include.isEmpty else { return .wanted }
    var verdict = Verdict.unwanted
    for pattern in include {
      switch pattern.match(names) {
      case .whole: return .wanted
      case .above: verdict = .onTheWay
      case .none: break
      }
    }
    return verdict
  }
}
