import Foundation
import LegacyState
import Secrets
import Testing

private let token = "1//0gKx7Qm2Vb9ZtLw4RsPn8YcDfJh3"
private let json =
  #"{"grant_type":"refresh_token","refresh_token":"\#(token)","client_id":"app-1"}"#
private let form =
  "grant_type=refresh_token&refresh_token=\(token.replacing("/", with: "%2F"))&client_id=app-1"
private let lines = """
  {
    "client_id": "app-1",
    "grant_type": "refresh_token",
    "refresh_token": "\(token)"
  }
  """

@Sendable private func percent(_ text: String) -> String {
  let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
  return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}

@Sendable private func multipart(_ token: String, _ end: String) -> String {
  [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", "app-1")].map {
    "--Bound\(end)Content-Disposition: form-data; name=\"\($0.0)\"\(end)Content-Length: 9\(end)\(end)\($0.1)\(end)"
  }.joined() + "--Bound--\(end)"
}

private let address = "https://id.example.com/token"

@Suite struct `A request with a refresh token in another notation than a form's` {
  @Test(arguments: [
    // Members of JSON, with and without backslashes before the quotes, in one line and in several.
    "curl -X POST \(address) -H 'Content-Type: application/json; charset=utf-8' --data-raw '\(json)'",
    "curl \(address) -d \"\(json.replacing("\"", with: "\\\""))\"",
    "curl -d '\(json.replacing("/", with: "\\/"))' \(address)",
    "curl \(address) \\\n  --data '\(lines)'\n",
    "--> POST \(address)\nContent-Type: application/json\n\n\(json)\n--> END POST",
    "POST \(address)\n\(lines)\n200",
    #"{"url":"\#(address)","body":\#(json)}"#,
    #"[{"url":"https://b.example/t","body":"x"},{"url":"\#(address)","body":\#(json)}]"#,
    // Languages.
    "POST \(address) {'grant_type': 'refresh_token', 'refresh_token': '\(token)', 'client_id': 'app-1'}",
    "POST \(address) {\"grant_type\"=>\"refresh_token\", \"refresh_token\"=>\"\(token)\", \"client_id\"=>\"app-1\"}",
    "POST \(address) {:grant_type=>\"refresh_token\", :refresh_token=>\"\(token)\", :client_id=>\"app-1\"}",
    "POST \(address) map[client_id:[app-1] grant_type:[refresh_token] refresh_token:[\(token)]]",
    "POST \(address) map[client_id:app-1 grant_type:refresh_token refresh_token:\(token)]",
    "http -f POST \(address) grant_type=refresh_token refresh_token='\(token)' client_id=\"app-1\"",
    // Encoded as a whole.
    "POST \(address) body=\(percent(form)) 200", "POST \(address) body=\(percent(percent(form)))",
    "POST \(address) data=\(percent(form).replacing("%3D", with: "%3d"))&x=1",
    // In parts.
    "POST \(address)\r\n\r\n" + multipart(token, "\r\n"),
    "POST \(address)\n" + multipart(token, "\n"),
    "POST \(address) " + multipart(token, "\\r\\n"),
    "\"POST \(address) " + multipart(token, "\\r\\n").replacing("\"", with: "\\\"") + "\"",
    "D/OkHttp: --> POST \(address)\nD/OkHttp: "
      + multipart(token, "\n").replacing("\n", with: "\nD/OkHttp: "),
  ])
  func `is reported once, with its client and its address`(text: String) throws {
    for text in [text, "12:00 " + text + "\n", "x\n\(text)\ny"] {
      let scanned = Scanned(text: text, name: "x.log")
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array(token.utf8)])
      #expect(scanned.states.first?.clientID == "app-1")
      #expect(scanned.states.first?.tokenEndpoint == address)
      #expect(scanned.states.first?.confidence == .low)
    }
  }

  @Test(arguments: [
    // Every OAuth answer is JSON, and a program has such objects too.
    #"{"access_token":"\#(token)","refresh_token":"\#(token)","expires_in":3600}"#,
    #"body: {grant_type: 'refresh_token', refresh_token: config.refreshToken, client_id: 'a'}"#,
    #"{"grant_type":"refresh_token","refresh_token":"YOUR_REFRESH_TOKEN"}"#,
    #"{"grant_type":"refresh_token","refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}"#,
    #"{"grant_type":"refresh_token","refresh_token":"" + token + ""}"#,
    #"{"grant_type":"authorization_code","refresh_token":"\#(token)"}"#,
    #"{"grant_type":"refresh_token"} {"refresh_token":"\#(token)"}"#,
    "{\n\"grant_type\":\"refresh_token\"\n}\n{\n\"refresh_token\":\"\(token)\"\n}",
    percent("grant_type=client_credentials&refresh_token=\(token)"),
    "name=\"refresh_token\"\n\n\(token)\n", multipart("<redacted>", "\n"),
    multipart(token, "\n").replacing("\nrefresh_token", with: "\npassword"),
  ])
  func `is none where no token was sent for a refresh`(text: String) {
    let scanned = Scanned(text: "12:00 \(text)\n", name: "x.log")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  /// How programs log one after the other, `T` for the token, `C` for the client and `H` for the host.
  private static let logged = [
    "POST https://H/t {\"grant_type\":\"refresh_token\",\"client_id\":\"C\",\"refresh_token\":\"T\"}\n",
    "POST https://H/t {\"grant_type\":\"refresh_token\",\"client_id\":\"C\",\"refresh_token\":\"T\"}, ",
    "POST https://H/t\n{\n \"grant_type\":\"refresh_token\",\n \"client_id\":\"C\",\n \"refresh_token\":\"T\"\n}\n",
    "{\"url\":\"https://H/t\",\"body\":{\"refresh_token\":\"T\",\"grant_type\":\"refresh_token\",\"client_id\":\"C\"}},",
    "POST https://H/t body=grant_type%3Drefresh_token%26refresh_token%3DT%26client_id%3DC\n",
    "POST https://H/t body=grant_type%3Drefresh_token%26refresh_token%3DT%26client_id%3DC, ",
    "POST https://H/t\n"
      + multipart("T", "\n").replacing("app-1", with: "C"),
    "POST https://H/t map[client_id:[C] grant_type:[refresh_token] refresh_token:[T]]\n",
  ]

  @Test(arguments: logged, [1, 2, 20, 500])
  func `has its own client and address however many stand beside it`(text: String, count: Int) {
    let all = (100..<100 + count).map { number in
      text.replacing(/\bT\b|DT(?=%)/) {
        "\($0.output.hasPrefix("D") ? "D" : "")rt-0123456789abcdef-\(number)"
      }
      .replacing(/"C"|\[C\]|\nC\n|DC\b/) { $0.output.replacing("C", with: "c\(number)") }
      .replacing("//H/", with: "//h\(number).example/")
    }
    let scanned = Scanned(text: "x " + all.joined() + "end\n", name: "x.log")
    let numbers = 100..<100 + count
    #expect(
      scanned.states.map { $0.refreshToken?.secret.array }
        == numbers.map { Array("rt-0123456789abcdef-\($0)".utf8) }
    )
    #expect(scanned.states.map(\.clientID) == numbers.map { "c\($0)" })
    #expect(scanned.states.map(\.tokenEndpoint) == numbers.map { "https://h\($0).example/t" })
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "\"refresh_token\":\"", "{\"refresh_token\":\"a\"\n", "\"refresh_token\":\"a\"\n", "{\n",
      "refresh_token%3D", "refresh_token%253D%", "name=\"refresh_token\"\n\n",
      "Content-Disposition: form-data; name=\"refresh_token\"\n\nx\n", "REFRESH_TOKEN=",
      "refresh_token=\n",
      "REFRESH_TOKEN=k3Jd9fLq2Zx8Vb7Nm1Ra\n", "[\"refreshToken\": \"k3Jd9fLq2Zx8Vb7Nm1Ra\", ",
      "curl \"", "POST https://a; ", "<-- https://a refresh_token=a ", "}{\n\"refresh_token\":'a',",
    ]
  )
  func `costs no more time than the text is long`(part: String) {
    let text = "{\"grant_type\":\"refresh_token\"} "
    let parts = String(repeating: part, count: (1 << 19) / part.utf8.count)
    let start = ContinuousClock.now
    _ = Scanned(text: text + parts + text + "\n" + parts, name: "x.log")
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
