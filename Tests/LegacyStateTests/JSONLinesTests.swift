import JSON
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

/// A configuration as every state of a file holds it.
private let configuration =
  #"{"authorizationEndpoint":"https://id.example.com/a","tokenEndpoint":"https://id.example.com/t"}"#

private func state(_ number: Int, configuration: String = configuration, more: String = "")
  -> String
{
  #"{"refreshToken":"rt-number-\#(number)","mLastTokenResponse":{"request":{"configuration":"#
    + #"\#(configuration),"clientId":"app"}\#(more)}}"#
}

@Suite struct `A long JSON Lines file` {
  /// Lines of many lengths, so that pieces end everywhere in them; every hundredth is broken, some are blank, one is
  /// longer than several pieces.
  private static let lines: [String] = (0..<2500).map { number in
    switch number {
    case 777: #"{"pad":"\#(String(repeating: "p", count: 1_500_000))","s":\#(state(number))}"#
    case _ where number % 100 == 99: #"{"broken":"#
    case _ where number % 37 == 5: ""
    default:
      #"{"pad":"\#(String(repeating: "x", count: number * 131 % 997))","s":\#(state(number))}"#
    }
  }
  private static let text = lines.joined(separator: "\n") + "\n"

  private static func scan(_ change: (inout ScanLimits) -> Void) throws -> (Scanned, Scanned) {
    let folder = try TemporaryFolder()
    try folder.write("x.jsonl", text: text)
    var limits = ScanLimits()
    change(&limits)
    let inFile = Scanned(.path(folder.path.text), limits: limits)
    let inMemory = Scanned(
      .document(SecretBytes(copying: text.utf8), name: "x.jsonl"),
      limits: limits
    )
    return (inFile, inMemory)
  }

  @Test(arguments: [1, 2, 5])
  func `gives the states of all pieces in the order of the lines`(jobs: Int) throws {
    let (inFile, inMemory) = try Self.scan { $0.jobs = jobs }
    let wanted = Self.lines.indices.filter { Self.lines[$0].contains("refreshToken") }
    let bytes = Array(Self.text.utf8)
    for scanned in [inFile, inMemory] {
      #expect(scanned.states.map(\.source.locator.line) == wanted.map { $0 + 1 })
      for (number, found) in zip(wanted, scanned.states) {
        let locator = found.source.locator
        let range = locator.offset..<locator.offset + locator.length
        #expect(String(decoding: bytes[range], as: UTF8.self) == state(number))
        #expect(found.refreshToken?.secret.array == Array("rt-number-\(number)".utf8))
      }
      #expect(scanned.failures.map(\.locator?.line) == (1...25).map { $0 * 100 })
    }
  }

  @Test(arguments: [1, 4], [1, 500, 1999])
  func `stops at the most states wherever a piece ends`(jobs: Int, most: Int) throws {
    let (inFile, inMemory) = try Self.scan {
      $0.jobs = jobs
      $0.statesPerFile = most
    }
    for scanned in [inFile, inMemory] {
      #expect(scanned.states.count == most)
      let words = scanned.failures.last?.description
      #expect(words == "there are more states than \(most) in this file")
    }
  }

  @Test(arguments: [1, 4], [1, 2, 13])
  func `tells the most errors, and goes on`(jobs: Int, most: Int) throws {
    let (inFile, inMemory) = try Self.scan {
      $0.jobs = jobs
      $0.failuresPerFile = most
    }
    for scanned in [inFile, inMemory] {
      let told = scanned.failures.map(\.locator?.line)
      #expect(told == (1..<most).map { $0 * 100 } + [nil])
      #expect(scanned.states.last?.source.locator.line == 2499)
    }
  }

  @Test(arguments: [1, 3])
  func `tells that it was cut off while it was read`(jobs: Int) throws {
    let folder = try TemporaryFolder()
    // More than is under way at once.
    let text = String(repeating: Self.text, count: 4)
    let path = try folder.write("x.jsonl", text: text)
    var limits = ScanLimits()
    limits.jobs = jobs
    var states = 0
    var failures: [String] = []
    try LegacyScanner(limits: limits).scan([.path(path.text)]) { event throws in
      switch event {
      case .state:
        states += 1
        guard states == 1 else { return }
        let file = try folder.directory.openFile("x.jsonl", .readWrite)
        try file.truncate(to: 1_000_000)
      case .failure(let failure): failures.append(failure.description)
      case .coverage, .progress: break
      }
    }
    #expect(states > 0 && states < 4 * 2000)
    #expect(failures.last?.contains("chang") == true, "\(failures)")
  }

  @Test(arguments: [1, 3])
  func `ends when the receiver wants no more, whatever is still being read`(jobs: Int) throws {
    struct Enough: Error {}
    var limits = ScanLimits()
    limits.jobs = jobs
    let document = SecretBytes(copying: Self.text.utf8)
    var states = 0
    #expect(throws: Enough.self) {
      try LegacyScanner(limits: limits).scan([.document(document, name: "x.jsonl")]) {
        event throws(Enough) in
        guard case .state = event else { return }
        states += 1
        if states == 3 { throw Enough() }
      }
    }
    #expect(states == 3)
  }
}

@Suite struct `A configuration that many states of a file hold` {
  private static let older = #""refresh_token":"rt-older-0123456789""#
  private static let other = state(9999).replacing("\"app\"", with: "\"other-app\"")

  /// What one of them holds beside, and what is found then: older refresh tokens and states.
  private static let cases: [(inside: String, older: Int, states: Int)] = [
    ("", 0, 40), (#","x":1"#, 0, 40), (",\(older)", 1, 40),
    (#","d":{\#(older)}"#, 1, 40), (#","d":[{\#(older)}]"#, 1, 40),
    (#","d":"{\"refresh_token\":\"rt-older-0123456789\"}""#, 1, 40),
    (#","d":\#(other)"#, 0, 41),
    (#","d":"\#(other.replacing("\"", with: "\\\""))""#, 0, 41),
  ]

  @Test(arguments: cases, [0, 1, 20, 39])
  func `is looked into where it differs`(
    _ example: (inside: String, older: Int, states: Int),
    at place: Int
  ) {
    let special = configuration.dropLast() + example.inside + "}"
    let text = (0..<40).map { number in
      state(number, configuration: number == place ? String(special) : configuration) + "\n"
    }
    .joined()
    let scanned = Scanned(text: text, name: "x.jsonl")
    #expect(scanned.states.count == example.states)
    #expect(scanned.failures.isEmpty)
    for found in scanned.states {
      let isSpecial = found.source.locator.line == place + 1 && found.clientID == "app"
      #expect(found.historicalRefreshTokens.count == (isSpecial ? example.older : 0))
    }
    // As each by itself gives.
    let alone = Scanned(text: state(place, configuration: String(special)), name: "x.json")
    #expect(alone.states.count == example.states - 39)
    #expect(alone.states.first?.historicalRefreshTokens.count == example.older)
  }

  @Test func `is looked into where each is another one`() {
    let text = (0..<100).map { number in
      let own =
        configuration.dropLast() + #","refreshToken":"rt-older-\#(number)-0123456789"}"#
      return state(number, configuration: String(own)) + "\n"
    }
    .joined()
    let scanned = Scanned(text: text, name: "x.jsonl")
    #expect(scanned.states.count == 100)
    #expect(scanned.states.allSatisfy { $0.historicalRefreshTokens.count == 1 })
  }
}
