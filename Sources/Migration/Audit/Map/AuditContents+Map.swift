import JSON
import LegacyState
package import POSIX

extension AuditContents {
  /// Writes a map to be filled in: a rule for each kind of state that does not say whose it is, guessed where a token
  /// says so of itself, and confirmed by nobody.
  ///
  /// - Parameter output: Gets the bytes piece by piece.
  /// - Throws: What `output` throws, or that the states' own file cannot be read.
  package func writeMap(
    to output: @escaping ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var order: [MapDraft] = []
    var counts: [MapDraft: Int] = [:]
    try forEachState { (record, _) in
      let row = record.row
      guard row.isNobodys else { return }
      let draft = MapDraft(row)
      if counts[draft] == nil {
        guard order.count < MapDraft.limit else { return }
        order.append(draft)
      }
      counts[draft, default: 0] += 1
    }
    let rules = order.map { $0.json(states: counts[$0] ?? 0) }
    try output(
      JSONNode.object([("schema", .string(IssuerMap.schema)), ("rules", .array(rules))])
        .encoded(pretty: true) + [UInt8(ascii: "\n")]
    )
  }
}

/// A rule that nobody has confirmed.
private struct MapDraft: Hashable {
  /// More kinds of state than a person goes through.
  static let limit = 10_000

  private let app: String?
  private let path: String?
  private let library: LegacyAuthState.Library
  private let idTokenIssuer: String?
  private let issuer: String?
  private let client: String?

  init(_ row: StateRow) {
    app = row.app
    path = row.app == nil ? ([row.path] + row.inner).joined(separator: "/") : nil
    library = row.library
    idTokenIssuer = row.issuerFromIDToken
    issuer = row.anyIssuer ?? row.guess?.issuer
    client = row.clientID ?? row.guess?.client
  }

  func json(states: Int) -> JSONNode {
    let conditions: [(String, String?)] = [
      ("app", app), ("path", path), ("library", library.rawValue),
      ("id_token_issuer", idTokenIssuer),
    ]
    return .object(
      conditions.compactMap { name, value in value.map { (name, .string($0)) } } + [
        ("issuer", .string(issuer ?? "")), ("client_id", .string(client ?? "")),
        ("confirm", false), ("states", .count(states)),
      ]
    )
  }
}
