import JSON

/// Whose an object of AppAuth-Android's is: what its requests name.
///
/// An app that signs in to two providers may keep the one's state in the other's object. Each is a state of its own.
struct StateOwner {
  private let clients: [String]
  private let endpoints: [String]
  private let document: JSONDocument
  /// The objects at the places that the library gives them.
  private let parts: Set<Range<Int>>

  /// Looks at the requests of a state, or of a part of one.
  init(_ object: JSONValue) {
    let responses =
      ["lastAuthorizationResponse", "mLastTokenResponse", "lastRegistrationResponse"]
      .compactMap { object[$0] } + [object]
    let requests = responses.compactMap { $0["request"] } + [object]
    clients =
      requests.compactMap { AndroidParts.text($0["clientId"]) }
      + responses.compactMap { AndroidParts.text($0["client_id"]) }
    endpoints = (requests.compactMap { $0["configuration"] } + [object["config"]].compactMap { $0 })
      .compactMap { AndroidParts.text($0["tokenEndpoint"]) }
    document = object.document
    parts = Set((responses + requests).map(\.byteRange))
  }

  /// Whether nothing in it says whose it is.
  var isUnknown: Bool { clients.isEmpty && endpoints.isEmpty }

  /// Whether an object inside the state is a state by itself, of another client or another provider.
  ///
  /// The responses of the state itself may contradict each other, and are the state's all the same.
  ///
  /// - Parameter object: What stands somewhere in the state, or in a text in it.
  /// - Returns: Whether it is.
  func isOther(_ object: JSONValue) -> Bool {
    guard object.kind == .object, !isUnknown,
      object.document !== document || !parts.contains(object.byteRange),
      AndroidAuthState.recognises(object) || AndroidPart.recognise(object) != nil
    else { return false }
    let other = StateOwner(object)
    return Self.differ(clients, other.clients) || Self.differ(endpoints, other.endpoints)
  }

  /// Whether a state that was read is another client's, or another provider's.
  func isOther(_ state: LegacyAuthState) -> Bool {
    Self.differ(clients, [state.clientID].compactMap { $0 })
      || Self.differ(endpoints, [state.tokenEndpoint].compactMap { $0 })
  }

  private static func differ(_ mine: [String], _ others: [String]) -> Bool {
    !mine.isEmpty && !others.isEmpty && !others.contains { mine.contains($0) }
  }
}
