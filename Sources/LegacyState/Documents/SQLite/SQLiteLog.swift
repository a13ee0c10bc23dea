import POSIX
import Secrets

/// A write-ahead log (file format 4): which of its frames count, and which page each frame has.
///
/// A frame counts if its salts are the header's, its checksum continues that of the frame before, and a commit
/// follows. Whatever else is in the file is left over from transactions that ended or never happened.
struct SQLiteLog {
  /// One image of a page in the log.
  struct Frame {
    let page: Int
    /// Where the image starts in the log.
    let offset: Int
    /// Whether the database has its page from here.
    let isLive: Bool
  }

  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// Where the first image stands.
  static let firstPage = headerLength + frameHeaderLength

  /// How far it is from one image to the next.
  static func distance(ofPages size: Int) -> Int { frameHeaderLength + size }

  /// How many pages the database has after the last commit; nil if no frame counts.
  let pages: Int?
  private let document: DocumentContent
  private let pageSize: Int
  /// Where the newest image of a page starts.
  private let live: [Int: Int]

  /// Looks through a log; what is no log at all has no live frames.
  init(_ document: DocumentContent, pageSize: Int) throws(FileFailure) {
    self.document = document
    self.pageSize = pageSize
    let header = try document.piece(at: 0, count: Self.headerLength)
    var live: [Int: Int] = [:]
    var size: Int?
    if let first = header.withBytes({ SQLiteLogSum(header: $0, pageSize: pageSize) }) {
      var sum = first
      var pending: [Int: Int] = [:]
      var offset = Self.headerLength
      while offset + Self.frameHeaderLength + pageSize <= document.head.size {
        let frame = try document.piece(at: offset, count: Self.frameHeaderLength + pageSize)
        guard let (page, commit) = frame.withBytes({ sum.take(frame: $0) }) else { break }
        pending[page] = offset + Self.frameHeaderLength
        if commit > 0 {
          live.merge(pending) { $1 }
          pending = [:]
          size = commit
        }
        offset += Self.frameHeaderLength + pageSize
      }
    }
    self.live = live
    pages = size
  }

  /// How large the log is.
  var byteCount: Int { document.head.size }

  /// The newest image of a page; nil if the log has none that counts.
  func page(_ number: Int) throws(SQLiteFailure) -> SQLitePage? {
    guard let offset = live[number] else { return nil }
    return try page(number, at: offset)
  }

  /// The pages that it has an image of that counts.
  var livePageNumbers: [Int] { live.keys.sorted() }

  /// Whether the page in the file itself is out of date.
  func overrides(_ number: Int) -> Bool { live[number] != nil }

  /// An image by its place.
  func page(
    _ number: Int,
    at offset: Int,
    isCutOff: Bool = false
  ) throws(SQLiteFailure) -> SQLitePage {
    let bytes: SecretBytes
    do throws(FileFailure) {
      bytes = try document.piece(at: offset, count: pageSize)
    } catch {
      throw .unreadable(error)
    }
    guard bytes.count == pageSize || isCutOff else {
      throw .damaged(page: number, "is cut off in the write-ahead log")
    }
    return SQLitePage(number: number, offset: offset, bytes)
  }

  /// Every frame there is room for, the ones that don't count as well.
  func frames() throws(FileFailure) -> [Frame] {
    var frames: [Frame] = []
    var offset = Self.headerLength
    while offset + Self.frameHeaderLength < document.head.size,
      let data = try document.nextData(from: offset)
    {
      let stride = Self.frameHeaderLength + pageSize
      offset += max(0, data.lowerBound - offset) / stride * stride
      let header = try document.piece(at: offset, count: 4)
      let page = header.withBytes { Int($0.uint32(at: 0)) }
      let image = offset + Self.frameHeaderLength
      frames.append(Frame(page: page, offset: image, isLive: live[page] == image))
      offset += stride
    }
    return frames
  }
}

/// The running checksum over a log.
private struct SQLiteLogSum {
  private let salts: (UInt32, UInt32)
  private let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  /// Nil if it is no sound header for pages of this size.
  init?(header: Span<UInt8>, pageSize: Int) {
    guard header.count == 32, header.uint32(at: 0) & 0xFFFF_FFFE == 0x377F_0682,
      header.uint32(at: 4) == 3_007_000, header.uint32(at: 8) == UInt32(pageSize)
    else { return nil }
    salts = (header.uint32(at: 16), header.uint32(at: 20))
    isBigEndian = header.uint32(at: 0) & 1 == 1
    add(header, 0..<24)
    guard first == header.uint32(at: 24), second == header.uint32(at: 28) else { return nil }
  }

  /// The page of a frame, and the size of the database if it is a commit; nil if the frame does not count.
  mutating func take(frame: Span<UInt8>) -> (page: Int, size: Int)? {
    guard frame.uint32(at: 8) == salts.0, frame.uint32(at: 12) == salts.1 else { return nil }
    add(frame, 0..<8)
    add(frame, 24..<frame.count)
    guard first == frame.uint32(at: 16), second == frame.uint32(at: 20),
      frame.uint32(at: 0) > 0
    else { return nil }
    return (Int(frame.uint32(at: 0)), Int(frame.uint32(at: 4)))
  }

  private mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let raw = unsafe bytes.bytes
    var at = range.lowerBound
    var (first, second) = (first, second)
    while at + 8 <= min(range.upperBound, bytes.count) {
      let left = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self)
      let right = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
      first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
      second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
      at += 8
    }
    (self.first, self.second) = (first, second)
  }
}
