package import JSON
package import Secrets

/// A provider's keys (RFC 7517 section 5): those that can be used, and why the others are not.
package struct JWKSet: Sendable {
  /// A key that is not used.
  package struct Skipped: Sendable, Equatable {
    /// Its place in the set, from 0.
    package let position: Int
    /// Its `kid`, if it has one.
    package let keyID: String?
    /// Why it is not used.
    package let problem: JWKProblem

    /// Records a key that is not used.
    ///
    /// - Parameters:
    ///   - position: Its place in the set, from 0.
    ///   - keyID: Its `kid`.
    ///   - problem: Why it is not used.
    package init(position: Int, keyID: String?, problem: JWKProblem) {
      self.position = position
      self.keyID = keyID
      self.problem = problem
    }
  }

  /// No key behind this many is looked at.
  package static let maximumKeys = 100
  /// No larger document is read.
  package static let maximumBytes = 256 * 1024

  /// The keys that can check signatures, in their order.
  package let keys: [JWK]
  /// The keys that cannot; of those beyond the limit only the first is named.
  package let skipped: [Skipped]
  /// Whether any entry gives away a private or symmetric key, used or not: the provider ought to be told.
  package let containsPrivateKey: Bool

  /// Reads a key set document.
  ///
  /// - Parameter bytes: The body of the answer from `jwks_uri`.
  /// - Throws: Why this is no key set; single keys never make it fail.
  package init(parsing bytes: SecretBytes) throws(JWKSetFailure) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw .notJSON(error)
    }
    try self.init(root)
  }

  /// Reads a key set out of a larger document.
  ///
  /// - Parameter value: The object that has `keys`.
  /// - Throws: `notASet` if it has none, or has them twice.
  package init(_ value: JSONValue) throws(JWKSetFailure) {
    guard value.kind == .object, !value.hasDuplicateMembers,
      let entries = value["keys"], entries.kind == .array
    else { throw .notASet }
    var keys: [JWK] = []
    var skipped: [Skipped] = []
    var containsPrivateKey = false
    for (position, entry) in entries.eachElement.enumerated() {
      containsPrivateKey = containsPrivateKey || entry.namesPrivateMember
      do throws(JWKProblem) {
        guard position < Self.maximumKeys else { throw .beyondLimit }
        keys.append(try JWK(entry))
      } catch {
        let keyID = entry["kid"]?.string()
        skipped.append(Skipped(position: position, keyID: keyID, problem: error))
        if error == .beyondLimit { break }
      }
    }
    self.init(keys: keys, skipped: skipped, containsPrivateKey: containsPrivateKey)
  }

  /// Joins keys that were read one by one.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - skipped: Keys that are not used.
  ///   - containsPrivateKey: Whether one of them gave away more than its public half.
  package init(keys: [JWK], skipped: [Skipped] = [], containsPrivateKey: Bool = false) {
    self.keys = keys
    self.skipped = skipped
    self.containsPrivateKey = containsPrivateKey
  }
}
