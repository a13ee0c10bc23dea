/// Where iOS apps keep things, and how a backup names that.
package enum IOSLayout {
  /// The place of a file in an app's container.
  ///
  /// - Parameter inside: The components of its path below the container.
  /// - Returns: The place; `files` for what has no place of its own.
  static func place(_ inside: ArraySlice<String>) -> CoverageNote.Place {
    // What Xcode downloads has the container in a folder of its own.
    let inside = inside.first == "AppData" ? inside.dropFirst() : inside
    guard inside.first == "Library" else { return inside.first == "tmp" ? .caches : .files }
    return switch inside.dropFirst().first {
    case "Preferences", "SyncedPreferences": .preferences
    case "Caches": .caches
    case "WebKit", "Cookies": .webStorage
    default: .files
    }
  }

  /// The domain of a file in an iOS backup.
  ///
  /// - Parameter name: Such as `AppDomain-com.example.app/Documents/x`.
  /// - Returns: Its first component, if that is a domain of an app or of the keychain.
  package static func domain(of name: String) -> String? {
    let first = String(name.prefix { $0 != "/" })
    return domain(first) == nil ? nil : first
  }

  /// What a domain of an iOS backup tells: `AppDomain-com.example.app`, `KeychainDomain`.
  static func domain(_ name: String) -> (app: String?, place: CoverageNote.Place?)? {
    if name == "KeychainDomain" { return (nil, .keychain) }
    for start in ["AppDomain-", "AppDomainPlugin-", "AppDomainGroup-"] where name.hasPrefix(start) {
      let app = name.dropFirst(start.count)
      return app.isEmpty ? nil : (String(app), nil)
    }
    return nil
  }
}
