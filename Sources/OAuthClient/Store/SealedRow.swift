internal import Crypto
internal import Secrets

/// A sealed session as it stands in the database.
struct SealedRow: Sendable {
  let name: SlotName
  let format: Int64
  let keyID: [UInt8]
  let nonce: [UInt8]
  let length: Int
  let sealed: [UInt8]
}

extension SealedRow {
  /// Seals a record with a nonce of its own.
  init(sealing record: SecretBytes, as name: SlotName, key: SecretBytes) throws(StoreFailure) {
    let nonce = Random.bytes(AESGCM.nonceByteCount)
    let binding = name.binding
    let sealed: [UInt8]
    do throws(CryptoFailure) {
      sealed = try AESGCM.seal(
        record,
        key: key,
        nonce: nonce.span,
        associatedData: binding.span
      )
    } catch {
      throw StoreFailure(.failed, "the session could not be sealed: \(error)")
    }
    self.init(
      name: name,
      format: SealedSessionStore.format,
      keyID: try Self.identifier(of: key),
      nonce: nonce,
      length: record.count,
      sealed: sealed
    )
  }

  /// Opens the seal.
  ///
  /// - Throws: `wrongKey`, `truncated`, `tampered`.
  func open(
    with key: SecretBytes,
    from source: any SealingKeySource
  ) throws(StoreFailure) -> SecretBytes {
    guard try keyID == Self.identifier(of: key) else {
      throw StoreFailure(
        .wrongKey,
        "the stored session is sealed with another key than \(source.description): restore that key, or sign in again"
      )
    }
    guard sealed.count - AESGCM.tagByteCount == length else {
      throw StoreFailure(.truncated, "the stored session ends too early: sign in again")
    }
    do {
      return try AESGCM.open(
        sealed.span,
        key: key,
        nonce: nonce.span,
        associatedData: name.binding.span
      )
    } catch {
      throw StoreFailure(
        .tampered,
        "the seal of the stored session is broken, so its bytes are not what was written: sign in again"
      )
    }
  }

  /// Tells two keys apart without telling anything of either.
  static func identifier(of key: SecretBytes) throws(StoreFailure) -> [UInt8] {
    do throws(CryptoFailure) {
      return try Array(
        HMAC.tag(of: Array("session store: key identifier".utf8).span, key: key).prefix(8)
      )
    } catch {
      throw StoreFailure(.failed, "the session's key cannot be used: \(error)")
    }
  }
}
