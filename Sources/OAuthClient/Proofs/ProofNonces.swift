package import HTTP
package import JOSE
internal import Locks

/// The nonce that each server gave last, for the next proof that it gets (RFC 9449 sections 8.2 and 9).
package final class ProofNonces: Sendable {
  /// Whose a nonce is.
  package struct Place: Hashable, Sendable {
    let audience: RequestProof.Audience
    let origin: Origin
  }

  private struct Content {
    var nonces: [Place: DPoPNonce] = [:]
    /// The one that was heard of longest ago first.
    var order: [Place] = []
  }

  /// More servers than anybody talks to.
  static let most = 100
  private let content = Mutex(Content())

  package init() {}

  /// The nonce for the next proof.
  ///
  /// - Parameters:
  ///   - audience: Who wants it.
  ///   - origin: Where.
  /// - Returns: Nil if that server has given none.
  package func nonce(for audience: RequestProof.Audience, at origin: Origin) -> DPoPNonce? {
    content.withLock { $0.nonces[Place(audience: audience, origin: origin)] }
  }

  /// Keeps the nonce of an answer, if there is one that can be used.
  ///
  /// - Parameters:
  ///   - response: Whatever its status.
  ///   - audience: Who answered.
  ///   - origin: Where.
  func note(_ response: Response, of audience: RequestProof.Audience, at origin: Origin) {
    guard let nonce = response.proofNonce else { return }
    keep(nonce, for: audience, at: origin)
  }

  /// Keeps a nonce in place of the one before.
  ///
  /// - Parameters:
  ///   - nonce: The newest.
  ///   - audience: Whose.
  ///   - origin: Where.
  package func keep(_ nonce: DPoPNonce, for audience: RequestProof.Audience, at origin: Origin) {
    let place = Place(audience: audience, origin: origin)
    content.withLock { content in
      content.order.removeAll { $0 == place }
      content.order.append(place)
      content.nonces[place] = nonce
      while content.order.count > Self.most {
        content.nonces[content.order.removeFirst()] = nil
      }
    }
  }
}

extension Response {
  /// The nonce that the server wants from now on; nil if there is none, several, or one that cannot be used.
  package var proofNonce: DPoPNonce? {
    let values = headers.all("dpop-nonce")
    return values.count == 1 ? DPoPNonce(values[0]) : nil
  }
}
