import Migration
import POSIX
import Terminal

/// Where things lie when no flag says otherwise: the XDG folders on Linux, Application Support on macOS.
struct Places: Sendable {
  private static let name = "appauth-migrate"
  let store: Path
  let keyFile: Path
  let ledger: Path
  /// Whether store and key file are where they are by themselves: no other store has this key file then.
  let areStandard: Bool

  init(_ context: Context) throws(Stop) {
    areStandard = context.path(.store) == nil && context.path(.keyFile) == nil
    store = try Self.place(context, .store) { () throws(Stop) in
      try Self.folder("XDG_DATA_HOME", ".local/share")
    }
    keyFile = try Self.place(context, .keyFile) { () throws(Stop) in
      try Self.folder("XDG_CONFIG_HOME", ".config").appending("store.key")
    }
    ledger = try Self.place(context, .ledger) { () throws(Stop) in
      if let standard = Ledger.standardPath { return standard }
      return try Self.folder("XDG_STATE_HOME", ".local/state").appending("ledger.db")
    }
  }

  private static func place(
    _ context: Context,
    _ flag: Flag,
    otherwise standard: () throws(Stop) -> Path
  ) throws(Stop) -> Path {
    if let named = context.path(flag) { return named }
    return try standard()
  }

  private static func folder(_ variable: String, _ fallback: String) throws(Stop) -> Path {
    #if canImport(Darwin)
    let isConfiguration = variable == "XDG_CONFIG_HOME"
    let standard = isConfiguration ? "Library/Preferences" : "Library/Application Support"
    #else
    let standard = fallback
    // The specification wants relative values ignored.
    if let base = Environment.value(variable), base.hasPrefix("/") {
      return Path(base).appending(name)
    }
    #endif
    guard let home = Environment.value("HOME"), home.hasPrefix("/") else {
      throw Stop(
        .usage,
        "no place for data: neither $\(variable) nor $HOME is an absolute path",
        hints: ["name the places: --store, --key-file, --ledger"]
      )
    }
    return Path(home).appending(standard).appending(name)
  }
}
