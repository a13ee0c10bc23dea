package import HTTP
import Locks
import Secrets

/// Does what a person and a browser do at the demonstration provider: sign in, allow, be sent back.
///
/// Redirects are followed by hand, so that the client's own rule (never) stays; cookies are kept per origin.
package final class HeadlessBrowser: Sendable {
  /// What the person does.
  package enum Person: Sendable {
    /// Signs in and allows.
    case allows(name: String, password: String)
    /// Signs in and denies.
    case denies(name: String, password: String)

    /// Signs in as `demo` and allows.
    package static var demo: Person { .allows(name: "demo", password: "demo-password") }
  }

  /// Where it ended.
  package enum Destination: Sendable {
    /// On a page.
    case page(status: Int, url: HTTPURL, text: String)
    /// At an address that was not opened: of an app, or one that the caller wanted for itself.
    case handedOver(String)
  }

  private let client: Client
  private let person: Person
  private let cookies = Mutex<[Origin: [String: String]]>([:])

  /// A browser without history.
  package init(
    _ person: Person = .demo,
    client: Client = Client(configuration: ClientConfiguration(userAgent: "demo-browser"))
  ) {
    self.client = client
    self.person = person
  }

  /// Opens an address and goes on until a page wants nothing more.
  ///
  /// - Parameters:
  ///   - address: The authorization URL, or a page that leads to it.
  ///   - handsOver: Whether to give a redirect's address back instead of opening it.
  /// - Returns: Where it ended; after twenty steps, wherever it is.
  /// - Throws: If a page cannot be reached.
  package func open(
    _ address: String,
    handingOver handsOver: (String) -> Bool = { _ in false }
  ) async throws(TransportFailure) -> Destination {
    var request = try self.request(address)
    for step in 1... {
      let response = try await visit(request)
      let text = response.body.text
      if let location = response.headers["location"], (300..<400).contains(response.status) {
        let next = Self.resolve(location, against: request.url)
        guard !handsOver(next), HTTPURL(next) != nil else { return .handedOver(next) }
        request = try self.request(next)
      } else if let form = HTMLForm(page: text), let next = filled(form, at: request.url) {
        request = next
      } else {
        return .page(status: response.status, url: request.url, text: text)
      }
      if step == 20 { return .page(status: response.status, url: request.url, text: text) }
    }
    return .handedOver(address)
  }

  private func request(_ address: String) throws(TransportFailure) -> Request {
    guard let url = HTTPURL(address) else { throw .invalidURL("no http address") }
    return Request(url: url)
  }

  private func visit(_ request: Request) async throws(TransportFailure) -> Response {
    var request = request
    let origin = request.url.origin
    let known = cookies.withLock { $0[origin] ?? [:] }
    if !known.isEmpty {
      let text = known.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
      request.headers.append(.init("Cookie", .plain(text)))
    }
    let response = try await client.send(request)
    for cookie in response.headers.all("set-cookie") {
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      cookies.withLock { $0[origin, default: [:]][String(pair[0])] = String(pair[1]) }
    }
    return response
  }

  /// Fills in what a person would; nil if there is nothing to send, or the password was refused already.
  private func filled(_ form: HTMLForm, at page: HTTPURL) -> Request? {
    let (name, password, decision) =
      switch person {
      case .allows(let name, let password): (name, password, "allow")
      case .denies(let name, let password): (name, password, "deny")
      }
    let asksForPassword = form.fields.contains { $0.name == "password" }
    // The page that comes after a wrong password is at the form's own address: typing it again would not help.
    guard !asksForPassword || !page.path.hasSuffix("/sign-in") else { return nil }
    var body = FormBody()
    for field in form.fields {
      switch field.name {
      case "username": body.append(field.name, name)
      case "password": body.append(field.name, password)
      default: body.append(field.name, field.value)
      }
    }
    if let button = form.buttons.first(where: { $0.value == decision }) {
      body.append(button.name, button.value)
    }
    let target = Self.resolve(form.action ?? page.text, against: page)
    guard let url = HTTPURL(target) else { return nil }
    let query = form.fields.map { QueryItem($0.name, $0.value) }
    return form.isPost ? .post(url, form: body) : url.appending(query).map { Request(url: $0) }
  }

  private static func resolve(_ reference: String, against page: HTTPURL) -> String {
    if reference.hasPrefix("//") { return "\(page.scheme):\(reference)" }
    if reference.hasPrefix("/") { return "\(page.origin)\(reference)" }
    if reference.hasPrefix("?") { return "\(page.withoutQuery)\(reference)" }
    return reference
  }
}
