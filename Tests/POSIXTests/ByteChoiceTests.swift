import POSIX
import Testing

@Suite struct `Bytes that are looked for together` {
  /// Every hit of a search that goes on behind each look, and of what no look covered.
  private func places(of choice: ByteChoice, in bytes: [UInt8], from start: Int) -> [Int] {
    var found: [Int] = []
    var at = start
    while at < bytes.count {
      let look = choice.next(in: bytes.span, at..<bytes.count)
      at = look.end
      var places = look.places
      if places == 0 { break }
      while places != 0 {
        found.append(look.start + places.trailingZeroBitCount)
        places &= places - 1
      }
    }
    return found + (at..<max(at, bytes.count)).filter { choice.contains(bytes[$0]) }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 79, 80, 81, 127, 128, 129, 200])
  func `are found wherever they stand, once each`(count: Int) {
    let choice = ByteChoice(Array("zRXxP".utf8))
    for place in 0..<max(count, 1) {
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      if place < count { bytes[place] = Array("zRXxP".utf8)[place % 5] }
      #expect(places(of: choice, in: bytes, from: 0) == (place < count ? [place] : []))
    }
  }

  @Test(arguments: 0..<20)
  func `are the same that a look at each byte finds`(start: Int) {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) & 0x0F }
    for letters in [[0], [0, 0xFF], [1, 2, 3], [4, 5, 6, 7], [3, 4, 5, 6, 9]] as [[UInt8]] {
      let expected = (start..<bytes.count).filter { letters.contains(bytes[$0]) }
      #expect(places(of: ByteChoice(letters), in: bytes, from: start) == expected)
      let first = ByteSearch.first(letters[0], in: bytes.span, start..<bytes.count)
      #expect(first == (start..<bytes.count).first { bytes[$0] == letters[0] })
    }
  }

  @Test(arguments: [0..<0, 5..<5, 3..<2000, 2000..<3000])
  func `are not looked for where there is nothing`(range: Range<Int>) {
    let bytes = [UInt8](repeating: 7, count: 9)
    #expect(ByteSearch.first(8, in: bytes.span, range) == nil)
  }
}
