import JSON
import Secrets

/// The objects in which nothing can be found beside the state around them: most states of a file hold the same
/// configuration three times, and to go through it each time takes longer than to compare it.
///
/// It belongs to the reading of one piece of a file. Not `Sendable`.
final class InertObjects {
  /// No configuration is smaller or larger that is worth it.
  private static let usualBytes = 64...8192
  /// How many are kept.
  private static let most = 4
  /// After so many that were all different, no more are looked at.
  private static let mostMisses = 16

  private let mayHoldState: (JSONValue) -> Bool
  private var known: [SecretBytes] = []
  private var next = 0
  private var misses = 0

  /// Starts without any.
  ///
  /// - Parameter mayHoldState: Whether a state may have been written into a text.
  init(_ mayHoldState: @escaping (JSONValue) -> Bool) {
    self.mayHoldState = mayHoldState
  }

  /// Whether neither an older refresh token nor another state can be in a value, whatever is around it.
  func contains(_ value: JSONValue) -> Bool {
    let range = value.byteRange
    guard value.kind == .object, Self.usualBytes.contains(range.count) else { return false }
    let bytes = value.document.bytes
    if known.contains(where: { $0.count == range.count && $0.isPart(of: bytes, range) }) {
      misses = 0
      return true
    }
    guard misses < Self.mostMisses else { return false }
    misses += 1
    guard isInert(value) else { return false }
    let copy = bytes.withBytes { SecretBytes(copying: $0.extracting(range)) }
    if known.count < Self.most { known.append(copy) } else { known[next] = copy }
    next = (next + 1) % Self.most
    return true
  }

  private func isInert(_ object: JSONValue) -> Bool {
    var waiting = [object]
    while let container = waiting.popLast() {
      if container.mayBeAndroidPart || container.hasDuplicateMembers { return false }
      for member in container.eachMember {
        if member.isNamed("refreshToken") || member.isNamed("refresh_token") { return false }
        guard isInert(member.value, &waiting) else { return false }
      }
      for element in container.eachElement {
        guard isInert(element, &waiting) else { return false }
      }
    }
    return true
  }

  private func isInert(_ value: JSONValue, _ waiting: inout [JSONValue]) -> Bool {
    switch value.kind {
    case .object, .array:
      waiting.append(value)
      return true
    case .string:
      return !LegacyAuthState.mayHoldDocument(value) && !mayHoldState(value)
    case .number, .bool, .null: return true
    }
  }
}
