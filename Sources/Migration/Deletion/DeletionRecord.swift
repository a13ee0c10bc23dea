import JSON
import POSIX
import Secrets

/// What the ledger remembers of a rewrite before it happens, so that whoever comes after a kill can end it.
struct DeletionRecord: Hashable {
  var path: Path
  /// Under this name in the same folder lies the new content first, then the old one.
  var temporary: Path
  var old: Fingerprint
  var new: Fingerprint
  /// Files that hold a token of the state although the state is gone.
  var residue: [String]
  var searched: Int
  var notSearched: [String]
  /// Why it is not proven that no token is left; nil if all was searched.
  var unproven: String?

  /// Marks names that only this program uses.
  static func isTemporary(_ name: Path) -> Bool {
    name.bytes.starts(with: prefix) && name.bytes.suffix(4) == Array(".tmp".utf8)[...]
  }

  private static let prefix = Array(".appauth-migrate-".utf8)

  /// The same for the same rewrite, so that a rerun finds what a killed run left.
  static func temporaryName(for path: Path, ids: [String], old: Fingerprint, new: Fingerprint)
    -> Path
  {
    let text = path.bytes + Array("\0\(ids.sorted().joined(separator: " "))\0".utf8)
    let digest = Fingerprint(of: (text + old.bytes + new.bytes).span).hex
    return Path(bytes: prefix + Array(digest.prefix(16).utf8) + Array(".tmp".utf8))
  }

  /// The outcome once the content is in place.
  var outcome: DeletionOutcome { Self.outcome(residue, unproven) }

  private static func outcome(_ residue: [String], _ unproven: String?) -> DeletionOutcome {
    guard residue.isEmpty else { return .residue(files: residue) }
    return unproven.map { .unproven($0) } ?? .deleted
  }

  /// The outcome that a row tells which ``done`` wrote.
  static func outcome(done detail: JSONNode) -> DeletionOutcome {
    outcome(
      detail["residue"]?.elements?.compactMap(\.text) ?? [],
      detail["unproven"]?.text
    )
  }

  /// For the row that announces it.
  var started: JSONNode {
    .object([
      ("path", path.json), ("temporary", temporary.json), ("old_sha256", .string(old.hex)),
      ("new_sha256", .string(new.hex)), ("residue", .array(residue.map(JSONNode.string))),
      ("searched", .int(Int64(searched))),
      ("not_searched", .array(notSearched.map(JSONNode.string))),
      ("unproven", .optional(unproven)),
    ])
  }

  /// For the row that ends it; made of nothing but what the first one holds.
  var done: JSONNode {
    .object([
      ("path", path.json), ("sha256", .string(new.hex)),
      ("residue", .array(residue.map(JSONNode.string))), ("searched", .int(Int64(searched))),
      ("unproven", .optional(unproven)),
    ])
  }

  /// Reads what ``started`` wrote; nil for anything else.
  init?(started detail: JSONNode) {
    guard let path = detail["path"].flatMap(Path.init(json:)),
      let temporary = detail["temporary"].flatMap(Path.init(json:)),
      Self.isTemporary(temporary),
      let old = detail["old_sha256"]?.text.flatMap(Fingerprint.init(hex:)),
      let new = detail["new_sha256"]?.text.flatMap(Fingerprint.init(hex:)),
      let residue = detail["residue"]?.elements, let notSearched = detail["not_searched"]?.elements,
      case .int(let searched) = detail["searched"]
    else { return nil }
    self.path = path
    self.temporary = temporary
    self.old = old
    self.new = new
    self.residue = residue.compactMap(\.text)
    self.searched = Int(searched)
    self.notSearched = notSearched.compactMap(\.text)
    self.unproven = detail["unproven"]?.text
  }

  init(
    path: Path,
    ids: [String],
    old: Fingerprint,
    new: Fingerprint,
    residue: [String] = [],
    searched: Int,
    notSearched: [String],
    unproven: String?
  ) {
    self.path = path
    self.temporary = Self.temporaryName(for: path, ids: ids, old: old, new: new)
    self.old = old
    self.new = new
    self.residue = residue
    self.searched = searched
    self.notSearched = notSearched
    self.unproven = unproven
  }
}
