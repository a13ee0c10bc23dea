import POSIX
import Secrets

/// What the file of an archive has beside its members: where no reader of archives looks.
enum ArchiveRemainder {
  /// Nothing, or so little that nothing can be in it.
  case nothing
  /// All from this byte on.
  case from(Int)
  /// An archive from the second byte on, behind what else stands from the first byte on.
  case behind(Int, archive: Int)
  /// Nobody can tell where the members are: all of it, what was found in them left out.
  case anywhere

  /// Where it is in a document that was read as an archive.
  ///
  /// - Parameters:
  ///   - document: The archive.
  ///   - start: Where the tar begins in it, behind what a backup has before it.
  /// - Returns: Where it is.
  /// - Throws: If the document cannot be read.
  static func of(_ document: DocumentContent, from start: Int = 0) throws(FileFailure) -> Self {
    let head = document.head.bytes
    if start == 0 {
      if head.span.matches("PK", at: 0) { return try behindZip(document) }
      if head.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
        return behind7Zip(head, size: document.head.size)
      }
      guard ContainerKind.isTar(head.span) else { return .anywhere }
    }
    return try behindTar(document, from: start)
  }

  /// From the directory on, which is behind all members: it has comments, and there may be more behind it.
  private static func behindZip(_ document: DocumentContent) throws(FileFailure) -> Self {
    let size = document.head.size
    // A comment has 65,535 bytes at most.
    let from = max(0, size - 65_535 - 22)
    let found = try document.piece(at: from, count: size - from).withBytes { bytes -> Int? in
      guard
        let end = stride(from: bytes.count - 22, through: 0, by: -1).first(where: {
          bytes.matches("PK\u{5}\u{6}", at: $0)
        })
      else { return nil }
      let directory = bytes.little(at: end + 12, count: 4)
      return max(0, from + end - (directory < 0xFFFF_FFFF ? directory : 0))
    }
    return found.map { .from($0) } ?? .anywhere
  }

  /// The header at the start says where the one at the end lies.
  private static func behind7Zip(_ head: [UInt8], size: Int) -> Self {
    guard head.count >= 32 else { return .anywhere }
    let offset = head.span.little(at: 12, count: 8)
    let length = head.span.little(at: 20, count: 8)
    guard offset >= 0, length >= 0, offset < size, length < size else { return .anywhere }
    let end = 32 + offset + length
    return end < size ? .from(end) : .nothing
  }

  /// From the first byte other than zero behind the block of zeros that ends a tar.
  private static func behindTar(
    _ document: DocumentContent,
    from start: Int
  ) throws(FileFailure) -> Self {
    let size = document.head.size
    var at = start
    while at + 512 <= size {
      let header = try document.piece(at: at, count: 512)
      let step = header.withBytes { bytes -> Int? in
        if bytes.indices.allSatisfy({ bytes[$0] == 0 }) { return 0 }
        return ContainerKind.isTar(bytes) ? tarMember(bytes) : nil
      }
      guard let step else { return .anywhere }
      at += 512
      if step == 0 { return try firstOther(than: 0, in: document, from: at) }
      guard step < size - at + 1024 else { return .nothing }
      at += step - 512
      // Of a sparse file more blocks may tell where its pieces lie.
      var isExtended = header.withBytes { $0[156] == UInt8(ascii: "S") && $0[482] != 0 }
      while isExtended {
        let more = try document.piece(at: at, count: 512)
        guard more.count == 512 else { return .nothing }
        isExtended = more.withBytes { $0[504] != 0 }
        at += 512
      }
    }
    return .nothing
  }

  /// How many bytes a member takes with its header; nil if that cannot be told.
  private static func tarMember(_ header: Span<UInt8>) -> Int? {
    // Links, devices and pipes have no content, whatever their size says.
    if (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(header[156]) { return 512 }
    var size = 0
    if header[124] & 0x80 != 0 {
      for index in 128..<136 {
        guard size < 1 << 48 else { return nil }
        size = size << 8 | Int(header[index])
      }
    } else {
      for index in 124..<136 {
        let byte = header[index]
        guard byte != 0, byte != 0x20 else { continue }
        guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { return nil }
        size = size << 3 | Int(byte - UInt8(ascii: "0"))
      }
    }
    return 512 + (size + 511) / 512 * 512
  }

  private static func firstOther(
    than zero: UInt8,
    in document: DocumentContent,
    from start: Int
  ) throws(FileFailure) -> Self {
    var at = start
    while at < document.head.size, let data = try document.nextData(from: at) {
      at = max(at, data.lowerBound)
      let piece = try document.piece(at: at, count: 64 << 10)
      guard !piece.isEmpty else { break }
      let found = piece.withBytes { bytes in bytes.indices.first { bytes[$0] != zero } }
      if let found { return .from(at + found) }
      at += piece.count
    }
    return .nothing
  }
}

extension Span<UInt8> {
  /// A number with its lowest byte first; those that no file is large enough for come out as some negative one.
  fileprivate func little(at start: Int, count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[start + $1]) << (8 * $1) }
  }
}
