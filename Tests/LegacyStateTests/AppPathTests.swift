import LegacyState
import POSIX
import Testing

@Suite struct `What a path tells of an app` {
  struct Case: Sendable, CustomStringConvertible {
    let path: String
    let app: String?
    let place: CoverageNote.Place?
    var description: String { path }
  }

  static let cases = [
    Case(
      path: "AppDomain-com.example.app/Library/Preferences/x.plist",
      app: "com.example.app",
      place: .preferences
    ),
    Case(path: "AppDomain-com.example.app/Documents/state", app: "com.example.app", place: .files),
    Case(
      path: "AppDomain-com.example.app/Library/Caches/x/Cache.db",
      app: "com.example.app",
      place: .caches
    ),
    Case(
      path: "AppDomain-com.example.app/Library/WebKit/x",
      app: "com.example.app",
      place: .webStorage
    ),
    Case(path: "AppDomainGroup-group.com.example/x", app: "group.com.example", place: .files),
    Case(path: "KeychainDomain/keychain-backup.plist", app: nil, place: .keychain),
    Case(path: "AppDomain-", app: nil, place: nil),
    Case(path: "apps/com.example.app/sp/x.xml", app: "com.example.app", place: .preferences),
    Case(path: "backup.ab", app: nil, place: nil),
  ]

  @Test(arguments: cases)
  func `is the app and the place`(_ expected: Case) {
    let path = AppPath(Path(expected.path))
    #expect(path.app == expected.app)
    #expect(path.place == expected.place)
  }
}
