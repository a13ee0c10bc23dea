import POSIX
import Secrets

/// A rollback journal (file format 3): images of pages as they were before a transaction.
///
/// A journal that is kept has a header of zeros or a stale one, so the header is only believed where it is sound.
struct SQLiteJournal {
  static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// Each image: the page, and where it starts.
  let images: [(page: Int, offset: Int)]
  /// Where the first image of a page starts.
  let places: [Int: Int]
  private let document: DocumentContent
  private let pageSize: Int

  /// No journal of a database on a phone has more.
  private static let mostImages = 1 << 22

  init(_ document: DocumentContent, pageSize: Int) throws(FileFailure) {
    self.document = document
    self.pageSize = pageSize
    let header = try document.piece(at: 0, count: 28)
    let sector = header.withBytes { bytes in
      let size = Int(bytes.uint32(at: 20))
      return Self.isHeader(bytes) && size.nonzeroBitCount == 1 && (32...65536).contains(size)
        ? size : 512
    }
    var images: [(page: Int, offset: Int)] = []
    var places: [Int: Int] = [:]
    var offset = sector
    while offset + 4 < document.head.size, images.count < Self.mostImages,
      let data = try document.nextData(from: offset)
    {
      offset += max(0, data.lowerBound - offset) / (pageSize + 8) * (pageSize + 8)
      let start = try document.piece(at: offset, count: 8)
      // Another transaction part begins on a sector of its own.
      let next = (offset + sector - 1) / sector * sector
      let isHeader = start.withBytes { Self.isHeader($0) }
      let nextIsHeader = try Self.isHeader(at: next, in: document)
      if isHeader || nextIsHeader {
        offset = next + sector
        continue
      }
      let page = start.withBytes { Int($0.uint32(at: 0)) }
      images.append((page, offset + 4))
      if places[page] == nil { places[page] = offset + 4 }
      offset += pageSize + 8
    }
    self.images = images
    self.places = places
  }

  /// An image, shorter if the journal ends in it.
  func page(_ number: Int, at offset: Int) -> SQLitePage? {
    guard let bytes = try? document.piece(at: offset, count: pageSize), !bytes.isEmpty else {
      return nil
    }
    return SQLitePage(number: number, offset: offset, bytes)
  }

  static func isHeader(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= magic.count && magic.indices.allSatisfy { bytes[$0] == magic[$0] }
  }

  private static func isHeader(
    at offset: Int,
    in document: DocumentContent
  ) throws(FileFailure) -> Bool {
    try document.piece(at: offset, count: magic.count).withBytes { isHeader($0) }
  }
}
