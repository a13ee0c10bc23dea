import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

/// A result or state that a bridge or an app put into preferences as a dictionary of the system's own, not as text.
@Suite struct `A dictionary of a property list that is a state` {
  private static let reactNative: [String: any Sendable] = [
    "accessToken": "at-dictionary-1", "refreshToken": "rt-dictionary-1",
    "idToken": "id-dictionary-1", "tokenType": "Bearer", "scopes": ["openid", "offline_access"],
    "accessTokenExpirationDate": "2026-11-01T00:00:00Z",
    "authorizeAdditionalParameters": [String: String](),
    "tokenAdditionalParameters": ["session": "a \"quoted\\ one\u{1}"],
  ]
  private static let flutter: [String: any Sendable] = [
    "accessToken": "at-dictionary-2", "refreshToken": "rt-dictionary-2",
    "accessTokenExpirationTime": 1_793_491_200_000.5, "tokenType": "Bearer",
    "tokenAdditionalParameters": [String: String](),
  ]
  private static let android: [String: any Sendable] = [
    "refreshToken": "rt-dictionary-3",
    "mLastTokenResponse": [
      "request": [
        "clientId": "client", "grantType": "authorization_code",
        "configuration": [
          "authorizationEndpoint": "https://id.example.com/authorize",
          "tokenEndpoint": "https://id.example.com/token",
        ],
      ] as [String: any Sendable],
      "token_type": "Bearer", "access_token": "at-dictionary-3", "expires_at": 1_793_491_200_000,
    ] as [String: any Sendable],
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let library: LegacyAuthState.Library
    let tokens: [String]
    let value: [String: any Sendable]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "react-native-app-auth",
      library: .reactNativeAppAuth,
      tokens: ["rt-dictionary-1", "at-dictionary-1", "id-dictionary-1"],
      value: reactNative
    ),
    Case(
      name: "flutter_appauth",
      library: .flutterAppAuth,
      tokens: ["rt-dictionary-2", "at-dictionary-2"],
      value: flutter
    ),
    Case(
      name: "AppAuth-Android",
      library: .appAuthAndroid,
      tokens: ["rt-dictionary-3", "at-dictionary-3"],
      value: android
    ),
  ]

  private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  private func written(
    _ value: Any,
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> SecretBytes {
    SecretBytes(
      copying: try PropertyListSerialization.data(
        fromPropertyList: value,
        format: format,
        options: 0
      )
    )
  }

  private func read(_ bytes: SecretBytes) throws -> NSDictionary? {
    unsafe try PropertyListSerialization.propertyList(from: Data(bytes.array), format: nil)
      as? NSDictionary
  }

  @Test(arguments: cases, formats.indices)
  func `is found under its key and goes with it`(_ expected: Case, format: Int) throws {
    let others: [String: any Sendable] = ["theme": "dark", "count": 3, "list": ["a", "b"]]
    let content = try written(
      others.merging(["session": expected.value]) { $1 },
      Self.formats[format]
    )
    let scanned = Scanned(.document(content, name: "app.plist"))
    try #require(scanned.states.count == 1 && scanned.failures.isEmpty, "\(scanned.failures)")
    let state = scanned.states[0]
    #expect(state.library == expected.library && state.removal == .exact)
    #expect(
      state.tokens.map { String(decoding: $0.secret.array, as: UTF8.self) } == expected.tokens
    )
    #expect(state.source.locator.path == [.key("session")])
    let result = try StateRemoval.removing([state], from: content)
    #expect(try read(result) == others as NSDictionary)
  }

  @Test(arguments: formats.indices)
  func `leaves what an app keeps in it, and is the whole file where nothing else is`(
    format: Int
  ) throws {
    let own: [String: any Sendable] = ["theme": "dark", "seen": true]
    for others in [own, [:]] {
      let content = try written(
        Self.reactNative.merging(others) { $1 },
        Self.formats[format]
      )
      let states = Scanned(.document(content, name: "app.plist")).states
      try #require(states.count == 1)
      let result = try StateRemoval.removing(states, from: content)
      #expect(try read(result) == others as NSDictionary)
    }
  }

  @Test(arguments: formats.indices)
  func `is found among whatever else an app keeps there`(format: Int) throws {
    var nested: any Sendable = "deep"
    for _ in 0..<20 { nested = ["a": nested] as [String: any Sendable] }
    let own: [[String: any Sendable]] = [
      ["cache": (0..<5000).map { "item \($0)" }],
      ["long": String(repeating: "x", count: 1_100_000)],
      ["nested": nested],
      Dictionary(uniqueKeysWithValues: (0..<5000).map { ("own \($0)", $0 as any Sendable) }),
      ["user": ["name": "Bob", "token": "at-dictionary-1"]],
    ]
    for others in own {
      let content = try written(Self.reactNative.merging(others) { $1 }, Self.formats[format])
      let scanned = Scanned(.document(content, name: "app.plist"))
      try #require(scanned.states.count == 1 && scanned.failures.isEmpty)
      let result = try StateRemoval.removing(scanned.states, from: content)
      #expect(try read(result) == others as NSDictionary)
    }
  }

  @Test(arguments: formats.indices)
  func `is an error where its own members have more in them than anybody looks into`(
    format: Int
  ) throws {
    let many = (0..<5000).map { "item \($0)" }
    let content = try written(
      [
        "k": ["refreshToken": "rt", "mLastTokenResponse": ["request": many]]
          as [String: any Sendable]
      ],
      Self.formats[format]
    )
    let scanned = Scanned(.document(content, name: "app.plist"))
    #expect(scanned.states.isEmpty)
    #expect(!scanned.failures.isEmpty, "\(scanned.failures)")
  }

  @Test(arguments: cases)
  func `is found in an archive of the system's own`(_ expected: Case) throws {
    let alone = try NSKeyedArchiver.archivedData(
      withRootObject: expected.value as NSDictionary,
      requiringSecureCoding: false
    )
    let beside = try NSKeyedArchiver.archivedData(
      withRootObject: ["session": expected.value as NSDictionary, "theme": "dark" as NSString]
        as NSDictionary,
      requiringSecureCoding: false
    )
    for archive in [alone, beside] {
      let content = SecretBytes(copying: archive)
      let scanned = Scanned(.document(content, name: "app.plist"))
      try #require(scanned.states.count == 1 && scanned.failures.isEmpty, "\(scanned.failures)")
      #expect(scanned.states[0].library == expected.library)
      let tokens = scanned.states[0].tokens.map(\.secret)
      #expect(tokens.map { String(decoding: $0.array, as: UTF8.self) } == expected.tokens)
      let result = try StateRemoval.removing(scanned.states, from: content)
      #expect(ResidueSearch(tokens: tokens).occurrences(in: result).isEmpty)
      #expect(Scanned(.document(result, name: "app.plist")).states.isEmpty)
      #expect(Data(result.array).range(of: Data("dark".utf8)) != nil || archive == alone)
    }
  }

  @Test func `in an archive an app's own beside it makes it the whole file's`() throws {
    let value = Self.reactNative.merging(["theme": "Bearer"]) { $1 }
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: value as NSDictionary,
      requiringSecureCoding: false
    )
    let states = Scanned(.document(SecretBytes(copying: archive), name: "app.plist")).states
    #expect(states.map(\.removal) == [.wholeFile])
  }

  @Test(
    arguments: [
      ["refreshToken": "rt-of-another", "expires": 5],
      ["accessTokenExpirationDate": "2026-11-01T00:00:00Z", "theme": "dark"],
      ["request": ["clientId": "client"], "accessToken": ["accessTokenExpirationDate": "x"]],
    ] as [[String: any Sendable]]
  )
  func `is none without what only a library writes`(value: [String: any Sendable]) throws {
    for format in Self.formats {
      let scanned = Scanned(.document(try written(["k": value], format), name: "app.plist"))
      #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
    }
  }

  @Test func `and stands in many places or in itself costs no more than one`() throws {
    // Each dictionary refers to the next twice: 2^40 of them, written out.
    var objects: [BinaryListText.Object] = [
      .text("refreshToken"), .text("accessTokenExpirationDate"), .text("2026-11-01T00:00:00Z"),
    ]
    for number in 0..<40 { objects.append(.dictionary([(0, number + 4), (1, number + 4)])) }
    objects.append(.dictionary([(0, 2), (1, 2)]))
    var list = BinaryListText()
    list.referenceSize = 2
    let content = SecretBytes(copying: list.written(objects, top: 3))
    #expect(Scanned(.document(content, name: "app.plist")).states.isEmpty)
  }

  @Test func `is not looked for in fifty thousand dictionaries that share what they hold`() {
    var objects: [BinaryListText.Object] = [
      .array(Array(4..<50_004)), .text("accessToken"), .text("additionalParameters"),
      .array(Array(repeating: 1, count: 4000)),
    ]
    for _ in 0..<50_000 { objects.append(.dictionary([(1, 1), (2, 3)])) }
    var list = BinaryListText()
    list.referenceSize = 4
    let scanned = Scanned(.document(SecretBytes(copying: list.written(objects)), name: "a.plist"))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.count == 1, "\(scanned.failures)")
  }
}
