import LegacyState
import Secrets

/// One token of a state as it is kept until the reports are written: what ``TokenRow`` has, and what the json says more.
struct TokenRecord: Sendable {
  let row: TokenRow
  /// The whole digest; nil where it would give too much away.
  let digest: ArraySlice<UInt8>?
  /// `alg` of an ID token.
  let algorithm: String?
  let expiresAtMilliseconds: Int64?
  let isExpired: Bool?

  init(_ entry: TokenEntry, isOlder: Bool = false) {
    row = TokenRow(entry, isOlder: isOlder)
    digest = entry.fingerprint?.bytes[...]
    algorithm = entry.algorithm
    expiresAtMilliseconds = entry.expiresAtMilliseconds
    isExpired = entry.isExpired
  }

  func write(to record: inout RecordWriter) {
    record.put(Self.roles.firstIndex(of: row.role) ?? 0)
    var flags: UInt8 = 0
    if row.isOlder { flags |= 1 }
    if row.kind == .jwt { flags |= 2 }
    if row.hasEnded { flags |= 4 }
    if digest != nil { flags |= 8 }
    if algorithm != nil { flags |= 16 }
    if expiresAtMilliseconds != nil { flags |= 32 }
    if isExpired == true { flags |= 64 }
    record.put(byte: flags)
    record.put(row.length)
    if let digest { record.put(fixed: digest) }
    if let algorithm { record.put(algorithm) }
    if let expiresAtMilliseconds { record.put(Int(expiresAtMilliseconds)) }
  }

  init(_ record: inout RecordReader) {
    let (row, flags, digest) = Self.row(&record)
    self.row = row
    self.digest = digest
    algorithm = flags & 16 != 0 ? record.text() : nil
    expiresAtMilliseconds = flags & 32 != 0 ? Int64(record.int()) : nil
    isExpired = flags & 32 != 0 ? flags & 64 != 0 : nil
  }

  /// No more than the row of one, past which the record goes.
  static func row(of record: inout RecordReader) -> TokenRow {
    let (row, flags, _) = row(&record)
    if flags & 16 != 0 { _ = record.part() }
    if flags & 32 != 0 { _ = record.int() }
    return row
  }

  private static func row(
    _ record: inout RecordReader
  ) -> (TokenRow, UInt8, ArraySlice<UInt8>?) {
    let number = record.int()
    let flags = record.byte()
    let length = record.int()
    let digest = flags & 8 != 0 ? record.fixed(32) : nil
    let row = TokenRow(
      role: roles.indices.contains(number) ? roles[number] : .refresh,
      isOlder: flags & 1 != 0,
      key: digest.map { TokenKey(digest: $0) },
      length: length,
      kind: flags & 2 != 0 ? .jwt : .opaque,
      hasEnded: flags & 4 != 0
    )
    return (row, flags, digest)
  }

  private static let roles: [LegacyToken.Role] = [
    .refresh, .access, .id, .clientSecret, .registrationAccess, .authorizationCode, .codeVerifier,
  ]
}

extension TokenEntries {
  /// All of them in the order of ``rows``, the verifier last.
  var records: [TokenRecord] {
    var records: [TokenRecord] = []
    if let refresh { records.append(TokenRecord(refresh)) }
    for token in historicalRefresh { records.append(TokenRecord(token, isOlder: true)) }
    for token in [access, registrationAccess, clientSecret, id, authorizationCode, codeVerifier] {
      if let token { records.append(TokenRecord(token)) }
    }
    return records
  }
}
