extension HostileCase {
  /// The whole table.
  static let all: [HostileCase] =
    redirectsRefused + redirectsIgnored + startPage + discovery + codeAnswers + idTokens
    + signatures + keySets + refreshes + wires + pushes + signOuts
}
