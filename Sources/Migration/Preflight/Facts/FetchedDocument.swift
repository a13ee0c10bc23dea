package import JSON
package import OAuthClient
package import Secrets

/// What became of asking for one of the provider's documents.
package struct FetchedDocument: Sendable {
  /// An answer, whatever it is.
  package struct Answer: Sendable {
    /// The status.
    package var status: Int
    /// The media type without parameters.
    package var type: String?
    /// Where it redirects to.
    package var location: String?
    /// The server's clock, in seconds since 1970.
    package var date: Double?
    /// Whether a cache on the way kept it for some time.
    package var isCached: Bool
    /// Our clock in the middle of the exchange.
    package var time: Double
    /// How long the server asks to wait, by Retry-After.
    package var wait: Duration?
    /// The body.
    package var body: SecretBytes
  }

  /// How it went.
  package enum State: Sendable {
    /// It was not asked for, and why.
    case notAsked(String)
    /// No answer.
    case unanswered(OAuthError)
    /// An answer.
    case answered(Answer)
  }

  /// Where it is.
  package let address: String
  /// How it went.
  package let state: State
  /// The document, if the body is JSON.
  package let document: Result<JSONDocument, JSONFailure>?

  /// Reads what came.
  ///
  /// - Parameters:
  ///   - address: Where it was asked for.
  ///   - state: How it went.
  package init(address: String, _ state: State) {
    self.address = address
    self.state = state
    guard case .answered(let answer) = state else {
      self.document = nil
      return
    }
    self.document = Result { () throws(JSONFailure) in try JSONDocument(parsing: answer.body) }
  }

  /// The object of a document that counts: 200, no page, JSON, no member twice.
  var usable: JSONValue? {
    guard case .answered(let answer) = state, answer.status == 200, answer.type != "text/html",
      let root = try? document?.get().root, root.kind == .object, !root.hasDuplicateMembers
    else { return nil }
    return root
  }

  /// Whether asking again later may help.
  var isUnavailable: Bool { unavailability != nil }

  /// Why it is not there now, where asking again later may help.
  var unavailability: RecoverableFailure? {
    switch state {
    case .notAsked: return nil
    case .unanswered(.recoverable(let failure)): return failure.code == .server ? nil : failure
    case .unanswered: return nil
    case .answered(let answer):
      guard answer.status >= 500 || [408, 429].contains(answer.status) else { return nil }
      return RecoverableFailure(
        .server,
        "\(shown(address, limit: 200)) answered \(answer.status) instead of 200"
          + (answer.wait.map { " and asks to wait \($0.components.seconds) s" } ?? ""),
        retryAfter: answer.wait
      )
    }
  }

  /// For a report.
  var evidence: PreflightEvidence {
    switch state {
    case .notAsked(let why): PreflightEvidence(address, "not asked: \(why)")
    case .unanswered(let error): PreflightEvidence(address, error.description)
    case .answered(let answer):
      PreflightEvidence(
        address,
        "\(answer.type ?? "no content type"), \(answer.body.count) bytes",
        status: answer.status
      )
    }
  }
}
