import Secrets

/// Undoes Snappy's raw format, with which LevelDB compresses its blocks.
///
/// - SeeAlso: https://github.com/google/snappy/blob/main/format_description.txt
enum Snappy {
  /// The content; nil if the bytes are not exactly what compressing it gives, or it has more than `limit` bytes.
  static func decode(_ bytes: Span<UInt8>, limit: Int) -> SecretBytes? {
    // An element of three bytes gives 64 at most, so a length beyond that is a lie that would cost memory.
    guard let size = Varint(bytes, at: 0, end: bytes.count), size.value <= UInt64(limit),
      size.value <= UInt64(bytes.count) &* 64
    else { return nil }
    let count = Int(size.value)
    var isSound = false
    let content = SecretBytes(capacity: count) { (output: inout OutputSpan<UInt8>) in
      var at = size.end
      while at < bytes.count {
        guard let element = Element(bytes, at: at) else { return }
        guard element.length <= count - output.count else { return }
        if element.distance == 0 {
          for offset in 0..<element.length { output.append(bytes[element.start + offset]) }
          at = element.start + element.length
        } else {
          guard element.distance <= output.count else { return }
          for _ in 0..<element.length {
            let byte = output.span[output.count - element.distance]
            output.append(byte)
          }
          at = element.start
        }
      }
      isSound = output.count == count
    }
    return isSound ? content : nil
  }

  /// A literal, or a copy of what stands `distance` bytes before.
  private struct Element {
    let length: Int
    /// 0 for a literal.
    let distance: Int
    /// The byte behind the tag: the literal's first, or the next element's.
    let start: Int

    init?(_ bytes: Span<UInt8>, at tagAt: Int) {
      let tag = Int(bytes[tagAt])
      func number(_ width: Int) -> Int? {
        guard tagAt + width < bytes.count else { return nil }
        var number = 0
        for offset in 0..<width { number |= Int(bytes[tagAt + 1 + offset]) << (8 * offset) }
        return number
      }
      switch tag & 3 {
      case 0:
        let short = tag >> 2
        let width = short < 60 ? 0 : short - 59
        guard let long = width == 0 ? short : number(width) else { return nil }
        length = long + 1
        distance = 0
        start = tagAt + 1 + width
        guard length <= bytes.count - start else { return nil }
        return
      case 1:
        guard let low = number(1) else { return nil }
        length = ((tag >> 2) & 7) + 4
        distance = (tag >> 5) << 8 | low
        start = tagAt + 2
      case 2:
        guard let far = number(2) else { return nil }
        length = (tag >> 2) + 1
        distance = far
        start = tagAt + 3
      default:
        guard let far = number(4) else { return nil }
        length = (tag >> 2) + 1
        distance = far
        start = tagAt + 5
      }
      guard distance > 0 else { return nil }
    }
  }
}
