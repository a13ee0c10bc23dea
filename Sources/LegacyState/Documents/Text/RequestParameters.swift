/// Parameters in one form, URL or argument, which belong together.
struct RequestParameters {
  private(set) var parameters: [RequestParameter] = []
  /// What stands before them.
  let gap: RequestGap
  /// Whether the next parameter follows in the same form, and is another request's.
  private var isCut = false
  private var isURL = false

  var names: RequestParameter.Names { parameters.reduce(into: []) { $0.formUnion($1.name) } }

  var hasAnchor: Bool { !names.isDisjoint(with: .anchors) }

  /// Whether it is a request for itself.
  var isWhole: Bool { names.isSuperset(of: .anchors) }

  /// Whether nothing beside it belongs to it: a URL that is a request, or one that has no part in any.
  var isAlone: Bool { isURL && (isWhole || !hasAnchor) }

  /// How many of the parameters are of one request with its refresh token or grant.
  var sure: Int {
    guard isCut else { return parameters.count }
    let anchor = parameters.lastIndex { !$0.name.isDisjoint(with: .anchors) }
    return anchor.map { $0 + 1 } ?? 0
  }

  var range: Range<Int> {
    let first = parameters.first?.range.lowerBound ?? 0
    return first..<parameters.reduce(first) { max($0, $1.range.upperBound) }
  }

  private init(_ first: RequestParameter, behind gap: RequestGap, isURL: Bool) {
    parameters = [first]
    self.gap = gap
    self.isURL = isURL
  }

  /// All that stand in a line, of forms or as members of objects.
  static func all(
    in bytes: Span<UInt8>,
    _ line: Range<Int>,
    areMembers: Bool
  ) -> [RequestParameters] {
    var forms: [RequestParameters] = []
    var start = line.lowerBound
    let parameters =
      areMembers ? RequestParameter.members(in: bytes, line) : RequestParameter.all(in: bytes, line)
    for parameter in parameters {
      // From the value on: the braces of `${NAME}` are no end of anything.
      let between = start..<parameter.range.lowerBound
      let gap = RequestGap(bytes, between)
      start = parameter.range.lowerBound
      if let last = forms.indices.last, gap.link == .form {
        guard !forms[last].names.isDisjoint(with: parameter.name) else {
          forms[last].parameters.append(parameter)
          continue
        }
        forms[last].isCut = true
      }
      forms.append(RequestParameters(parameter, behind: gap, isURL: isURL(bytes, between)))
    }
    return forms
  }

  /// Whether an address goes on to the end of a range.
  private static func isURL(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for at in range.reversed() {
      if RequestGap.endsForm(bytes[at]) { return false }
      if bytes.matches("://", at: at) { return true }
    }
    return false
  }
}
