import Foundation
import POSIX
import Secrets
import TestSupport
import Testing

@testable import LegacyState

@Suite struct `A first look` {
  /// The corpus, noise of many lengths, and a part of each.
  private static let samples: [[UInt8]] = {
    var noise = Noise(seed: 7)
    var all = CorpusFile.all.compactMap { (try? $0.bytes).map { Array($0.array.prefix(100_000)) } }
    all += all.map { Array($0.dropFirst($0.count / 3).prefix(1000)) }
    let lengths = [0, 1, 2, 15, 16, 31, 33, 63, 64, 65, 66, 67, 127, 1000, 70_000]
    return all + lengths.map { noise.bytes($0) }
  }()

  @Test func `finds a word wherever it stands`() {
    let sieve = MarkSieve.shared
    for word in sieve.words {
      for before in [0, 1, 2, 29, 30, 31, 32, 33, 61, 62, 63, 64, 65, 100, 255] {
        for behind in [0, 1, 2, 63, 64, 200] {
          let text =
            [UInt8](repeating: 0x2E, count: before) + word.bytes
            + [UInt8](repeating: 0, count: behind)
          #expect(sieve.kinds(in: text.span).contains(word.kind))
        }
      }
    }
  }

  @Test func `finds the same on all processors`() {
    #expect(Self.samples.count > 400)
    let sieves = ByteSieve.Width.allCases.map { MarkSieve($0) }
    for sample in Self.samples {
      #expect(Set(sieves.map { $0.kinds(in: sample.span) }).count == 1)
    }
  }

  @Test func `stops at the same places on all processors`() {
    let groups: [(bytes: [UInt8], number: Int)] = [
      (Array("Tok".utf8), 0), (Array("nRe".utf8), 5), (Array("e_v".utf8), 9),
      ([0x1F, 0x8B, 0x08], 15), (Array("abc".utf8), 9),
    ]
    let sieves = ByteSieve.Width.allCases.map { ByteSieve(groups, $0) }
    var count = 0
    for sample in Self.samples {
      let found = sieves.map { sieve in
        var cursor = ByteSieve.Cursor(at: 0)
        var looks: [[UInt64]] = []
        while let look = sieve.next(in: sample.span, &cursor) {
          looks.append([UInt64(look.start), look.groups, UInt64(look.dense)])
        }
        return looks
      }
      #expect(Set(found).count == 1)
      count += found[0].count
    }
    #expect(count > 1000)
  }

  @Test func `leaves out nothing that a closer look finds`() {
    var found: MarkSieve.Kinds = []
    for sample in Self.samples {
      let bytes = sample.span
      let kinds = MarkSieve.shared.kinds(in: bytes)
      found.formUnion(kinds)
      if Marks.occur(in: bytes) { #expect(kinds.contains(.mark)) }
      if Marks.mayHide(in: bytes) { #expect(kinds.contains(.hidden)) }
      if LooseText.holdsTokens(bytes) { #expect(kinds.contains(.tokenName)) }
      if bytes.contains("refreshToken\"") { #expect(kinds.contains(.tokenName)) }
      if bytes.contains(JSONSecureStorage.mark) { #expect(kinds.contains(.secureStorage)) }
      if bytes.contains("bplist") { #expect(kinds.contains(.propertyList)) }
    }
    #expect(found.isSuperset(of: [.mark, .hidden, .tokenName, .secureStorage, .propertyList]))
  }

  private static let state = #"""
    {"refreshToken":"8xLOxBtZp8kfLcXRn1o","scope":"openid","lastAuthorizationResponse":{"request":{}}}
    """#

  @Test(
    arguments: [
      Data(Self.state.utf8).base64EncodedData().base64EncodedData(),
      Data(Self.state.utf8).base64EncodedData(options: .lineLength64Characters),
      Data(Self.state.utf8.flatMap { String(format: "%02X", $0).utf8 }),
      Data(Self.state.utf8.flatMap { String(format: "%%%02x", $0).utf8 }),
      Data(Self.state.utf8.flatMap { [$0, 0] }), Data(Self.state.utf8.flatMap { [0, $0] }),
      Data(Self.state.unicodeScalars.flatMap { String(format: "\\u%04x", $0.value).utf8 }),
      Data(Self.state.unicodeScalars.flatMap { "&#\($0.value);".utf8 }),
    ]
  ) func `finds what hides a state at any place`(_ spelled: Data) {
    var noise = Noise(seed: 3)
    for before in 0..<130 {
      let bytes = noise.bytes(before).map { $0 | 0x80 } + [0x20] + Array(spelled) + [0x20, 0x80]
      let kinds = MarkSieve.shared.kinds(in: bytes.span)
      #expect(!kinds.isDisjoint(with: [.mark, .hidden]), "behind \(before) bytes")
    }
  }

  @Test(arguments: [[0x61, 0], [0, 0x61]] as [[UInt8]])
  func `counts no long text again from each of its letters`(_ letter: [UInt8]) {
    let text =
      [UInt8](repeating: 0x80, count: 3) + Array((0..<500_000).map { _ in letter }.joined())
    for place in stride(from: 4, to: text.count - 4, by: 99_998) {
      let at = text[place] == 0 ? place + 1 : place
      let count = HiddenMarks.wideLetters(text.span, around: at, 0..<text.count)
      #expect(count <= HiddenMarks.shortest)
    }
    #expect(MarkSieve.shared.kinds(in: text.span) == .hidden)
  }

  @Test func `is enough for noise, logs and lists of digests`() {
    var noise = Noise(seed: 11)
    #expect(MarkSieve.shared.kinds(in: noise.bytes(2_000_000).span) == [])
    let log = (0..<5000).map {
      "2026-11-01 12:00:\($0 % 60) INFO net.Http GET /v1/items/\($0) 200\n"
    }
    #expect(MarkSieve.shared.kinds(in: Array(log.joined().utf8).span) == [])
    let digests = (0..<2000).map { _ in
      noise.bytes(32).map { String(format: "%02x", $0) }.joined() + "\n"
    }
    // Some have the first digits of compressed data in them, which only a database looks at closer.
    let kinds = MarkSieve.shared.kinds(in: Array(digests.joined().utf8).span)
    #expect(kinds.subtracting(.compressed) == [])
  }

  @Test func `gives the same events in the same order however many look`() throws {
    let inputs: [LegacyScanner.Input] = [.bytesOfPath(CorpusFile.folder.bytes)]
    func events(_ jobs: Int) -> [String] {
      var limits = ScanLimits()
      limits.jobs = jobs
      var events: [String] = []
      LegacyScanner(limits: limits).scan(inputs) { event in
        switch event {
        case .state(let state): events.append("state \(state.id)")
        case .failure(let failure): events.append("failure \(failure)")
        case .coverage(let note): events.append("\(note.origin.name.text) \(note.status)")
        case .progress(let progress): events.append("\(progress.files) \(progress.states)")
        }
      }
      return events
    }
    let one = events(1)
    #expect(one.count > 500)
    for jobs in [2, 3, 16] { #expect(events(jobs) == one) }
  }
}

/// Bytes that look like nothing and are the same each time.
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func byte() -> UInt8 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 24)
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
