import Crypto
import JOSE
import JSON

/// The keys of this process: one of each kind, since making an RSA key takes a moment.
///
/// They are not kept over a restart, as a provider that has changed its keys would not.
enum SigningKeys {
  struct Named: Sendable {
    let id: String
    let key: JWSSigningKey
  }

  static let rsa = Result { () throws(CryptoFailure) in
    Named(id: "rs-\(World.handle())", key: .rsa(try RSAPrivateKey(), .rs256))
  }
  static let ec = Result { () throws(CryptoFailure) in
    Named(id: "es-\(World.handle())", key: .ec(try ECPrivateKey(generatingOn: .p256)))
  }

  static func key(for algorithm: JWSAlgorithm) throws(CryptoFailure) -> Named {
    switch algorithm {
    case .es256: try ec.get()
    default: try rsa.get()
    }
  }

  static func published() throws(CryptoFailure) -> JSONNode {
    let keys = [try rsa.get(), try ec.get()]
    return .array(keys.map { $0.key.publicJWK(keyID: $0.id) })
  }
}
