internal import OAuthClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension HTTPURLResponse {
  /// The nonce that the server wants in the next proof of possession (RFC 9449 sections 8 and 9).
  ///
  /// Nil if it gave none, several, or one that is too long or malformed.
  public var dpopNonce: String? {
    value(forHTTPHeaderField: DPoP.nonceHeaderName).flatMap { value in
      DPoP.nonce(in: [HeaderField(DPoP.nonceHeaderName, value)])
    }
  }
}
