import JSON
package import LegacyState
package import POSIX
package import Secrets

/// A state as a plan knows it: where it stands and what is in it, without anything secret.
package struct PlannedState: Hashable, Sendable {
  /// A credential in it, by which a change is noticed.
  package struct Token: Hashable, Sendable {
    /// What it is used for.
    package let role: LegacyToken.Role
    /// Its digest; nil where a digest would give it away.
    package let fingerprint: Fingerprint?
    /// How many bytes it has.
    package let length: Int
  }

  /// `st_` and 16 hex digits.
  package let id: String
  /// The app, where the path tells it.
  package let app: String?
  /// The file, from the root.
  package let path: Path
  /// Inside an archive: the member, and the member inside that.
  package let inner: [String]
  /// The kind of document.
  package let kind: Locator.Kind
  /// The way from the document to the value.
  package let steps: [Locator.Step]
  /// The first byte of the value in the file.
  package let offset: Int
  /// How many bytes it has.
  package let length: Int
  /// The line, where the document has one state a line.
  package let line: Int?
  /// What taking it away does to the file.
  package let removal: LegacyAuthState.Removal
  /// Every credential in it.
  package let tokens: [Token]
  /// The digest of the whole state, by which any other change is noticed.
  package let content: Fingerprint

  /// Takes what a plan needs to know of a state.
  ///
  /// - Parameter state: As the audit found it.
  package init(_ state: LegacyAuthState) {
    let fact = SafeFact(state)
    let locator = state.source.locator.namingKeys { fact($0) }
    self.id = state.id
    self.app = state.app
    // Without a working directory the path stays as it is, and nothing will be found under it.
    self.path = (try? state.source.file.absolute) ?? state.source.file
    self.inner = state.source.inner.map { fact(path: ShownPath.text($0)) }
    self.kind = locator.kind
    self.steps = locator.path
    self.offset = locator.offset
    self.length = locator.length
    self.line = locator.line
    self.removal = state.removal
    self.tokens = state.tokens.map {
      Token(role: $0.role, fingerprint: $0.fingerprint, length: $0.secret.count)
    }
    self.content = state.contentDigest
  }

  /// `AuthState.xml › state`: the file's name and the way to the value.
  package var shownPlace: String {
    let file = (inner.last.map { shown($0) } ?? path.lastComponent.shown)
    let way = shownWay
    return way.isEmpty ? file : "\(file) › \(way)"
  }

  private var shownWay: String {
    var text = line.map { "line \($0)" } ?? ""
    for step in steps {
      switch step {
      case .key(let name): text += (text.isEmpty ? "" : ".") + shown(name, limit: 60)
      case .index(let index): text += "[\(index)]"
      case .decoded: break
      }
    }
    return text
  }

  /// Whether both hold the same, credentials and all else.
  func holdsSame(as other: PlannedState) -> Bool {
    tokens == other.tokens && content == other.content
  }

  /// What a file holds of a state, wherever in it.
  struct Holding: Hashable {
    fileprivate let file: Key
    fileprivate let tokens: [Token]
    fileprivate let content: Fingerprint
  }

  /// The same for two states that hold the same in one file: files have so many that each is not held against each.
  var holding: Holding { Holding(file: fileKey, tokens: tokens, content: content) }

  /// A file, or a place in a file, whatever is there.
  struct Key: Hashable {
    fileprivate let path: Path
    fileprivate let inner: [String]
    fileprivate var kind: Locator.Kind?
    fileprivate var steps: [Locator.Step] = []
    fileprivate var line: Int?
  }

  /// The file.
  var fileKey: Key { Key(path: path, inner: inner) }

  /// The place in the file.
  var placeKey: Key { Key(path: path, inner: inner, kind: kind, steps: steps, line: line) }
}

extension PlannedState {
  var json: JSONNode {
    .object([
      ("id", .string(id)), ("app", .optional(app)), ("path", path.json),
      ("inner", .array(inner.map(JSONNode.string))),
      (
        "locator",
        .object([
          ("kind", .string(kind.rawValue)), ("path", .array(steps.map(Self.json))),
          ("offset", .int(Int64(offset))), ("length", .int(Int64(length))),
          ("line", line.map { .int(Int64($0)) } ?? .null),
        ])
      ),
      ("removable", .string(removal.rawValue)),
      ("tokens", .array(tokens.map(\.json))), ("content_sha256", .string(content.hex)),
    ])
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    id = try node.text("id")
    app = try node.optionalText("app")
    path = try Path(node.member("path"))
    inner = try node.texts("inner")
    let locator = try node.member("locator")
    kind = try locator.choice("kind")
    steps = try locator.list("path").map { step throws(PlanMalformed) in try Self.step(step) }
    offset = try locator.number("offset")
    length = try locator.number("length")
    line = locator.optionalMember("line") == nil ? nil : try locator.number("line")
    removal = try node.choice("removable")
    tokens = try node.list("tokens").map { token throws(PlanMalformed) in try Token(token) }
    content = try node.fingerprint("content_sha256")
  }

  private static func json(_ step: Locator.Step) -> JSONNode {
    switch step {
    case .key(let name): .string(name)
    case .index(let index): .int(Int64(index))
    case .decoded(let format): ["decoded": .string(format)]
    }
  }

  private static func step(_ node: PlanNode) throws(PlanMalformed) -> Locator.Step {
    switch node.node {
    case .string(let name): .key(name)
    case .int(let index): .index(Int(index))
    default: .decoded(try node.text("decoded"))
    }
  }
}

extension PlannedState.Token {
  fileprivate var json: JSONNode {
    .object([
      ("role", .string(role.rawValue)), ("sha256", .optional(fingerprint?.hex)),
      ("length", .int(Int64(length))),
    ])
  }

  fileprivate init(_ node: PlanNode) throws(PlanMalformed) {
    role = try node.choice("role")
    fingerprint = node.optionalMember("sha256") == nil ? nil : try node.fingerprint("sha256")
    length = try node.number("length")
  }
}

extension Path {
  init(_ node: PlanNode) throws(PlanMalformed) {
    guard let path = Path(json: node.node) else { throw PlanMalformed(place: node.place) }
    self = path
  }
}
