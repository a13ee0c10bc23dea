import LegacyState
import Testing

/// What the plugins hand to an app, in its shortest forms, wherever an app puts it.
@Suite struct `The result of a plugin` {
  static let shapes = [
    #"{"accessToken":"at-shape-1","additionalParameters":{},"idToken":"","refreshToken":"rt-shape-1","tokenType":"Bearer"}"#,
    #"{"accessToken":"at-shape-2","tokenAdditionalParameters":{},"idToken":"i","refreshToken":"rt-shape-2","tokenType":"Bearer"}"#,
    #"{"clientId":"c","additionalParameters":{},"clientIdIssuedAt":"1970-01-21T00:00:00Z","#
      + #""registrationAccessToken":"registration-1","registrationClientUri":"https://id.example.com/r","#
      + #""tokenEndpointAuthMethod":"none"}"#,
    #"{"clientId":"c","additionalParameters":{},"clientIdIssuedAt":"1970-01-21T00:00:00Z","clientSecret":"cs-shape-1","#
      + #""registrationClientUri":"https://id.example.com/r","tokenEndpointAuthMethod":"client_secret_basic"}"#,
  ]

  @Sendable private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  static let containers: [(name: String, write: @Sendable (String) -> String)] = [
    ("a.json", { $0 }), ("b.json", { "{\"session\":\(quoted($0))}" }),
    ("c.jsonl", { "{}\n\($0)\n" }), ("d.log", { "12:00 saved \($0) in 3 ms\n" }),
    ("e.csv", { "key,value\nsession,\"\($0.replacing("\"", with: "\"\""))\"\n" }),
    (
      "shared_prefs/f.xml",
      {
        "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n"
          + "    <string name=\"session\">\($0.replacing("\"", with: "&quot;"))</string>\n</map>\n"
      }
    ),
    (
      "g.plist",
      { "<plist><dict><key>session</key><string>\($0)</string></dict></plist>" }
    ),
  ]

  @Test(arguments: shapes, containers.indices)
  func `is found in its shortest form in every container`(shape: String, container: Int) {
    let (name, write) = Self.containers[container]
    let scanned = Scanned(text: write(shape), name: name)
    #expect(scanned.states.count == 1 && scanned.failures.isEmpty, "\(name) \(scanned.failures)")
    #expect(scanned.states.first?.library != .appAuthAndroid)
  }
}
