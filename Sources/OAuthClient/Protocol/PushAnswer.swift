package import HTTP
internal import JSON
package import Secrets

/// The answer of an endpoint for pushed authorization requests (RFC 9126 section 2.2), as a value.
package enum PushAnswer: Sendable {
  /// The name of the request, and for how many seconds it is good.
  case request(SecretBytes, expiresInSeconds: Double)
  case failure(ProviderFailure)
  /// Neither: a page, a redirect, a name that is no URI.
  case unintelligible

  /// Reads the answer; 200 is taken for 201, and an `error` member is an error whatever the status.
  package init(_ response: Response) {
    guard let root = (try? JSONDocument(parsing: response.body))?.root, root.kind == .object,
      !root.hasDuplicateMembers
    else {
      self = .unintelligible
      return
    }
    if let error = root["error"]?.string() {
      self = .failure(ProviderFailure(error: error))
      return
    }
    guard response.status == 201 || response.status == 200,
      let requestURI = root["request_uri"]?.secret(), Self.isURI(requestURI),
      let seconds = root["expires_in"]?.double(), seconds > 0
    else {
      self = .unintelligible
      return
    }
    self = .request(requestURI, expiresInSeconds: seconds)
  }

  /// Its form is the provider's to choose, but no URI has blanks or control characters, nor a length without end.
  private static func isURI(_ name: SecretBytes) -> Bool {
    (1...4096).contains(name.count)
      && name.withBytes { bytes in
        bytes.indices.allSatisfy { (0x21...0x7E).contains(bytes[$0]) }
      }
  }
}
