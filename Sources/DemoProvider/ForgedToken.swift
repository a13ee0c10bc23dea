import Crypto
import JOSE
import JSON
import Secrets

/// An ID token while forgeries are done to it.
struct ForgedToken {
  private var header: [(String, JSONNode)]
  private var claims: JSONNode
  private var key: JWSSigningKey
  private var hasSharedSecret = false
  private var signature: DemoSignature?
  private var isPayloadChanged = false
  private var text: String?

  init(claims: JSONNode, type: String?, key: JWSSigningKey, keyID: String) {
    self.claims = claims
    self.key = key
    self.header = [("alg", .string(key.algorithm.rawValue)), ("kid", .string(keyID))]
    if let type { header.append(("typ", .string(type))) }
  }

  mutating func set(_ name: String, _ value: JSONNode?) {
    header.removeAll { $0.0 == name }
    if let value { header.append((name, value)) }
  }

  mutating func apply(_ forgery: DemoForgery) {
    switch forgery {
    case .header(let name, let value): set(name, value)
    case .headerAgain(let name, let value): header.append((name, value))
    case .claimAgain(let name, let value): claims = Self.adding(name, value, to: claims)
    case .key(let other, let id):
      key = other
      set("alg", .string(other.algorithm.rawValue))
      set("kid", id.map(JSONNode.string))
    case .sharedSecret:
      hasSharedSecret = true
      set("alg", "HS256")
    case .signature(let other): signature = other
    case .payloadChanged: isPayloadChanged = true
    case .text(let other): text = other
    }
  }

  func token() throws(CryptoFailure) -> SecretBytes {
    if let text { return SecretBytes(copying: Array(text.utf8)) }
    let protected = Base64URL.encode(JSONNode.object(header).encoded())
    let payload = Base64URL.encode(claims.encoded())
    let message = Array("\(protected).\(payload)".utf8)
    let bytes = try signed(message)
    var sent = payload
    if isPayloadChanged {
      // One more claim: a reader that looks at the signature only would not see it.
      sent = Base64URL.encode(Self.adding("admin", true, to: claims).encoded())
    }
    var token = Array("\(protected).\(sent).\(Base64URL.encode(bytes))".utf8)
    return SecretBytes(wiping: &token)
  }

  private static func adding(_ name: String, _ value: JSONNode, to claims: JSONNode) -> JSONNode {
    guard case .object(let members) = claims else { return claims }
    return .object(members + [JSONNode.Member(name, value)])
  }

  private func signed(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    if hasSharedSecret {
      let secret = SecretBytes(copying: key.publicJWK(keyID: nil).encoded())
      return try HMAC.tag(of: message.span, key: secret)
    }
    let real =
      switch key {
      case .rsa(let key, let algorithm): try key.sign(message.span, algorithm: algorithm)
      case .ec(let key): try key.sign(message.span)
      }
    let half = real.count / 2
    switch signature {
    case nil: return real
    case .empty: return []
    case .truncated: return Array(real.dropLast())
    case .asn1: return Self.asn1(Array(real[..<half]), Array(real[half...]))
    case .zeroR: return [UInt8](repeating: 0, count: half) + real[half...]
    case .zeros: return [UInt8](repeating: 0, count: real.count)
    case .paddedHash: return Self.padded(message, count: real.count)
    }
  }

  /// RFC 3279 section 2.2.3.
  private static func asn1(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    let content = integer(r) + integer(s)
    return [0x30, UInt8(content.count)] + content
  }

  private static func integer(_ number: [UInt8]) -> [UInt8] {
    var digits = Array(number.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return [2, UInt8(digits.count)] + digits
  }

  /// RFC 8017 section 9.2.
  private static func padded(_ message: [UInt8], count: Int) -> [UInt8] {
    let name: [UInt8] = [
      0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
      0x05, 0x00, 0x04, 0x20,
    ]
    let end = [0] + name + HashAlgorithm.sha256.digest(message.span)
    return [0, 1] + [UInt8](repeating: 0xFF, count: count - 2 - end.count) + end
  }
}
