import POSIX
import Secrets

/// Cuts a document into pieces that end with a line, reading each byte once and holding one piece at a time.
struct LinePieces {
  enum Piece {
    /// Whole lines, `range` of the layer, and where the layer starts in the file.
    case lines(Layer, Range<Int>, base: Int)
    /// A line beyond the limit, and where it starts; it was passed over.
    case tooLong(offset: Int)
  }

  private static let usualBytes = 1 << 20

  private let document: DocumentContent
  private var offset = 0

  init(_ document: DocumentContent) {
    self.document = document
  }

  mutating func next() throws(FileFailure) -> Piece? {
    if let bytes = document.inMemory {
      guard offset == 0 else { return nil }
      offset = max(bytes.count, 1)
      return .lines(Layer(bytes), 0..<bytes.count, base: 0)
    }
    let start = offset
    var size = Self.usualBytes
    while offset < document.head.size {
      let bytes = try document.piece(at: offset, count: size)
      guard !bytes.isEmpty else { return nil }
      let isLast = offset + bytes.count >= document.head.size
      if let end = isLast ? bytes.count : Self.lastLineEnd(in: bytes) {
        defer { offset += end }
        return .lines(Layer(bytes), 0..<end, base: offset)
      }
      guard size < document.limits.lineBytes else {
        try skipLine()
        return .tooLong(offset: start)
      }
      size = min(size * 4, document.limits.lineBytes)
    }
    return nil
  }

  /// Goes behind the next line end.
  private mutating func skipLine() throws(FileFailure) {
    while offset < document.head.size {
      let bytes = try document.piece(at: offset, count: Self.usualBytes)
      guard !bytes.isEmpty else { return }
      let end = bytes.withBytes { $0.firstIndex(of: UInt8(ascii: "\n"), in: 0..<$0.count) }
      offset += end.map { $0 + 1 } ?? bytes.count
      if end != nil { return }
    }
  }

  private static func lastLineEnd(in bytes: SecretBytes) -> Int? {
    bytes.withBytes { span in
      var end = span.count
      while end > 0 {
        if span[end - 1] == UInt8(ascii: "\n") { return end }
        end -= 1
      }
      return nil
    }
  }
}
