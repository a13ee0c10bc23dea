import Migration
import Terminal

/// Says on standard error how a migration comes along, a line each.
struct MigrationTeller: Sendable {
  private let printer: Printer
  private let place: DataPlace
  private let opensBrowser: Bool

  /// Tells on a printer.
  ///
  /// - Parameters:
  ///   - printer: Where to.
  ///   - place: Where the data lies.
  ///   - opensBrowser: Whether a browser is opened, and not an address shown.
  init(_ printer: Printer, place: DataPlace, opensBrowser: Bool) {
    self.printer = printer
    self.place = place
    self.opensBrowser = opensBrowser
  }

  func tell(_ event: MigrationEvent) {
    switch event {
    case .checked(let report) where report.ending == .unavailable:
      say("preflight", "the provider could not be asked")
    case .checked(let report):
      say(
        "preflight",
        "\(report.checks.count) checks, \(report.count(.fail)) fail, \(report.count(.warn)) warn"
      )
      for check in report.checks where check.result == .fail {
        printer.warning("\(check.id): \(check.verdict.text)", hints: [check.fix].compactMap(\.self))
      }
    case .revocation(.decided(let result, let done, let total)):
      say("revoke", "\(done) of \(total) · \(result)")
    case .revocation(.waiting(let origin, let until)):
      say("revoke", "\(origin) asks to wait until \(Moment.end(ofWait: until))")
    case .revocation(.proven(let result, let done, let total)):
      say("revoke", "proof \(done) of \(total) · \(result)")
    case .revocation(.began), .revocation(.proving): break
    case .revoked(let report):
      if report.results.isEmpty { say("revoke", "nothing to send") }
    case .signingIn:
      say("login", opensBrowser ? "opening your browser" : "yours to do: no browser is opened")
    case .signedIn(.signedIn, true): say("login", "signed in, refresh proven")
    case .signedIn(.kept, true):
      say("login", "you were signed in already, refresh proven")
    case .signedIn(.signedIn, false), .signedIn(.kept, false):
      say("login", "signed in")
      printer.warning(
        "the new session has no refresh token, so none could be proven",
        hints: ["ask for offline_access in scopes, and allow it for this client at the provider"]
      )
    case .signedIn(.alreadySignedIn, _): say("login", "done by an earlier run of this plan")
    case .signedIn(.proven, _): say("login", "proven, and signed out again")
    case .signedIn(.skipped, _): say("login", "skipped")
    // Said when the command ends, with the reason.
    case .signedIn(.unproven, _), .signedIn(.ended, _): break
    case .deleted(let result): say("delete", "\(result.place): \(result.words)")
    case .verified(0, 0, 0): say("verify", "no planned state is left \(place.rawValue)")
    case .verified(0, 0, let appeared):
      say("verify", "\(Quantity.count(appeared, "state")) \(place.rawValue) not in the plan")
    case .verified(let remaining, let kept, _):
      let left = Quantity.count(remaining + kept, "planned state")
      say(
        "verify",
        "\(left) \(remaining + kept == 1 ? "is" : "are") still \(place.rawValue)"
          + (kept > 0 ? ", \(kept) of them kept for the reason above" : "")
      )
    }
  }

  private func say(_ step: String, _ text: String) {
    guard !printer.options.isQuiet else { return }
    let indent = String(repeating: " ", count: 12)
    var lines = Wrap.lines(text, width: printer.remarkWidth, indent: indent, hanging: indent)
    if let first = lines.first { lines[0] = DisplayWidth.pad(step, to: 12) + first.dropFirst(12) }
    printer.prose(lines.map { $0 + "\n" }.joined())
  }
}
