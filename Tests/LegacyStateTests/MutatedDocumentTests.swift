import LegacyState
import Secrets
import TestSupport
import Testing

/// The same numbers in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

@Suite struct `Documents that were damaged` {
  private static let names = [
    "web-storage/Local Storage/leveldb/000004.log", "web-storage/Local Storage/leveldb/000005.ldb",
    "flutter/FlutterSharedPreferences.preferences_pb",
    "android-datastore/settings.preferences_pb", "flutter/FlutterSharedPreferences.xml",
    "flutter/secure-storage-web-localstorage.json", "flutter/secure-storage-linux.json",
  ]

  private static func change(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      let at = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 2: bytes[at] = [0, 0x7F, 0x80, 0xFF][Int(numbers.next() & 3)]
      case 3: bytes.removeSubrange(at..<min(at + Int(numbers.next() & 15) + 1, bytes.count))
      default: bytes.insert(contentsOf: bytes[at..<min(at + 20, bytes.count)], at: at)
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }

  @Test(arguments: names)
  func `do no harm`(_ path: String) throws {
    let file = try #require(CorpusFile.all.first { $0.path == path })
    let whole = try file.bytes.array
    var numbers = Numbers(state: 42)
    var found = 0
    for _ in 0..<400 {
      let content = SecretBytes(copying: Self.change(whole, &numbers))
      let scanned = Scanned(.document(content, name: path))
      found += scanned.states.count
      let removable = scanned.states.filter {
        $0.removal == .exact && StateRemoval.isPossible(at: $0.source)
      }
      #expect(scanned.states.count < 20)
      if !removable.isEmpty {
        // It may refuse, but what it gives has nothing of the states in it.
        let result = try? StateRemoval.removing(removable, from: content)
        #expect(result.map { $0.count < content.count } ?? true)
      }
    }
    // Most changes leave some of it whole.
    #expect(found > 0)
  }

  @Test(arguments: names)
  func `cut at any byte do no harm`(_ path: String) throws {
    let file = try #require(CorpusFile.all.first { $0.path == path })
    let whole = try file.bytes.array
    for length in stride(from: 0, to: whole.count, by: 5) {
      let content = SecretBytes(copying: whole[..<length])
      #expect(Scanned(.document(content, name: path)).states.count < 20)
    }
  }

  @Test func `braces that nothing closes cost no more than reading them`() {
    let mark = #"{"accessTokenExpirationDate"#
    let text = String(repeating: #"{"a":"#, count: 200_000) + mark
    #expect(Scanned(text: text, name: "x.log").states.isEmpty)
    let escaped = String(repeating: #"{\"a\":"#, count: 200_000) + mark
    #expect(Scanned(text: escaped, name: "x.log").states.isEmpty)
  }

  @Test func `cells that nothing closes end with the file`() {
    for text in ["a,\"", "\"", "a,b\n\"x", "\"\"\"", ",,,\n,\r\n", "\"accessTokenExpirationDate"] {
      let scanned = Scanned(text: text, name: "x.csv")
      #expect(scanned.states.isEmpty)
    }
  }

  @Test func `a block that claims to inflate without end is not believed`() {
    // One block of a length of 2 GiB, the index that leads to it, and the footer.
    let lie: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00]
    var file = lie + [1, 0, 0, 0, 0]
    let index = [0, 9, 2] + [UInt8](repeating: 0x61, count: 9) + [0, UInt8(lie.count)]
    let start = UInt8(file.count)
    file += index + [0, 0, 0, 0, 1, 0, 0, 0]
    let size = UInt8(file.count) - start
    file += [0, 0, 0, 0, 0]
    let footer: [UInt8] = [0, 0, start, size]
    file += footer + [UInt8](repeating: 0, count: 40 - footer.count)
    file += [0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB]
    let scanned = Scanned(.document(SecretBytes(copying: file), name: "x.ldb"))
    #expect(scanned.states.isEmpty)
  }
}
