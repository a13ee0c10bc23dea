import Migration
import Terminal

extension PlanOptions {
  /// What the flags of plan, migrate, revoke and delete ask for.
  init(_ command: ParsedCommand) {
    self.init()
    login = command.string(.login).flatMap(Login.init(rawValue:)) ?? .keep
    order = command.string(.order).flatMap(Order.init(rawValue:)) ?? .revokeFirst
    verification = command.string(.verify).flatMap(Verification.init(rawValue:)) ?? .none
    requiresVerified = command.has(.requireVerified)
    includesHistorical = command.has(.includeHistorical)
    deletesEvenIfNotRevoked = command.has(.evenIfNotRevoked)
  }
}
