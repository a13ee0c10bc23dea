/// Encrypted stores that are files of their own, told by how they begin.
enum SealedFile: DocumentReader {
  static let kind = Locator.Kind.raw

  /// The version and the provider's GUID, with which each result of `CryptProtectData` begins.
  private static let dataProtection: [UInt8] = [
    0x01, 0x00, 0x00, 0x00, 0xD0, 0x8C, 0x9D, 0xDF, 0x01, 0x15, 0xD1, 0x11, 0x8C, 0x7A, 0x00, 0xC0,
    0x4F, 0xC2, 0x97, 0xEB,
  ]

  static func recognises(_ document: DocumentHead) -> Bool { name(of: document) != nil }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool { true }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    if let name = name(of: document.head) { try emit(.sealed(name)) }
  }

  private static func name(of document: DocumentHead) -> String? {
    if document.bytes.starts(with: dataProtection) {
      return document.isNamed("flutter_secure_storage.dat")
        ? "flutter_secure_storage (Windows data protection)" : "Windows data protection"
    }
    // One value a file, as the plugin kept them on Windows before; ciphertext has bytes that no text has.
    if document.isNamed(".secure"), document.size > 28,
      document.bytes.contains(where: { $0 < 0x09 || $0 > 0xF4 })
    {
      return "flutter_secure_storage (one value)"
    }
    return nil
  }
}
