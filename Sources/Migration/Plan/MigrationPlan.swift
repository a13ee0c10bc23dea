import JSON
package import POSIX
import Secrets

/// What a migration would do: written down, read by a person, then carried out as it stands.
///
/// It holds no secret and no time, and the same input gives the same plan, byte for byte.
package struct MigrationPlan: Hashable, Sendable {
  /// The schema of the file.
  package static let schema = "appauth-migrate/plan/1"

  /// The version of the program that made it.
  package let toolVersion: String
  /// What is audited, from the root.
  package let inputs: [Path]
  /// Where the data lies.
  package let place: DataPlace
  /// For which provider; nil if nothing is revoked and nobody signs in.
  package let provider: PlanProvider?
  /// How.
  package let options: PlanOptions
  /// What the sign-in needs; nil if nobody signs in.
  package let client: PlanClient?
  /// The tokens that are revoked, in the order in which they are sent.
  package let revocations: [PlannedRevocation]
  /// The states that are deleted.
  package let deletions: [PlannedState]
  /// What is left as it is.
  package let leftAlone: [PlanLeftAlone]

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - toolVersion: The version of this program.
  ///   - inputs: What is audited; made absolute.
  ///   - provider: For which provider.
  ///   - options: How.
  ///   - client: What the sign-in needs.
  ///   - revocations: The tokens that are revoked, in the order in which they are sent.
  ///   - deletions: The states that are deleted, in any order.
  ///   - leftAlone: What is left as it is: every other state that the audit found, and tokens that are not sent.
  package init(
    toolVersion: String,
    inputs: [Path],
    provider: PlanProvider?,
    options: PlanOptions,
    client: PlanClient?,
    revocations: [PlannedRevocation],
    deletions: [PlannedState],
    leftAlone: [PlanLeftAlone]
  ) {
    let inputs = Set(inputs.map { (try? $0.absolute) ?? $0 }).sorted()
    self.toolVersion = toolVersion
    self.inputs = inputs
    self.place = DataPlace(of: inputs)
    self.provider = provider
    self.options = options
    self.client = client
    self.revocations = revocations
    self.deletions = deletions.sorted {
      ($0.path, $0.offset, $0.id) < ($1.path, $1.offset, $1.id)
    }
    self.leftAlone = leftAlone.map { ($0, $0.sortKey) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }
      .map(\.0)
  }

  /// The file's bytes; their SHA-256 is the plan's digest.
  package var encoded: [UInt8] {
    let digest = Fingerprint(of: content.sorted.encoded().span).hex
    guard case .object(var members) = content else { return [] }
    members.insert(JSONNode.Member("content_sha256", .string(digest)), at: 2)
    return JSONNode.object(members).encoded(pretty: true) + [UInt8(ascii: "\n")]
  }

  /// Whether the plan changes anything: a sign-in alone migrates nothing.
  package var hasWork: Bool { !revocations.isEmpty || !deletions.isEmpty }

  /// The states that stay because nobody can take them out of where they stand.
  package var immovable: [PlannedState] {
    leftAlone.filter { $0.reason == PlanLeftAlone.notRemovable }.compactMap(\.state)
  }

  /// What stays although it may still be at work: not older tokens, nor those that have expired by their own word.
  package var leftWork: [PlanLeftAlone] {
    let finished = [NotSent.Reason.historical, .expired, .noRefreshToken].map(\.rawValue)
    return leftAlone.filter { !finished.contains($0.reason) }
  }

  /// Every state that the plan knows of.
  var states: [PlannedState] { deletions + leftAlone.compactMap(\.state) }
}

extension MigrationPlan {
  /// The plan without the digest of its content.
  var content: JSONNode {
    .object([
      ("schema", .string(Self.schema)),
      ("tool", .object([("name", "appauth-migrate"), ("version", .string(toolVersion))])),
      ("inputs", .array(inputs.map(\.json))),
      (
        "data",
        .object([("place", .string(place.rawValue)), ("note", .string(place.words))])
      ),
      ("provider", provider?.json ?? .null),
      ("options", options.json),
      ("client", client?.json ?? .null),
      ("steps", .array(steps)),
      ("left_alone", .array(leftAlone.map(\.json))),
    ])
  }

  private var steps: [JSONNode] {
    let revoke = JSONNode.object([
      ("step", "revoke"), ("tokens", .array(revocations.map(\.json))),
    ])
    let login: JSONNode = ["step": "login"]
    return [["step": "preflight"]]
      + (options.order == .loginFirst ? [login, revoke] : [revoke, login])
      + [
        .object([("step", "delete"), ("states", .array(deletions.map(\.json)))]),
        ["step": "verify"],
      ]
  }

  /// Reads a plan; what is in it is not compared with what its makers would write.
  init(_ root: PlanNode) throws(PlanMalformed) {
    let steps = try root.list("steps")
    func step(_ name: String) throws(PlanMalformed) -> PlanNode {
      guard let step = steps.first(where: { $0.node["step"]?.text == name }) else {
        throw PlanMalformed(place: "steps: \(name)")
      }
      return step
    }
    self.init(
      toolVersion: try root.member("tool").text("version"),
      inputs: try root.list("inputs").map { input throws(PlanMalformed) in try Path(input) },
      provider: try root.optionalMember("provider").map { node throws(PlanMalformed) in
        try PlanProvider(node)
      },
      options: try PlanOptions(try root.member("options")),
      client: try root.optionalMember("client").map { node throws(PlanMalformed) in
        try PlanClient(node)
      },
      revocations: try step("revoke").list("tokens").map { node throws(PlanMalformed) in
        try PlannedRevocation(node)
      },
      deletions: try step("delete").list("states").map { node throws(PlanMalformed) in
        try PlannedState(node)
      },
      leftAlone: try root.list("left_alone").map { node throws(PlanMalformed) in
        try PlanLeftAlone(node)
      }
    )
  }
}
