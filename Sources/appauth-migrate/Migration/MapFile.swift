import LegacyState
import Migration
import POSIX
import Terminal

/// The file of --map.
enum MapFile {
  private static let conditions = ["app", "path", "library", "key", "id_token_issuer"]
  private static let names = conditions + ["issuer", "client_id", "confirm", "states"]

  /// The map that the flag names; nil without one.
  static func read(_ context: Context) throws(Stop) -> IssuerMap? {
    guard let path = context.path(.map) else { return nil }
    do throws(UsageFailure) {
      let root = try MemberFile.members(of: path, schema: IssuerMap.schema, ["rules"])
      guard let list = try root.objects("rules", names) else {
        throw root.failure(root.value, "rules is missing: the list of the rules")
      }
      var rules: [IssuerMap.Rule] = []
      for members in list { rules.append(try rule(members)) }
      return IssuerMap(rules)
    } catch {
      throw Stop(error)
    }
  }

  private static func rule(_ members: SettingsMembers) throws(UsageFailure) -> IssuerMap.Rule {
    _ = try members.integer("states", 0...Int.max)
    let isConfirmed = try members.flag("confirm") ?? true
    // A guess may be empty; what selects must not be.
    let issuer =
      isConfirmed
      ? try members.required("issuer", "whose the tokens are") : try members.string("issuer") ?? ""
    let client = try members.string("client_id")
    var rule = IssuerMap.Rule(
      issuer: issuer,
      clientID: client == "" ? nil : client,
      isConfirmed: isConfirmed
    )
    rule.app = try members.string("app")
    rule.key = try members.string("key")
    rule.idTokenIssuer = try members.string("id_token_issuer")
    rule.library = try library(members)
    rule.path = try pattern(members)
    guard rule.isBound else {
      throw members.failure(
        members.value,
        "the rule would take every state",
        hints: ["give it one of: \(conditions.joined(separator: ", "))"]
      )
    }
    return rule
  }

  private static func library(
    _ members: SettingsMembers
  ) throws(UsageFailure) -> LegacyAuthState.Library? {
    guard let word = try members.string("library") else { return nil }
    guard let library = LegacyAuthState.Library(rawValue: word) else {
      let known = LegacyAuthState.Library.allCases.map(\.rawValue)
      let meant = Nearest.to(word, in: known).map { "; did you mean \($0)?" } ?? ""
      throw members.failure("library", "does not know \(Neutral.quoted(word))\(meant)")
    }
    return library
  }

  private static func pattern(_ members: SettingsMembers) throws(UsageFailure) -> PathPattern? {
    guard let text = try members.string("path") else { return nil }
    do throws(PathPattern.Failure) {
      return try PathPattern(text)
    } catch {
      throw members.failure("path", "\(Neutral.quoted(text)) \(error.words)")
    }
  }
}
