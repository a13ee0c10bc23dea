import HTTP
package import Secrets

/// One request that came in; whatever may hold a code or a token is a secret.
package struct LoopbackRequest: Sendable {
  /// One parameter of the query.
  package struct Parameter: Sendable {
    /// The decoded name.
    package let name: String
    /// The value, percent-decoded once.
    package let value: SecretBytes
  }

  /// The method, in capitals.
  package let method: String
  /// The path as it was sent, still percent-encoded.
  package let path: String
  /// The whole request target as it was sent.
  package let rawTarget: SecretBytes
  /// The parameters of the query in order, duplicates included.
  package let query: [Parameter]
  /// How many pairs the query held; more than `query` has if some could not be decoded.
  package let pairCount: Int
  /// The header lines in order; names in lower case.
  package let headers: [Parameter]
  /// The body.
  package let body: SecretBytes
  /// The port that the client speaks from; 0 if it is not known.
  package let clientPort: UInt16

  init(
    method: String,
    target: [UInt8],
    headers: [Parameter],
    body: SecretBytes,
    clientPort: UInt16
  ) {
    self.clientPort = clientPort
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let pairs = target[mark...].dropFirst().split(separator: UInt8(ascii: "&"))
    self.method = method
    self.path = String(decoding: target[..<mark], as: UTF8.self)
    self.rawTarget = SecretBytes(copying: target)
    self.pairCount = pairs.count
    self.query = Self.parameters(pairs)
    self.headers = headers
    self.body = body
  }

  /// The only value of that parameter; nil if it is missing or there are several.
  package func only(_ name: String) -> SecretBytes? {
    let values = query.filter { $0.name == name }
    return values.count == 1 ? values.first?.value : nil
  }

  /// A header that holds no secret, such as `host`; nil if it is missing or there are several.
  package func header(_ name: String) -> String? {
    secretHeader(name)?.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// A header such as `authorization`; nil if it is missing or there are several.
  package func secretHeader(_ name: String) -> SecretBytes? {
    let values = headers.filter { $0.name == name.lowercased() }
    return values.count == 1 ? values.first?.value : nil
  }

  /// The fields of a form body in order; nil if the body is none.
  package var form: [Parameter]? {
    let type = header("content-type")?.split(separator: ";").first
    guard type?.lowercased() == FormBody.contentType else { return nil }
    var bytes = body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    defer { wipe(&bytes) }
    let pairs = bytes.split(separator: UInt8(ascii: "&"))
    let fields = Self.parameters(pairs)
    return fields.count == pairs.count ? fields : nil
  }

  private static func parameters(_ pairs: [ArraySlice<UInt8>]) -> [Parameter] {
    pairs.compactMap { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = String(decoding: pair[..<equals], as: UTF8.self)
      guard let name = PercentCoding.decode(name, plusIsSpace: true),
        let value = PercentCoding.decodeSecret(pair[equals...].dropFirst(), plusIsSpace: true)
      else { return nil }
      return Parameter(name: name, value: value)
    }
  }
}
