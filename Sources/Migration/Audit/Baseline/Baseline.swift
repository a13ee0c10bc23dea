package import POSIX

/// States that somebody decided to live with until a day; after it they count again.
package struct Baseline: Sendable {
  /// What a baseline calls itself.
  package static let schema = "appauth-migrate/baseline/1"

  /// One state.
  package struct Entry: Sendable {
    package let state: String
    let fingerprint: String?
    let acceptance: Acceptance

    /// Accepts a state.
    ///
    /// - Parameters:
    ///   - state: Its id.
    ///   - fingerprint: The 12 hex digits of its weightiest token that has a digest; nil if none has.
    ///   - acceptance: Who answers for it, and until when.
    package init(state: String, fingerprint: String?, acceptance: Acceptance) {
      self.state = state
      self.fingerprint = fingerprint
      self.acceptance = acceptance
    }
  }

  let path: String
  let entries: [Entry]
  let acceptsLiveCredentials: Bool

  /// Puts a baseline together.
  ///
  /// - Parameters:
  ///   - path: Its file.
  ///   - entries: No state twice.
  ///   - acceptsLiveCredentials: Whether states with a refresh token are accepted, too.
  package init(path: Path, entries: [Entry], acceptsLiveCredentials: Bool) {
    self.path = ShownPath.text(path)
    self.entries = entries
    self.acceptsLiveCredentials = acceptsLiveCredentials
  }

  /// Whether a text is a day of the calendar, as `2027-01-31`.
  ///
  /// - Parameter text: As it stands in the file.
  /// - Returns: Whether it is; then days compare as their texts do.
  package static func isDay(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard year > 0, (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
