package import JSON

/// Something that goes wrong on purpose.
package struct DemoFault: Sendable {
  /// What goes wrong.
  package enum Action: Sendable {
    /// Another answer.
    case answer(DemoAnswer)
    /// An OAuth error with this status and code whose description repeats every parameter of the request.
    case echo(Int, String)
    /// The connection is closed without an answer.
    case drop
    /// The answer comes late.
    case delay(Duration)
    /// A member of the JSON answer, or a parameter of the authorization response, is missing.
    case omit(String)
    /// A member of the JSON answer, or a parameter of the authorization response, has another value.
    case set(String, JSONNode)
    /// A claim of the ID token has another value, or none.
    case claim(String, JSONNode?)
    /// One bit of the ID token's signature is wrong.
    case tamperedSignature
    /// The ID token says `alg: none`.
    case unsigned
    /// A member of the JSON answer, or a parameter of the authorization response, stands there once more.
    case again(String, JSONNode)
    /// The ID token is made in another way.
    case forge(DemoForgery)
    /// The answer itself is right, but sent in another way.
    case wrap(DemoWrapping)
  }

  /// Where.
  package var endpoint: DemoEndpoint
  /// What.
  package var action: Action
  /// How many requests it meets; nil for all.
  package var times: Int?
  /// At the token endpoint: only requests of this grant type.
  package var grantType: String?
  /// Whether the provider does what it was asked before it answers wrongly, or not at all.
  package var isAfterwards: Bool

  /// Makes a fault.
  package init(
    _ endpoint: DemoEndpoint,
    _ action: Action,
    times: Int? = nil,
    grantType: String? = nil,
    afterwards: Bool = false
  ) {
    self.endpoint = endpoint
    self.action = action
    self.times = times
    self.grantType = grantType
    self.isAfterwards = afterwards
  }
}

/// What the faults that meet one request come to.
struct Effects {
  var delay: Duration?
  var before: DemoFault.Action?
  var after: DemoFault.Action?
  var omitted: Set<String> = []
  var replaced: [String: JSONNode] = [:]
  var claims: [(name: String, value: JSONNode?)] = []
  var isTampered = false
  var isUnsigned = false
  var repeated: [(String, JSONNode)] = []
  var forgeries: [DemoForgery] = []
  var wrappings: [DemoWrapping] = []

  init(_ faults: [DemoFault] = []) {
    for fault in faults {
      switch fault.action {
      case .answer, .echo, .drop:
        if fault.isAfterwards { after = fault.action } else { before = fault.action }
      case .delay(let duration): delay = duration
      case .omit(let name): omitted.insert(name)
      case .set(let name, let value): replaced[name] = value
      case .claim(let name, let value): claims.append((name, value))
      case .tamperedSignature: isTampered = true
      case .unsigned: isUnsigned = true
      case .again(let name, let value): repeated.append((name, value))
      case .forge(let forgery): forgeries.append(forgery)
      case .wrap(let wrapping): wrappings.append(wrapping)
      }
    }
  }

  /// The members of a JSON answer as they are sent.
  func applied(to members: [(String, JSONNode)]) -> JSONNode {
    var rest = replaced
    var result = members.filter { !omitted.contains($0.0) }.map { member in
      (member.0, rest.removeValue(forKey: member.0) ?? member.1)
    }
    for (name, value) in rest.sorted(by: { $0.key < $1.key }) { result.append((name, value)) }
    return .object(result + repeated)
  }
}
