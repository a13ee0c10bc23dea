import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let plain = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{}}}"#
private let encoded = Data(plain.utf8).base64EncodedString()

@Suite struct `A dump of a keychain` {
  @Test(arguments: [
    #"{"genp":[{"svce":"s","acct":"a","v_Data":"VALUE"}],"inet":[]}"#,
    #"{"inet":[{"srvr":"s","acct":"a","v_Data":"VALUE"}]}"#,
    #"[{"kSecAttrService":"s","kSecAttrAccount":"a","kSecValueData":"VALUE"}]"#,
    #"[{"service":"s","account":"a","access_group":"g","dataHex":"VALUE"}]"#,
  ])
  func `names the item, whatever the tool calls its columns`(_ text: String) throws {
    let hex = plain.utf8.map { String(format: "%02x", $0) }.joined()
    for value in [encoded, hex, plain.replacing("\"", with: "\\\"")] {
      let dump = text.replacing("VALUE", with: value)
      let scanned = Scanned(text: dump, name: "keychain.json")
      #expect(scanned.failures.isEmpty)
      let locator = try #require(scanned.states.first?.source.locator)
      #expect(locator.kind == .keychain)
      #expect(locator.item?.service == "s")
      #expect(locator.item?.account == "a")
      let content = SecretBytes(copying: dump.utf8)
      let result = try StateRemoval.removing(scanned.states, from: content)
      let left = String(decoding: result.array, as: UTF8.self)
      #expect(!left.contains(value))
      #expect(left.contains(#""s""#) && left.contains(#""a""#))
    }
  }

  @Test func `may be a property list`() throws {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let items: [String: Any] = [
        "genp": [["svce": "s", "acct": Data("a".utf8), "v_Data": Data(plain.utf8)]]
      ]
      let dump = try PropertyListSerialization.data(
        fromPropertyList: items,
        format: format,
        options: 0
      )
      let content = SecretBytes(copying: dump)
      let scanned = Scanned(.document(content, name: "x.plist"))
      #expect(scanned.states.map(\.source.locator.kind) == [.keychain])
      #expect(scanned.states.map(\.source.locator.item?.account) == ["a"])
      let result = try StateRemoval.removing(scanned.states, from: content)
      let left =
        try unsafe PropertyListSerialization.propertyList(
          from: Data(result.array),
          options: [],
          format: nil
        ) as? NSDictionary
      #expect(left == ["genp": [["svce": "s", "acct": Data("a".utf8)]]] as NSDictionary)
    }
  }

  @Test func `gives tokens that a Flutter app kept one by one, with low confidence`() throws {
    func item(_ service: String, _ account: String, _ value: String) -> String {
      let data = Data(value.utf8).base64EncodedString()
      return #"{"svce":"\#(service)","acct":"\#(account)","v_Data":"\#(data)"}"#
    }
    func states(_ service: String) -> [LegacyAuthState] {
      let items = [
        item(service, "access_token", "at-1"), item(service, "theme", "dark"),
        item(service, "refresh_token", "rt-1"),
      ]
      return Scanned(text: "[" + items.joined(separator: ",") + "]", name: "x.json").states
    }
    let found = states("flutter_secure_storage_service")
    #expect(found.map(\.confidence) == [.low])
    #expect(found.first?.refreshToken?.secret.array == Array("rt-1".utf8))
    #expect(found.first?.accessToken?.secret.array == Array("at-1".utf8))
    #expect(states("com.example.other").isEmpty)
  }

  @Test func `other JSON is none`() {
    let text = #"{"items":[{"service":"s","value":\#(plain)}]}"#
    let states = Scanned(text: text, name: "x.json").states
    #expect(states.map(\.source.locator.kind) == [.json])
    #expect(states.map(\.source.locator.item) == [nil])
  }
}
