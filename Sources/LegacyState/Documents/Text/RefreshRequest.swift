/// The parameters of one request with a refresh token, and nothing of the requests beside it.
///
/// They stand in one form, or in several arguments of a command. A second refresh token or grant is another request's.
/// What stands between two requests and could be either's is nobody's.
struct RefreshRequest {
  private var parameters: [RequestParameter] = []
  /// How many of the parameters stay whatever comes next.
  private var sure = 0
  /// Names that stand there more than once before anything tells which is whose.
  private var doubtful: RequestParameter.Names = []
  /// Where what stands before it may belong to it.
  private(set) var start: Int
  /// Up to where what stands behind it may.
  private(set) var end: Int
  /// Whether it is made of the arguments of a command, whose address may be one of them.
  private(set) var isCommand = false
  /// Where the last parameter ends, left out or not.
  private var last: Int

  private init(start: Int) {
    (self.start, end, last) = (start, start, start)
  }

  /// From its first parameter to the end of its last.
  var range: Range<Int> {
    let first = parameters.first?.range.lowerBound ?? start
    return first..<parameters.reduce(first) { max($0, $1.range.upperBound) }
  }

  subscript(name: RequestParameter.Names) -> RequestParameter? {
    doubtful.contains(name) ? nil : parameters.first { $0.name == name }
  }

  /// Where it stands, for its address.
  func extent(of token: RequestParameter) -> RequestAddress.Extent {
    RequestAddress.Extent(start: start, end: end, isCommand: isCommand, token: token.range)
  }

  private var names: RequestParameter.Names {
    parameters.reduce(into: []) { $0.formUnion($1.name) }
  }

  /// All that stand in a line, in forms or as members of objects.
  static func all(
    in bytes: Span<UInt8>,
    _ line: RequestLine,
    areMembers: Bool = false
  ) -> [RefreshRequest] {
    var requests: [RefreshRequest] = []
    var current = RefreshRequest(start: line.range.lowerBound)
    var isShut = false
    for form in RequestParameters.all(in: bytes, line.range, areMembers: areMembers) {
      let isArgument =
        form.gap.hasCommand || current.isCommand && form.gap.link != .stop
        || form.gap.callsAddress && !form.isWhole
      let isAlone = form.isAlone && !isArgument
      let link = isShut || isAlone ? .stop : form.gap.link
      isShut = isAlone
      let names = current.names
      let repeats = !names.isDisjoint(with: form.names)
      let isWhole = names.isSuperset(of: .anchors) || form.isWhole
      if repeats || link == .stop || link == .pause && isWhole {
        if link < .pause {
          guard form.hasAnchor || !names.isDisjoint(with: .anchors) else {
            current.doubtful.formUnion(form.names)
            continue
          }
          current.parameters.removeLast(current.parameters.count - current.sure)
        }
        let start = current.last
        current.end = form.range.lowerBound
        requests.append(current)
        current = RefreshRequest(start: start)
      }
      current.add(form)
    }
    current.end = line.range.upperBound
    return requests + [current]
  }

  private mutating func add(_ form: RequestParameters) {
    isCommand = isCommand || form.gap.hasCommand
    let count = parameters.count
    parameters += form.parameters
    last = form.range.upperBound
    if form.hasAnchor { sure = count + form.sure }
  }
}
