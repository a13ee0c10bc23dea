import Loopback

/// How a right answer is sent wrongly.
package enum DemoWrapping: Sendable {
  /// With another status.
  case status(Int)
  /// With a further header, or another Content-Type.
  case header(String, String)
  /// With bytes before the body.
  case prefix([UInt8])
  /// Without the end of the body.
  case cut(Int)

  func apply(to response: inout LoopbackResponse) {
    switch self {
    case .status(let status): response.status = status
    case .header(let name, let value):
      if name == "Content-Type" { response.headers.removeAll { $0.name == name } }
      response.headers.append((name, value))
    case .prefix(let bytes): response.body = bytes + response.body
    case .cut(let count): response.body.removeLast(min(count, response.body.count))
    }
  }
}
