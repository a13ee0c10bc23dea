import JSON
import POSIX

extension Path {
  /// The path as JSON: text, or `{"hex": "…"}` for a name that is no UTF-8, which text could not bring back.
  var json: JSONNode {
    let text = text
    if Array(text.utf8) == bytes { return .string(text) }
    let digits = Array("0123456789abcdef".utf8)
    let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return ["hex": .string(String(decoding: hex, as: UTF8.self))]
  }

  /// Reads what ``json`` wrote; nil for anything else.
  init?(json: JSONNode) {
    if let text = json.text {
      self.init(text)
      return
    }
    guard let hex = json["hex"]?.text.map({ Array($0.utf8) }), hex.count.isMultiple(of: 2) else {
      return nil
    }
    var bytes: [UInt8] = []
    for at in stride(from: 0, to: hex.count, by: 2) {
      guard let byte = UInt8(String(decoding: hex[at...at + 1], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    self.init(bytes: bytes)
  }
}
