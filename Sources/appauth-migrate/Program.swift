import Dispatch
import JSON
import POSIX
import Terminal

/// From the words of the command line to the exit code.
enum Program {
  /// What does the work of each command.
  private static func command(_ id: CommandID) -> CommandKind? {
    switch id {
    case .audit: .immediate(AuditCommand.self)
    case .explain: .immediate(ExplainCommand.self)
    case .completions: .immediate(CompletionsCommand.self)
    case .version: .immediate(VersionCommand.self)
    case .preflight: .long(PreflightCommand.self)
    case .plan: .long(PlanCommand.self)
    case .migrate: .long(MigrateCommand.self)
    case .revoke: .long(RevokeCommand.self)
    case .delete: .long(DeleteCommand.self)
    case .ledgerShow: .long(LedgerShowCommand.self)
    case .login: .long(LoginCommand.self)
    case .status: .long(StatusCommand.self)
    case .token: .long(TokenCommand.self)
    case .request: .long(RequestCommand.self)
    case .stepUp: .long(StepUpCommand.self)
    case .userinfo: .long(UserInfoCommand.self)
    case .handleRedirect: .long(HandleRedirectCommand.self)
    case .refresh: .long(RefreshCommand.self)
    case .logout: .long(LogoutCommand.self)
    case .purge: .long(PurgeCommand.self)
    }
  }

  /// Does what the command line says, and ends the process.
  ///
  /// Tasks are started only for a command that needs them: setting them up costs a third of the time that `version`
  /// takes in all.
  static func start() -> Never {
    switch invocation() {
    case .help(let topic):
      let printer = printer(nil)
      let page = HelpPage(version: Version.current, width: printer.width, paint: printer.paint)
      printer.result(page.text(topic))
      Ending.end(printer, .done)
    case .run(let parsed): run(Context(parsed, printer(parsed)))
    }
  }

  /// The words are gone when this returns: the main thread of a long command never comes back to let go of them.
  private static func invocation() -> Invocation {
    do {
      return try CommandLineParser(.standard).parse(ProcessArguments.words.map { Word($0) })
    } catch {
      let printer = printer(nil)
      printer.error(error.message, hints: error.hints)
      // A program that asked for json gets the reason as json too, however wrong the rest of the line is.
      if CommandLineParser.asksForJSON(ProcessArguments.words.map { Word($0) }) {
        let document = Stop(error).json(after: nil).encoded(pretty: true)
        printer.result(bytes: document + [UInt8(ascii: "\n")])
      }
      Ending.end(printer, .usage)
    }
  }

  private static func printer(_ command: ParsedCommand?) -> Printer {
    Printer(options: Printer.Options(command, environment: Environment.value))
  }

  private static func run(_ context: Context) -> Never {
    let printer = context.printer
    do {
      try context.checkFiles()
    } catch {
      Ending.stop(context, error)
    }
    switch command(context.command.command) {
    case .immediate(let command)?:
      do {
        Ending.end(printer, try command.run(context))
      } catch {
        Ending.stop(context, error)
      }
    case .long(let command)?:
      Task {
        do throws(Stop) {
          Ending.end(printer, try await command.run(context))
        } catch {
          Ending.stop(context, error)
        }
      }
      dispatchMain()
    case nil:
      printer.error("\(context.command.command.rawValue) is not part of this build")
      Ending.end(printer, .bug)
    }
  }
}
