import POSIX

/// The system's authorities and those of one more file, as one PEM text in memory.
///
/// libcurl takes one bundle only: naming the file alone would replace the system's roots instead of adding to them.
///
/// `@unchecked Sendable`: the bytes are written before anyone sees them, and never changed.
@safe final class TrustedRoots: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Reads both; a machine without a bundle of its own (a small container) has the file's authorities only.
  init(adding file: String, to systemRoots: String?) throws(TransportFailure) {
    guard let added = Self.contents(of: file) else {
      throw .tls("the CA file \(file) cannot be read")
    }
    guard added.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
      throw .tls("the CA file \(file) holds no PEM certificate")
    }
    let system =
      ([systemRoots].compactMap(\.self) + Self.usualPlaces).lazy
      .compactMap(Self.contents)
      .first ?? []
    let all = system + Array("\n".utf8) + added
    unsafe bytes = .allocate(byteCount: all.count, alignment: 1)
    unsafe bytes.copyBytes(from: all)
  }

  deinit { unsafe bytes.deallocate() }

  private static func contents(of file: String) -> [UInt8]? {
    guard let open = try? File.open(Path(file)), let status = try? open.status() else { return nil }
    return try? open.read(at: 0, count: status.size)
  }

  private static let usualPlaces = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
}
