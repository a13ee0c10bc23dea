internal import POSIX

/// Opens the start page with `$BROWSER`, or else with the platform's opener.
///
/// `$BROWSER` is a list of commands between colons, tried in order; `%s` stands for the address, which is appended
/// where there is none. No shell reads it. The opener's output goes nowhere, and it inherits no descriptor.
public struct SystemBrowser: OAuthUserAgent {
  /// What stands in for `$BROWSER`.
  private let named: String?

  /// Uses the environment of this process.
  public init() { named = nil }

  /// Uses a list of commands of its own.
  ///
  /// - Parameter browser: As in `$BROWSER`.
  package init(browser: String) { named = browser }

  /// Starts the first opener that there is.
  ///
  /// - Parameter address: The start page.
  /// - Throws: `.recoverable(.browser)` if no opener could be started.
  public func open(_ address: String) async throws(OAuthError) {
    try await open(address) { _ in }
  }

  /// Starts the first opener that there is, and collects it when it ends.
  ///
  /// - Parameters:
  ///   - address: The start page.
  ///   - onFailure: Told if the opener ends with an error, in words: `xdg-open ended with code 3`.
  /// - Throws: `.recoverable(.browser)` if no opener could be started.
  public func open(
    _ address: String,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError) {
    for command in Self.commands(browser: named ?? Environment.value("BROWSER")) {
      var words = command.map { $0.replacing("%s", with: address) }
      if words == command { words.append(address) }
      guard let program = words.first else { continue }
      do throws(FileFailure) {
        try ChildProcess.spawn(
          Path(program),
          arguments: Array(words.dropFirst()),
          detached: true
        ).collectWhenEnded { exit in
          // How it is called comes from the environment, which may have anything in it.
          let name = Path(program).lastComponent.shown
          switch exit {
          case nil, .code(0), .timedOut: break
          case .code(let code): onFailure("\(name) ended with code \(code)")
          case .signal(let signal): onFailure("\(name) was ended by signal \(signal)")
          }
        }
        return
      } catch {
        continue
      }
    }
    throw .recoverable(
      RecoverableFailure(
        .browser,
        "no browser could be started: set $BROWSER, or use --no-browser and open the address yourself"
      )
    )
  }

  /// Whether there is an opener, as far as that can be told without starting it.
  package var isThere: Bool {
    Self.commands(browser: named ?? Environment.value("BROWSER")).contains { command in
      command.first.map { ChildProcess.find(Path($0)) != nil } == true
    }
  }

  /// True: the address stands in the opener's arguments.
  public var showsAddressToOthers: Bool { true }

  static func commands(browser: String?) -> [[String]] {
    let named = (browser ?? "").split(separator: ":").map {
      $0.split(separator: " ").map(String.init)
    }
    #if canImport(Darwin)
    return named + [["/usr/bin/open"]]
    #else
    return named + [["xdg-open"]]
    #endif
  }
}
