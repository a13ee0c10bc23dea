import Database
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `An iOS cache of answers` {
  private static let schema = """
    CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY, request_key TEXT);
    CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, request_object BLOB);
    CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER,
      receiver_data BLOB);
    """

  /// A container whose cache has the answers of some endpoints, the last one in a file beside it.
  private func container(vouched: String, _ urls: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var here = folder.directory
    for name in ["Library", "Caches", "app", "fsCachedData"] as [Path] {
      try here.makeFolder(name)
      if name != "fsCachedData" { here = try here.openFolder(name) }
    }
    var options = Connection.Options()
    options.writeAheadLog = false
    let cache = try Connection(path: here.path.appending("Cache.db"), options: options)
    try cache.runScript(Self.schema)
    for (number, url) in urls.enumerated() {
      let isElsewhere = number == urls.count - 1
      let body = """
        {"token_type":"Bearer","access_token":"at-\(number)-0123456789abcdef","refresh_token":\
        "rt-\(number)-0123456789abcdef","expires_in":300}
        """
      let id = DatabaseValue.int(Int64(number + 1))
      try cache.execute("INSERT INTO cfurl_cache_response VALUES(?, ?)", [id, .text(url)])
      let form = Array("grant_type=authorization_code&code=ac%2D\(number)-0123456789abcdef".utf8)
      try cache.execute(
        "INSERT INTO cfurl_cache_blob_data VALUES(?, ?)",
        [id, .blob(Array("bplist00".utf8) + [0x4F, 0x10, UInt8(form.count)] + form + [0x5F])]
      )
      let name = "0A1B-\(number)"
      try cache.execute(
        "INSERT INTO cfurl_cache_receiver_data VALUES(?, ?, ?)",
        [id, isElsewhere ? 1 : 0, .blob(Array((isElsewhere ? name : body).utf8))]
      )
      guard isElsewhere else { continue }
      try here.openFolder("fsCachedData").openFile(
        Path(name),
        .createExclusive(permissions: 0o600)
      ).write(Array(body.utf8))
    }
    try folder.directory.makeFolder("Documents")
    let state = """
      {"mLastTokenResponse":{"request":{"clientId":"c","configuration":{"authorizationEndpoint":\
      "https://id.example.com/a","tokenEndpoint":"\(vouched)"}},"access_token":"at-0123456789abcd"}}
      """
    try folder.directory.openFolder("Documents").openFile(
      "state.json",
      .createExclusive(permissions: 0o600)
    ).write(Array(state.utf8))
    return folder
  }

  @Test func `counts where a state of the same container has the same token endpoint`() throws {
    let url = "https://id.example.com/token"
    let folder = try container(vouched: url, [url, "https://pay.example.com/token", url])
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.failures.isEmpty)
    let answers = scanned.states.filter { $0.library == .unknown }
    #expect(scanned.states.count == 3)
    #expect(answers.map(\.source.locator.cell?.rowID) == [1, 3])
    #expect(answers.map(\.source.locator.path) == [[], [.key("fsCachedData"), .key("0A1B-2")]])
    #expect(answers.map(\.confidence) == [.medium, .medium])
    #expect(answers.map(\.tokenEndpoint) == [url, url])
    #expect(
      answers.map { $0.authorizationCode?.secret.fingerprint }
        == [0, 2].map { SecretBytes(copying: "ac-\($0)-0123456789abcdef".utf8).fingerprint }
    )
  }

  @Test func `is left alone where no state vouches for it`() throws {
    let url = "https://id.example.com/token"
    let folder = try container(vouched: url + "/", [url, url])
    #expect(Scanned(.path(folder.path.text)).states.map(\.library) == [.appAuthAndroid])
    #expect(Scanned(.path(folder.path.appending("Library").text)).states.isEmpty)
  }
}
