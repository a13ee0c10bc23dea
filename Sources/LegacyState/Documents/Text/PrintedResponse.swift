import Secrets

/// A refresh token as a language prints it, and what else of its response stands around it in the same notation.
///
/// Logs print many of them, so each has only what is surely its own: what stands in the same brackets, no further than
/// the next refresh token and than the first name that would be there twice.
struct PrintedResponse {
  /// How far apart the members of one response may stand.
  static let reach = 4 << 10

  let refresh: PrintedMember
  /// Where the name of the refresh token begins.
  let place: Int
  /// Where the next may begin.
  let end: Int
  /// From the first of its members to the last.
  private(set) var range: Range<Int>
  private(set) var access: PrintedMember?
  private(set) var id: PrintedMember?
  /// One member alone is in many a program's text.
  private var hasOthers = false
  /// What it begins with, if that is a bracket.
  private var bracket: PrintedBrackets.Kind?
  private var names: Set<PrintedName> = []

  init(_ refresh: PrintedMember, at name: Range<Int>) {
    self.refresh = refresh
    place = name.lowerBound
    end = refresh.isToken ? refresh.range.upperBound : name.upperBound
    range = refresh.range
  }

  /// Whether it stands in brackets as no JSON has around a name: those of a dictionary of Swift, of a map of Go.
  private var isInDictionary = false

  /// Whether a token that is none of a program's names stands there, and is not alone; every OAuth answer is JSON.
  var isOne: Bool {
    refresh.isToken && hasOthers
      && (!refresh.notation.isOfJSON || refresh.isNoJSON || isInDictionary)
  }

  /// Gives what stands between two of them, or before the first and behind the last, to the one that has it.
  static func settle(
    _ first: inout PrintedResponse?,
    _ second: inout PrintedResponse?,
    in bytes: Span<UInt8>
  ) {
    let start = first?.refresh.range.upperBound ?? 0
    let end = second.map { max(start, $0.refresh.range.lowerBound) } ?? bytes.count
    let behind = first == nil ? start : min(start + reach, end)
    let before = second == nil ? end : max(end - reach, start)
    var members: [(name: PrintedName, member: PrintedMember)] = []
    if before <= behind {
      members = PrintedName.members(in: bytes, start..<end)
    } else {
      members = PrintedName.members(in: bytes, start..<behind)
      members += PrintedName.members(in: bytes, before..<end)
    }
    let firsts = first?.taking(members, in: bytes, start..<behind) ?? []
    let seconds = second?.taking(members, in: bytes, before..<end) ?? []
    // What could be of either is of the one in whose line it stands.
    let line = bytes.firstIndex(of: 0x0A, in: start..<behind) ?? end
    let lastLine = (before..<end).last { bytes[$0] == 0x0A } ?? start
    for (position, (name, member)) in members.enumerated() {
      let isFirsts = firsts.contains(position)
      let isSeconds = seconds.contains(position)
      let isInLine = member.range.upperBound <= line
      let isInLast = member.range.lowerBound >= lastLine
      if isFirsts, !isSeconds || isInLine && !isInLast { first?.take(name, member) }
      if isSeconds, !isFirsts || isInLast && !isInLine { second?.take(name, member) }
    }
  }

  /// Which of the members behind it, or before it, are its own as far as it can tell.
  private mutating func taking(
    _ members: [(name: PrintedName, member: PrintedMember)],
    in bytes: Span<UInt8>,
    _ around: Range<Int>
  ) -> Set<Int> {
    let isBehind = around.lowerBound == refresh.range.upperBound
    var mine: [(position: Int, depth: PrintedBrackets)] = []
    var brackets = PrintedBrackets()
    var at = isBehind ? around.lowerBound : around.upperBound
    var isOpen = true
    let order = isBehind ? Array(members.indices) : members.indices.reversed()
    for position in order {
      let member = members[position].member
      guard member.notation == refresh.notation,
        around.lowerBound <= member.range.lowerBound, member.range.upperBound <= around.upperBound
      else { continue }
      hasOthers = true
      guard isOpen else { continue }
      isOpen =
        isBehind
        ? brackets.goForward(in: bytes, at, member.range.lowerBound, closing: bracket)
        : brackets.goBack(in: bytes, at, member.range.upperBound)
      at = isBehind ? member.range.upperBound : member.range.lowerBound
      if isOpen { mine.append((position, brackets)) }
    }
    if !isBehind {
      if isOpen { _ = brackets.goBack(in: bytes, at, around.lowerBound) }
      bracket = brackets.opening
      if let place = brackets.openingPlace {
        isInDictionary = Self.isDictionary(bytes, place)
      }
    }
    var taken: Set<Int> = []
    // What stands on its other side may be a neighbour's; only a token that is there twice ends it.
    var seen = names.intersection([.accessToken, .idToken])
    for (position, depth) in mine where !depth.isInside(bracket) {
      guard seen.insert(members[position].name).inserted else { break }
      taken.insert(position)
    }
    return taken
  }

  /// Whether a bracket is that of a dictionary of Swift, or of a map as Go writes it: `map[string]string{`.
  static func isDictionary(_ bytes: Span<UInt8>, _ bracket: Int) -> Bool {
    if bytes[bracket] == UInt8(ascii: "[") { return true }
    guard bytes[bracket] == UInt8(ascii: "{") else { return false }
    return bytes.extracting(max(0, bracket - 40)..<bracket).contains("map[string]")
  }

  private mutating func take(_ name: PrintedName, _ member: PrintedMember) {
    names.insert(name)
    let start = min(range.lowerBound, member.range.lowerBound)
    range = start..<max(range.upperBound, member.range.upperBound)
    switch name {
    case .accessToken: access = member
    case .idToken: id = member
    default: break
    }
  }
}
