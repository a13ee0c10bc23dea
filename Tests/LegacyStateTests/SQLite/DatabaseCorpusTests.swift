import JSON
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The corpus of databases` {
  private static let files = CorpusFile.under(
    "sqlite/",
    "android-databases/",
    "android-accounts/"
  ).filter { $0.expect == "parse" }

  @Test func `is there`() {
    #expect(Self.files.count == 7)
  }

  @Test(arguments: files) func `has every state where the manifest says`(_ file: CorpusFile) throws
  {
    let scanned = Scanned(.path(CorpusFile.folder.appending(file.path).text))
    #expect(scanned.failures.isEmpty)
    let wanted = file.states.filter { $0["source_library"]?.string() != "AppAuth-iOS" }
    let live = scanned.live.filter { $0.library != .appAuthIOS }
    #expect(live.count == wanted.count)
    for expected in wanted {
      let location = expected["location"]
      let state = try #require(
        live.first { state in
          let locator = state.source.locator
          let key = location?["key"]?.string()
          return locator.cell?.table == location?["table"]?.string()
            && locator.cell?.column == location?["column"]?.string()
            && (key == nil || locator.path == [.key(key ?? "")] || locator.cell?.primaryKey == key)
            && (key != nil || locator.cell?.rowID == location?["rowid"]?.int())
        }
      )
      #expect(state.clientID == expected["client_id"]?.string())
      #expect(state.tokenEndpoint == expected["token_endpoint"]?.string())
      let refresh = expected["token_sha256"]?["refresh_token"]?.stringArray() ?? []
      #expect(state.refreshToken.map { [$0.secret.fingerprint.hex] } ?? [] == refresh)
      let access = expected["token_sha256"]?["access_token"]?.stringArray() ?? []
      #expect(state.accessToken.map { [$0.secret.fingerprint.hex] } ?? [] == access)
    }
  }

  @Test(arguments: CorpusFile.under("hostile/sqlite"))
  func `does no harm where it is hostile`(_ file: CorpusFile) throws {
    let scanned = Scanned(.path(CorpusFile.folder.appending(file.path).text))
    #expect(scanned.states.count <= 8)
  }
}
