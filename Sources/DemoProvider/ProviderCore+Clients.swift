import Crypto
import HTTP
import JOSE
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// Who asks, at an endpoint of RFC 6749 section 2.3: a public client by client_id alone.
  func authenticate(
    _ request: LoopbackRequest,
    _ form: [LoopbackRequest.Parameter]
  ) -> Result<DemoClient, Refusal> {
    let basic = request.secretHeader("authorization")
    let secret = form.only("client_secret")
    guard basic == nil || secret == nil else {
      return .failure(Refusal(400, "invalid_request", "two ways of authentication at once"))
    }
    let (name, password) = basic.map(credentials) ?? (form.only("client_id")?.text, secret)
    guard let client = name.flatMap(client) else {
      return .failure(Refusal(401, "invalid_client", "unknown client"))
    }
    switch (client.secret, password) {
    case (nil, nil): return .success(client)
    case (let expected?, let given?) where expected.equals(given): return .success(client)
    case (nil, _?): return .failure(Refusal(401, "invalid_client", "a public client has no secret"))
    default: return .failure(Refusal(401, "invalid_client", "wrong or missing secret"))
    }
  }

  /// A client of the configuration's, or one that registered itself.
  private func client(_ id: String) -> DemoClient? {
    if let known = configuration.client(id) { return known }
    return world.withLock { $0.registrations[id] }.map { _ in DemoClient(id: id, redirectURIs: []) }
  }

  private func credentials(_ header: SecretBytes) -> (String?, SecretBytes?) {
    let text = header.text
    guard text.lowercased().hasPrefix("basic "),
      let decoded = Base64URL.decode(
        String(text.dropFirst(6)).replacing("+", with: "-").replacing("/", with: "_")
          .replacing("=", with: "")
      ), let colon = decoded.firstIndex(of: UInt8(ascii: ":"))
    else { return (nil, nil) }
    return (
      PercentCoding.decode(String(decoding: decoded[..<colon], as: UTF8.self), plusIsSpace: true),
      PercentCoding.decodeSecret(decoded[colon...].dropFirst(), plusIsSpace: true)
    )
  }
}

/// An OAuth error on its way out.
struct Refusal: Error {
  let status: Int
  let code: String
  let description: String

  init(_ status: Int, _ code: String, _ description: String) {
    self.status = status
    self.code = code
    self.description = description
  }

  var reply: Reply { .error(status, code, description) }
}

extension DemoClient {
  /// Exact text, but for the port of a loopback literal that was registered without one (RFC 8252 section 7.3).
  func accepts(redirect text: String) -> Bool {
    if redirectURIs.contains(text) { return true }
    guard let asked = HTTPURL(text), asked.scheme == "http", asked.isLoopbackAddress,
      !asked.hasUserInfo
    else { return false }
    return redirectURIs.contains { registered in
      guard let known = HTTPURL(registered), known.port == nil, known.isLoopbackAddress else {
        return false
      }
      return (known.scheme, known.host, known.path, known.query)
        == (asked.scheme, asked.host, asked.path, asked.query) && asked.fragment == nil
    }
  }

  /// The same rule for where a sign-out leads.
  func accepts(postLogout text: String) -> Bool {
    DemoClient(id: id, redirectURIs: postLogoutRedirectURIs).accepts(redirect: text)
  }
}
