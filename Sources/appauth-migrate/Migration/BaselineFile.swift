import Migration
import POSIX
import Terminal

/// The files of --baseline and --write-baseline.
enum BaselineFile {
  private static let names = ["accepted"]
  private static let entryNames = ["state", "fingerprint", "place", "reason", "owner", "until"]

  /// The baseline that the flags name; nil without one.
  static func read(_ context: Context) throws(Stop) -> Baseline? {
    let command = context.command
    guard let path = context.path(.baseline) else {
      guard !command.has(.acceptLiveCredential) else {
        throw Stop(
          .usage,
          "--accept-live-credential does nothing without --baseline",
          hints: ["name the file of the accepted states with --baseline FILE"]
        )
      }
      return nil
    }
    for (flag, why) in [
      (Flag.compare, "--compare passes only if no state is left: leave --baseline out for it"),
      (.writeBaseline, "take over what is new from a baseline that is written without --baseline"),
    ] where command.has(flag) {
      throw Stop(
        .usage,
        "--baseline and --\(flag.rawValue) exclude each other",
        hints: [.words(why)]
      )
    }
    do {
      return Baseline(
        path: path,
        entries: try entries(path),
        acceptsLiveCredentials: command.has(.acceptLiveCredential)
      )
    } catch {
      throw Stop(error)
    }
  }

  private static func entries(_ path: Path) throws(UsageFailure) -> [Baseline.Entry] {
    let root = try MemberFile.members(of: path, schema: Baseline.schema, names)
    guard let list = try root.objects("accepted", entryNames) else {
      throw root.failure(root.value, "accepted is missing: the list of the accepted states")
    }
    var entries: [Baseline.Entry] = []
    var seen: Set<String> = []
    for members in list {
      let entry = try entry(members)
      guard seen.insert(entry.state).inserted else {
        throw members.failure(members.value, "\(entry.state) is there twice")
      }
      entries.append(entry)
    }
    return entries
  }

  private static func entry(_ members: SettingsMembers) throws(UsageFailure) -> Baseline.Entry {
    let state = try members.required("state", "the id of the state in the audit's json")
    guard state.count == 19, state.hasPrefix("st_"), isHex(state.dropFirst(3)) else {
      throw members.failure("state", "wants st_ and 16 hex digits, not \(Neutral.quoted(state))")
    }
    let fingerprint = try members.string("fingerprint")
    if let fingerprint, fingerprint.count != 12 || !isHex(fingerprint[...]) {
      throw members.failure("fingerprint", "wants 12 hex digits as the audit shows them, or null")
    }
    _ = try members.string("place")
    let until = try members.required("until", "the last day, as 2027-01-31")
    guard Baseline.isDay(until) else {
      throw members.failure("until", "wants a day as 2027-01-31, not \(Neutral.quoted(until))")
    }
    let acceptance = Acceptance(
      reason: try members.required("reason", "why the state may stay"),
      owner: try members.required("owner", "who answers for it"),
      until: until
    )
    return Baseline.Entry(state: state, fingerprint: fingerprint, acceptance: acceptance)
  }

  private static func isHex(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
  }
}
