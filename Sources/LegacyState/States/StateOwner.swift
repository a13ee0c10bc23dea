import JSON

/// Whose an object of AppAuth-Android's is: what its requests name.
///
/// An app that signs in to two providers may keep the one's state in the other's object. Each is a state of its own.
struct StateOwner {
  private let clients: [String]
  private let endpoints: [String]
  private let document: JSONDocument
  /// The objects at the places that the library gives them.
  private let parts: [Range<Int>]

  /// Looks at the requests of a state, or of a part of one.
  init(_ object: JSONValue) {
    var responses: [JSONValue] = []
    for name in ["lastAuthorizationResponse", "mLastTokenResponse", "lastRegistrationResponse"] {
      if let response = object[name] { responses.append(response) }
    }
    responses.append(object)
    var requests: [JSONValue] = []
    for response in responses {
      if let request = response["request"] { requests.append(request) }
    }
    requests.append(object)
    var clients: [String] = []
    var endpoints: [String] = []
    for request in requests {
      if let client = AndroidParts.text(request["clientId"]) { clients.append(client) }
      if let endpoint = AndroidParts.text(request["configuration"]?["tokenEndpoint"]) {
        endpoints.append(endpoint)
      }
    }
    for response in responses {
      if let client = AndroidParts.text(response["client_id"]) { clients.append(client) }
    }
    if let endpoint = AndroidParts.text(object["config"]?["tokenEndpoint"]) {
      endpoints.append(endpoint)
    }
    self.clients = clients
    self.endpoints = endpoints
    document = object.document
    parts = (responses + requests).map(\.byteRange)
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
    guard object.mayBeAndroidPart, !isUnknown,
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

extension JSONValue {
  /// Whether it has a member without which no object is AppAuth-Android's; most objects in a state are done after this.
  var mayBeAndroidPart: Bool {
    kind == .object
      && eachMember.contains { member in
        if member.hasEscapedName { return Self.telling.contains { member.isNamed($0) } }
        switch member.nameRange.count - 2 {
        case 6: return member.isNamed("config")
        case 7: return member.isNamed("request")
        case 13: return member.isNamed("configuration")
        case 18: return member.isNamed("mLastTokenResponse")
        case 23: return member.isNamed("mAuthorizationException")
        case 24: return member.isNamed("lastRegistrationResponse")
        case 25: return member.isNamed("lastAuthorizationResponse")
        default: return false
        }
      }
  }

  private static let telling = [
    "config", "request", "configuration", "mLastTokenResponse", "mAuthorizationException",
    "lastRegistrationResponse", "lastAuthorizationResponse",
  ]
}
