import Foundation
import OAuthClientFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `The nonce of an HTTPURLResponse` {
  @Test(
    arguments: [
      (["DPoP-Nonce": "n-1"], "n-1"), (["dpop-nonce": "n-1"], "n-1"), ([:], nil),
      (["DPoP-Nonce": "n-1, n-2"], nil), (["DPoP-Nonce": "n\"1"], nil),
      (["DPoP-Nonce": String(repeating: "n", count: 1025)], nil),
    ] as [([String: String], String?)]
  )
  func `is that of its header, if it can be used`(
    headers: [String: String],
    nonce: String?
  ) throws {
    let url = try #require(URL(string: "https://api.example.com/"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: headers)
    )
    #expect(response.dpopNonce == nonce)
  }
}
