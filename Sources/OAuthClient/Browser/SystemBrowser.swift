internal import POSIX

/// Opens the start page with `$BROWSER`, or else with the platform's opener.
///
/// `$BROWSER` is a list of commands between colons, tried in order; `%s` stands for the address, which is appended
/// where there is none. No shell reads it. The opener's output goes nowhere, and it inherits no descriptor.
public struct SystemBrowser: OAuthUserAgent {
  /// Uses the environment of this process.
  public init() {}

  /// Starts the first opener that there is.
  ///
  /// - Parameter address: The start page.
  /// - Throws: `.recoverable(.browser)` if no opener could be started.
  public func open(_ address: String) async throws(OAuthError) {
    for command in Self.commands(browser: Environment.value("BROWSER")) {
      var words = command.map { $0.replacing("%s", with: address) }
      if words == command { words.append(address) }
      guard let program = words.first else { continue }
      do throws(FileFailure) {
        _ = try ChildProcess.spawn(
          Path(program),
          arguments: Array(words.dropFirst()),
          detached: true
        )
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
