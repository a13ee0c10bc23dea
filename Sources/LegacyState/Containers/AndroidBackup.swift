import Archive
import Crypto
import Secrets

/// What `adb backup` writes: four lines, with a password five more, then a tar archive, mostly as a zlib stream.
///
/// The lines: `ANDROID BACKUP`, the version, whether it is compressed, `none` or `AES-256`; then the user's salt, the
/// checksum's salt, the rounds, the vector and the sealed master key.
struct AndroidBackup: Sendable {
  /// What a password must open.
  private struct Seal: Sendable {
    let userSalt: [UInt8]
    let checksumSalt: [UInt8]
    let rounds: Int
    let vector: [UInt8]
    let masterKey: [UInt8]
  }

  let isCompressed: Bool
  /// Where the lines end.
  let start: Int
  private let seal: Seal?

  /// How its archive is read.
  struct Opened: Sendable {
    /// Where it begins.
    let start: Int
    fileprivate let isCompressed: Bool
    fileprivate let key: SecretBytes?
    fileprivate let vector: [UInt8]

    /// Whether its archive stands in the file as it is.
    var isPlain: Bool { !isCompressed && key == nil }

    /// The archive in it.
    ///
    /// - Parameter raw: From ``start`` on.
    /// - Returns: A tar archive.
    /// - Throws: If a library is missing.
    func input(_ raw: any ArchiveInput) throws(ArchiveFailure) -> any ArchiveInput {
      var input = raw
      if let key { input = try DecryptingInput(input, key: key, vector: vector) }
      return isCompressed ? try InflatingInput(input) : input
    }
  }

  /// More rounds than Android has ever used (10,000), and few enough to wait for.
  private static let roundsCap = 1_000_000

  /// Reads the lines.
  init(_ head: DocumentHead) throws(BackupFailure) {
    var lines = Lines(head.bytes)
    guard lines.next() == "ANDROID BACKUP", let version = lines.number(), let flag = lines.next(),
      let encryption = lines.next()
    else { throw BackupFailure(.malformed("the backup's header is cut off")) }
    guard (1...100).contains(version), flag == "0" || flag == "1" else {
      throw BackupFailure(.malformed("the backup's header is not one that Android writes"))
    }
    isCompressed = flag == "1"
    switch encryption {
    case "none":
      seal = nil
    case "AES-256":
      guard let userSalt = lines.hex(), let checksumSalt = lines.hex(),
        let rounds = lines.number(), let vector = lines.hex(), let masterKey = lines.hex(),
        (1...Self.roundsCap).contains(rounds), vector.count == AESCBCDecryption.blockByteCount,
        userSalt.count <= 1024, checksumSalt.count <= 1024
      else { throw BackupFailure(.malformed("the backup's encryption header is damaged")) }
      seal = Seal(
        userSalt: userSalt,
        checksumSalt: checksumSalt,
        rounds: rounds,
        vector: vector,
        masterKey: masterKey
      )
    default:
      throw BackupFailure(
        .unreadable("the backup is encrypted in a way that this version does not know")
      )
    }
    start = lines.offset
  }

  /// Whether it needs a password.
  var isEncrypted: Bool { seal != nil }

  /// How it is read; nil if it is encrypted and there is no password.
  func open(_ password: SecretBytes?) throws(BackupFailure) -> Opened? {
    guard let seal else {
      return Opened(start: start, isCompressed: isCompressed, key: nil, vector: [])
    }
    guard let password else { return nil }
    do throws(CryptoFailure) {
      if let (key, vector) = try Self.open(seal, password) {
        return Opened(start: start, isCompressed: isCompressed, key: key, vector: vector)
      }
    } catch {
      guard error.code == .authenticationFailed else {
        throw BackupFailure(.unreadable("\(error)"))
      }
    }
    throw BackupFailure(
      .unreadable(
        "the password does not open this backup; give the one that was typed when it was made"
      )
    )
  }

  private static func open(
    _ seal: Seal,
    _ password: SecretBytes
  ) throws(CryptoFailure) -> (key: SecretBytes, vector: [UInt8])? {
    let key = try PBKDF2.deriveSHA1(
      from: password,
      salt: seal.userSalt.span,
      rounds: seal.rounds
    )
    let opened = try AESCBCDecryption.open(
      seal.masterKey.span,
      key: key,
      iv: seal.vector.span
    )
    guard let parts = opened.withBytes({ KeyParts($0) }) else { return nil }
    // Android's own checksum: of the key's bytes taken for characters. Since 4.4 those are written as UTF-8, and a
    // byte from 0x80 on, being negative in Java, becomes a character from U+FF80 on. Before, the low byte counted.
    for spelling in [utf8(of: parts.key), parts.key] {
      let expected = try PBKDF2.deriveSHA1(
        from: spelling,
        salt: seal.checksumSalt.span,
        rounds: seal.rounds
      )
      if expected.equals(parts.checksum) { return (parts.key, parts.vector) }
    }
    return nil
  }

  private static func utf8(of key: SecretBytes) -> SecretBytes {
    SecretBytes(capacity: 3 * key.count) { (output: inout OutputSpan<UInt8>) in
      key.withBytes { bytes in
        for index in bytes.indices {
          let byte = bytes[index]
          if byte < 0x80 {
            output.append(byte)
          } else {
            // U+FF80 to U+FFFF.
            output.append(0xEF)
            output.append(byte < 0xC0 ? 0xBE : 0xBF)
            output.append(0x80 | (byte & 0x3F))
          }
        }
      }
    }
  }
}

/// What the password opens: three parts, each with its length in the byte before it.
private struct KeyParts {
  let vector: [UInt8]
  let key: SecretBytes
  let checksum: SecretBytes

  /// Nil if it is not that.
  init?(_ bytes: Span<UInt8>) {
    var offset = 0
    func next() -> Range<Int>? {
      guard offset < bytes.count else { return nil }
      let start = offset + 1
      let end = start + Int(bytes[offset])
      guard end <= bytes.count else { return nil }
      offset = end
      return start..<end
    }
    guard let vector = next(), vector.count == AESCBCDecryption.blockByteCount,
      let key = next(), key.count == AESCBCDecryption.keyByteCount, let checksum = next()
    else { return nil }
    self.vector = vector.map { bytes[$0] }
    self.key = SecretBytes(copying: bytes.extracting(key))
    self.checksum = SecretBytes(copying: bytes.extracting(checksum))
  }
}

/// Why a backup cannot be read.
struct BackupFailure: Error {
  let reason: ScanFailure.Reason

  init(_ reason: ScanFailure.Reason) {
    self.reason = reason
  }
}

/// The lines at the start of a file.
private struct Lines {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> String? {
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { offset = end + 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  mutating func number() -> Int? { next().flatMap { Int($0) } }

  mutating func hex() -> [UInt8]? {
    guard let digits = next()?.utf8, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else {
        return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
