import DemoProvider
import FoundationEssentials
import JSON
import TestSupport

/// What goes wrong.
enum Misconduct: Sendable {
  /// Nothing.
  case none
  /// The provider's own faults.
  case provider(@Sendable (Place) throws -> [DemoFault])
  /// What reaches the start page or the redirect URI.
  case knocks([Knock])
  /// The token endpoint is a bare socket that sends these bytes, and then closes or says nothing any more.
  case wire([UInt8], staysOpen: Bool)

  static func faults(_ faults: DemoFault...) -> Misconduct { .provider { _ in faults } }

  /// At the token endpoint, for a code or a refresh token.
  static func token(_ actions: DemoFault.Action...) -> Misconduct {
    .provider { _ in actions.map { DemoFault(.token, $0) } }
  }

  static func forged(_ forgeries: DemoForgery...) -> Misconduct {
    .provider { _ in forgeries.map { DemoFault(.token, .forge($0)) } }
  }

  /// The client is sent to another server.
  static func elsewhere(_ endpoint: DemoEndpoint, _ status: Int = 302) -> Misconduct {
    .provider { place in
      let elsewhere =
        endpoint == .discovery
        ? place.elsewhere.issuer + "/.well-known/openid-configuration"
        : place.elsewhere.url(of: endpoint)
      return [DemoFault(endpoint, .answer(.redirect(to: elsewhere, status: status)))]
    }
  }

  static func document(_ actions: DemoFault.Action...) -> Misconduct {
    .provider { _ in actions.map { DemoFault(.discovery, $0) } }
  }

  /// The answer of a token endpoint, head and body, with further header lines.
  static func wire(_ body: String, _ lines: [String] = [], length: Int? = nil) -> Misconduct {
    let head =
      [
        "HTTP/1.1 200 OK", "Content-Type: application/json",
        "Content-Length: \(length ?? body.utf8.count)", "Connection: close",
      ] + lines
    return .wire(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8), staysOpen: false)
  }
}

/// What a fault may need to know of where it happens.
struct Place: Sendable {
  let provider: DemoProvider
  /// Another server, which must never hear anything.
  let elsewhere: DemoProvider
  /// The refresh token of the session that is there.
  let refreshToken: String
  let clock: HostileClock

  var issuer: String { provider.issuer }

  /// Seconds since 1970, by the clock of all.
  var now: Double { clock.date.timeIntervalSince1970 }

  /// The name of the key that signs.
  func keyID() throws -> String {
    guard case .object(let members) = try provider.publishedKey(),
      case .string(let id)? = members.first(where: { $0.name == "kid" })?.value
    else { return "" }
    return id
  }

  /// The published signing key with members changed, or taken out where nil.
  func key(_ changes: [(String, JSONNode?)] = []) throws -> JSONNode {
    guard case .object(var members) = try provider.publishedKey() else { return .null }
    for (name, value) in changes {
      members.removeAll { $0.name == name }
      if let value { members.append(JSONNode.Member(name, value)) }
    }
    return .object(members)
  }
}

/// One request to the start page or the redirect URI, in every byte.
struct Knock: Sendable {
  enum Door: Sendable {
    case start
    case callback
  }

  /// `{state}`, `{code}` and `{iss}` stand for the right values, in capitals where they are.
  enum Edit: Sendable {
    /// A parameter has another value.
    case set(String, String)
    /// A parameter is missing.
    case omit(String)
    /// A parameter is there once more; nil repeats its value.
    case again(String, String?)
    /// What is put behind the query as it is.
    case raw(String)
    /// Nothing of the query is left but this.
    case only(String)
  }

  var door = Door.callback
  var method = "GET"
  /// Instead of the right path; `{path}` stands for it.
  var path = "{path}"
  /// Instead of 127.0.0.1 and the port; `{port}` stands for it.
  var host = "127.0.0.1:{port}"
  var edits: [Edit] = []
  var lines: [String] = []
  /// How often.
  var times = 1

  static func callback(_ edits: Edit...) -> Knock { Knock(edits: edits) }

  /// The request, made of the right address.
  ///
  /// - Parameter address: `http://127.0.0.1:PORT/path?query`.
  /// - Returns: The port and the bytes.
  func request(instead address: String) -> (port: UInt16, bytes: [UInt8]) {
    let rest = address.dropFirst("http://127.0.0.1:".count)
    let port = String(rest.prefix { $0 != "/" })
    let target = String(rest.dropFirst(port.count))
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").map(String.init)
    let right = pairs
    for edit in edits { edit.apply(to: &pairs, right) }
    let place = path.replacing("{path}", with: parts[0])
    let query = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    let head =
      ["\(method) \(place)\(query) HTTP/1.1", "Host: \(host.replacing("{port}", with: port))"]
      + lines + ["Connection: close"]
    return (UInt16(port) ?? 0, Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }
}

extension Knock.Edit {
  fileprivate func apply(to pairs: inout [String], _ right: [String]) {
    let isNamed = { (name: String) in { (pair: String) in pair.hasPrefix("\(name)=") } }
    let value = { (name: String) in
      right.first(where: isNamed(name)).map { String($0.dropFirst(name.utf8.count + 1)) } ?? ""
    }
    let filled = { (text: String) in
      text.replacing("{state}", with: value("state")).replacing("{code}", with: value("code"))
        .replacing("{iss}", with: value("iss"))
        .replacing("{ISS}", with: value("iss").replacing("http", with: "HTTP"))
        .replacing("{STATE}", with: value("state").uppercased())
    }
    switch self {
    case .set(let name, let text):
      pairs = pairs.map { isNamed(name)($0) ? "\(name)=\(filled(text))" : $0 }
    case .omit(let name): pairs.removeAll(where: isNamed(name))
    case .again(let name, let text):
      pairs.append("\(name)=\(text.map(filled) ?? value(name))")
    case .raw(let text): pairs.append(filled(text))
    case .only(let text): pairs = text.isEmpty ? [] : [filled(text)]
    }
  }
}
