internal import Crypto
internal import JOSE
internal import JSON
internal import Secrets

/// How a store's key comes out of its passphrase: costs and salt, and a value by which the right passphrase is known.
struct PassphraseParameters: Sendable {
  let costs: Scrypt.Parameters
  let salt: [UInt8]
  let check: [UInt8]

  /// The key, and the check value that belongs to it, out of one derivation.
  static func derive(
    from passphrase: SecretBytes,
    salt: [UInt8],
    costs: Scrypt.Parameters
  ) throws(StoreFailure) -> (key: SecretBytes, check: [UInt8]) {
    do throws(CryptoFailure) {
      let derived = try Scrypt.derive(
        from: passphrase,
        salt: salt.span,
        parameters: costs,
        count: 64
      )
      let key = derived.withBytes { SecretBytes(copying: $0.extracting(first: 32)) }
      let rest = derived.withBytes { SecretBytes(copying: $0.extracting(last: 32)) }
      return (key, try HMAC.tag(of: Array("session store: passphrase check".utf8).span, key: rest))
    } catch {
      throw StoreFailure(
        .unavailable,
        "no key could be made of the passphrase (scrypt wants 128 MiB of memory for a moment): \(error)"
      )
    }
  }
}

extension PassphraseParameters {
  var encoded: JSONNode {
    .object([
      ("kdf", "scrypt"),
      ("cost_exponent", .int(Int64(costs.costExponent))),
      ("block_size", .int(Int64(costs.blockSize))),
      ("parallelism", .int(Int64(costs.parallelism))),
      ("salt", .string(Base64URL.encode(salt))),
      ("check", .string(Base64URL.encode(check))),
    ])
  }

  /// - Throws: `unsafePlace` for costs that would take memory or time without end, or protect nothing.
  init(decoding value: JSONValue, path: String) throws(StoreFailure) {
    // At least a quarter of what new passphrases get, and at most four times as much.
    guard value["kdf"]?.string() == "scrypt",
      let exponent = value["cost_exponent"]?.int(), (15...18).contains(exponent),
      value["block_size"]?.int() == 8,
      let parallelism = value["parallelism"]?.int(), (1...2).contains(parallelism),
      let costs = Scrypt.Parameters(
        checking: Int(exponent),
        blockSize: 8,
        parallelism: Int(parallelism)
      ),
      let salt = value["salt"]?.string().flatMap({ Base64URL.decode($0) }),
      (16...64).contains(salt.count),
      let check = value["check"]?.string().flatMap({ Base64URL.decode($0) }), check.count == 32
    else {
      throw StoreFailure(
        .unsafePlace,
        "\(path) holds no passphrase parameters that this program would use (scrypt, N 2^15 to 2^18, r 8, p 1 or 2): restore it; nothing was changed"
      )
    }
    (self.costs, self.salt, self.check) = (costs, salt, check)
  }
}
