internal import HTTP
internal import Secrets

/// What a protected resource answered, whatever its status.
///
/// The text is the server's: bounded, but not neutralised.
public struct ResourceResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The header lines in the order they came; names in lower case.
  public let headers: [HeaderField]
  /// The body, decompressed.
  public let body: [UInt8]

  /// The first value of a header.
  ///
  /// - Parameter name: In any case.
  /// - Returns: Nil if there is none.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name == name }?.value
  }

  init(_ response: Response) {
    self.status = response.status
    self.headers = response.headers.lines.map { HeaderField($0.name, $0.value) }
    self.body = response.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
