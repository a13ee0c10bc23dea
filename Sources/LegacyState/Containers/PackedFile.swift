import Archive
import POSIX
import Secrets

/// A file that is nothing but one stream of zlib (RFC 1950) or deflate (RFC 1951), for which nobody has a mark.
///
/// It is taken for one if it can be inflated: of zlib the first two bytes and a check of them, of deflate the first
/// kibibytes and no byte behind its end.
enum PackedFile {
  /// What came of it.
  enum Opened {
    /// What was packed, in as many streams behind each other, and whether that was all of the file.
    case documents([SecretBytes], isAll: Bool)
    /// A state is in it, and cannot be read: why.
    case unread(ScanFailure.Reason)
  }

  /// Inflates a document that no reader knows.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - limits: What it may give.
  /// - Returns: What is in it; nil if it is no such stream.
  /// - Throws: If the file cannot be read.
  static func open(
    _ document: DocumentContent,
    _ limits: ScanLimits
  ) throws(FileFailure) -> Opened? {
    let head = document.head.bytes
    guard head.count > 20, let wrapping = wrapping(head) else { return nil }
    // No more than a document, and no more than an archive may inflate to.
    let most = min(
      limits.documentBytes,
      max(limits.archives.freeBytes, document.head.size * limits.archives.ratio)
    )
    let isWhole = document.head.size <= limits.documentBytes
    let bytes = isWhole ? try document.whole() : try document.piece(at: 0, count: 1 << 20)
    guard let inflated = try? CompressedBytes.inflate(bytes, wrapping, limit: most) else {
      return nil
    }
    switch inflated {
    case .whole(let content, let length):
      // Anything may begin with a few bytes that can be inflated.
      guard wrapping == .gzipOrZlib || length == document.head.size else { return nil }
      return more(behind: length, of: bytes, [content], most: most, isWhole: isWhole)
    case .cutOff(let content, _):
      guard content.withBytes({ Marks.occur(in: $0) }) else { return nil }
      let size = limits.documentBytes >> 20
      return .unread(
        isWhole
          ? .brokenState("its compressed data is cut off or damaged")
          : .beyondLimit(
            "it is compressed, has marks of AppAuth state and more than \(size) MiB: unpack it"
          )
      )
    case .tooLong:
      return .unread(.beyondLimit("it inflates to more than \(most >> 20) MiB and was not read"))
    }
  }

  /// The streams that stand behind the first one.
  private static func more(
    behind first: Int,
    of bytes: SecretBytes,
    _ contents: [SecretBytes],
    most: Int,
    isWhole: Bool
  ) -> Opened {
    var contents = contents
    var end = first
    while contents.count < mostStreams, end < bytes.count {
      let rest = bytes.withBytes { SecretBytes(copying: $0.extracting(end..<$0.count)) }
      let left = most - contents.reduce(0) { $0 + $1.count }
      guard rest.withBytes({ CompressedMark.isStart($0, at: 0) }),
        case .whole(let content, let length) = try? CompressedBytes.inflate(rest, limit: left)
      else { break }
      contents.append(content)
      end += length
    }
    let isRead =
      isWhole
      && (end == bytes.count
        || !bytes.withBytes { Values.isWorthReading($0.extracting(end..<$0.count)) })
    return .documents(contents, isAll: isRead)
  }

  private static let mostStreams = 64

  /// What a document may be, told by its first bytes.
  private static func wrapping(_ head: [UInt8]) -> CompressedBytes.Wrapping? {
    let isZlib = CompressedMark.isStart(head.span, at: 0) && head[0] != CompressedMark.gzip
    if isZlib, (Int(head[0]) << 8 | Int(head[1])) % 31 == 0 { return .gzipOrZlib }
    // Of three kinds of blocks only those that are compressed hide what is in them.
    guard (1...2).contains(head[0] >> 1 & 3), !head.allSatisfy(UTF16Text.isASCIIText),
      let start = try? CompressedBytes.inflate(
        SecretBytes(copying: head),
        .bare,
        limit: CompressedMark.mostOfHead
      )
    else { return nil }
    switch start {
    case .whole, .tooLong, .cutOff(_, isDamaged: false): return .bare
    case .cutOff: return nil
    }
  }
}

extension CompressedMark {
  /// More than what deflate makes of the head of a file at its best.
  fileprivate static let mostOfHead = 8 << 20
}

extension DocumentOrigin {
  /// What a compressed file is called without its ending.
  var unpackedName: Path {
    let name = self.name.lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return Path(bytes: name)
    }
    return Path(bytes: name[..<dot])
  }
}
