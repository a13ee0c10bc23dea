import Foundation
import JOSE
import JSON
import Secrets
import Testing

/// A vector of one of Wycheproof's JOSE files with the key set of its group.
struct Wycheproof: CustomTestStringConvertible, Sendable {
  let file: String
  let id: Int64
  let comment: String
  let isValid: Bool
  /// The public key or set of the group; the private one where there is only that, as with `oct`.
  let keys: JWKSet
  let hasSymmetricKeys: Bool
  let isEncryption: Bool
  let token: SecretBytes

  var testDescription: String { "\(file) \(id) \(comment)" }

  static func load(_ file: String) throws -> [Wycheproof] {
    let root = try document(file).root
    return try (root["testGroups"]?.elements ?? []).flatMap { group in
      let material = group["public"] ?? group["private"]
      let (keys, symmetric) = try set(material)
      return (group["tests"]?.elements ?? []).map { test in
        let token = test["jws"] ?? test["jwe"]
        return Wycheproof(
          file: file,
          id: test["tcId"]?.int() ?? 0,
          comment: test["comment"]?.string() ?? "",
          isValid: test["result"]?.string() == "valid",
          keys: keys,
          hasSymmetricKeys: symmetric,
          isEncryption: test["jwe"] != nil,
          // A few vectors hold the JSON serialization, as an object.
          token: token?.secret() ?? raw(token)
        )
      }
    }
  }

  static func numberOfTests(_ file: String) throws -> Int64? {
    try document(file).root["numberOfTests"]?.int()
  }

  /// What our code makes of it: nil if it accepts.
  func failure() -> JWSFailure? {
    do throws(JWSFailure) {
      _ = try JWS(parsing: token).verify(with: keys)
      return nil
    } catch {
      return error
    }
  }

  private static func set(_ material: JSONValue?) throws -> (JWKSet, Bool) {
    guard let material else { throw CocoaError(.coderValueNotFound) }
    if material["keys"] != nil {
      let set = try JWKSet(material)
      return (set, set.skipped.contains { $0.problem == .symmetric })
    }
    do throws(JWKProblem) {
      return (JWKSet(keys: [try JWK(material)]), false)
    } catch {
      let skipped = JWKSet.Skipped(
        position: 0,
        keyID: material["kid"]?.string(),
        problem: error
      )
      return (JWKSet(keys: [], skipped: [skipped]), error == .symmetric)
    }
  }

  private static func raw(_ value: JSONValue?) -> SecretBytes {
    guard let value else { return SecretBytes(copying: []) }
    return value.document.bytes.withBytes { bytes in
      SecretBytes(copying: value.byteRange.map { bytes[$0] })
    }
  }

  private static func document(_ file: String) throws -> JSONDocument {
    guard
      let url = Bundle.module.url(
        forResource: file,
        withExtension: "json",
        subdirectory: "Fixtures"
      )
    else { throw CocoaError(.fileNoSuchFile) }
    return try JSONDocument(parsing: SecretBytes(copying: Data(contentsOf: url)))
  }
}
