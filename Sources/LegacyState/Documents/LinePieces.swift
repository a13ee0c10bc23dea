import POSIX
import Secrets

/// Cuts a document into pieces that end with a line, reading each byte once and holding one piece at a time.
struct LinePieces {
  enum Piece {
    /// Whole lines, `range` of the layer, and where the layer starts in the file.
    case lines(Layer, Range<Int>, base: Int)
    /// A line beyond the limit, and where it starts; it was passed over.
    case tooLong(offset: Int)

    /// How many lines it has.
    var lines: Int {
      switch self {
      case .lines(let layer, let range, _):
        layer.bytes.withBytes { $0.count(of: UInt8(ascii: "\n"), in: range) }
      case .tooLong: 1
      }
    }
  }

  /// Many pieces are in memory at once, each with the states that were found in it.
  private static let usualBytes = 256 << 10

  private let document: DocumentContent
  /// All of the document, if it is in memory.
  private let layer: Layer?
  private var offset = 0

  init(_ document: DocumentContent) {
    self.document = document
    self.layer = document.inMemory.map { Layer($0) }
  }

  mutating func next() throws(FileFailure) -> Piece? {
    if let layer { return nextInMemory(layer) }
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

  private mutating func nextInMemory(_ layer: Layer) -> Piece? {
    let start = offset
    guard start < layer.bytes.count else { return nil }
    let usual = min(start + Self.usualBytes, layer.bytes.count)
    let end = layer.bytes.withBytes { $0.firstIndex(of: UInt8(ascii: "\n"), in: usual..<$0.count) }
    offset = end.map { $0 + 1 } ?? layer.bytes.count
    return .lines(layer, start..<offset, base: 0)
  }

  /// Goes behind the next line end, over any hole without reading it.
  private mutating func skipLine() throws(FileFailure) {
    while offset < document.head.size, let data = try document.nextData(from: offset) {
      offset = data.lowerBound
      let bytes = try document.piece(at: offset, count: Self.usualBytes)
      guard !bytes.isEmpty else { return }
      let end = bytes.withBytes { $0.firstIndex(of: UInt8(ascii: "\n"), in: 0..<$0.count) }
      offset += end.map { $0 + 1 } ?? bytes.count
      if end != nil { return }
    }
    offset = document.head.size
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
