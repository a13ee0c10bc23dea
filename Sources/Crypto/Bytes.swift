import COpenSSL

/// What the key is handed over with: its public numbers, or both halves.
let publicKey = Int32(OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | OSSL_KEYMGMT_SELECT_PUBLIC_KEY)
let keyPair = publicKey | Int32(OSSL_KEYMGMT_SELECT_PRIVATE_KEY)

extension [UInt8] {
  /// Copies a span, whose bytes are not secret.
  init(copying bytes: Span<UInt8>) {
    self.init()
    reserveCapacity(bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}
