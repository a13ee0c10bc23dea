import Foundation
import POSIX
import TestSupport
import Testing

@Suite struct `The marker search` {
  /// Holds what each encoding treats in its own way, and is long enough to be cut.
  private static let secret = #"mark-<"&'/\+=????~ é-0123456789abcdef-end"#
  private let markers = Markers(["a token": secret])

  /// Made by other means than the search's own, wherever Foundation has some.
  private static let planted: [String: Data] = {
    let raw = Data(secret.utf8)
    func json(_ text: String, _ options: JSONEncoder.OutputFormatting = []) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = options
      return try encoder.encode(text)
    }
    func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }
    func base64(_ prefix: String) -> String {
      (Data(prefix.utf8) + raw + Data("tail".utf8)).base64EncodedString()
    }
    func url(_ text: String) -> String {
      text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let units = secret.utf16.map { String(format: "\\u%04x", $0) }.joined()
    let escaped = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      ">",
      with: "&gt;"
    )
    let hex = raw.map { String(format: "%02x", $0) }.joined()
    let once = try? json(secret, .withoutEscapingSlashes)
    let slashed = try? json(secret)
    let texts: [String: String] = [
      "as it is": secret,
      "JSON": text(once),
      "JSON with escaped slashes": text(slashed),
      "JSON in JSON": text(try? json(text(once), .withoutEscapingSlashes)),
      "JSON with escaped slashes in JSON": text(try? json(text(slashed))),
      "JSON, every character escaped": units,
      "JSON, every character escaped, upper case": secret.utf16.map {
        String(format: "\\u%04X", $0)
      }.joined(),
      "XML text": escaped,
      "XML": escaped.replacing("\"", with: "&quot;").replacing("'", with: "&apos;"),
      "HTML": escaped.replacing("\"", with: "&quot;").replacing("'", with: "&#39;"),
      "XML, every character a decimal reference": secret.unicodeScalars.map { "&#\($0.value);" }
        .joined(),
      "XML, every character a hexadecimal reference":
        secret.unicodeScalars.map { String(format: "&#x%x;", $0.value) }.joined(),
      "percent-encoded":
        secret.addingPercentEncoding(
          withAllowedCharacters: CharacterSet(charactersIn: "-._~").union(.alphanumerics)
            .intersection(CharacterSet(charactersIn: Unicode.Scalar(0)..<Unicode.Scalar(128)))
        ) ?? "",
      "percent-encoded, every character": raw.map { String(format: "%%%02X", $0) }.joined(),
      "base64, shifted by 0": base64(""),
      "base64, shifted by 1": base64("x"),
      "base64, shifted by 2": base64("xy"),
      "base64url, shifted by 0": url(base64("")),
      "base64url, shifted by 1": url(base64("x")),
      "base64url, shifted by 2": url(base64("xy")),
      "hex": hex,
      "upper-case hex": hex.uppercased(),
    ]
    var planted = texts.mapValues { Data($0.utf8) }
    planted["UTF-16LE"] = secret.data(using: .utf16LittleEndian)
    planted["UTF-16BE"] = secret.data(using: .utf16BigEndian)
    planted["percent-encoded, lower case"] = planted["percent-encoded"].map { data in
      Data(text(data).replacing(/%../) { $0.output.lowercased() }.utf8)
    }
    return planted
  }()

  @Test(arguments: planted.keys.sorted())
  func `finds a planted secret`(form: String) throws {
    let planted = try #require(Self.planted[form])
    #expect(planted.count >= 16)
    let noise = Data("noise mark-<\" noise, ".utf8)
    let found = markers.sightings(in: Array(noise + planted + noise), "here")
    #expect(found.contains { $0.form == form })
    #expect(
      found.allSatisfy { $0.secret == "a token" && $0.place == "here" && $0.offset >= noise.count }
    )
  }

  @Test func `has a test for each form`() {
    let all = Self.planted.values.reduce(into: Data()) { $0 += $1 + Data("\n".utf8) }
    let forms = markers.sightings(in: Array(all), "all").map(\.form)
    #expect(Set(forms) == Set(Self.planted.keys))
  }

  @Test func `finds nothing where nothing is, and never tells the secret`() {
    #expect(markers.sightings(in: [], "nothing").isEmpty)
    #expect(markers.sightings(in: Array("mark-<\"&'/ and so on".utf8), "a part").isEmpty)
    let found = markers.sightings(in: Array("at \(Self.secret)".utf8), "stdout")
    #expect(found.first?.description == "a token (as it is) in stdout at byte 3")
    #expect(found.allSatisfy { markers.sightings(in: Array($0.description.utf8), "").isEmpty })
  }

  @Test func `finds any 16 characters of a secret, and not 15`() {
    let token = "abcdefghijklmnopqrstuvwxyz"
    let markers = Markers(["a token": token])
    for start in 0...10 {
      let piece = "..." + token.dropFirst(start).prefix(16) + "…"
      let found = markers.sightings(in: Array(piece.utf8), "stdout")
      #expect(found.map(\.form) == ["16 bytes of it"] && found.first?.offset == 3)
      let less = "..." + token.dropFirst(start).prefix(15) + "…"
      #expect(markers.sightings(in: Array(less.utf8), "stdout").isEmpty)
    }
  }

  @Test func `looks at the names and contents of all files`() throws {
    let folder = try TemporaryFolder()
    let markers = Markers(["a token": "marked-token-in-a-tree"])
    try folder.directory.makeFolder("a")
    let inner = try folder.directory.openFolder("a")
    try inner.openFile("b", .create(permissions: 0o600))
      .write(Array("x marked-token-in-a-tree".utf8))
    try inner.makeFolder("marked-token-in-a-tree.d")
    let found = try markers.sightings(under: folder.path).map(\.place)
    #expect(found == ["a/b", "the name of a/…"])
    let rest = try markers.sightings(under: folder.path) { $0 == "a/b" }
    #expect(rest.map(\.place) == ["the name of a/…"])
  }
}
