import POSIX
import Secrets

extension SQLiteResidue {
  /// Searches the pages that belong to nothing, and those in the file that the log has newer images of.
  mutating func searchFreePages(_ pages: SQLitePages, _ walk: SQLiteWalk) throws(FileFailure) {
    let size = pages.header.pageSize
    var number = 1
    while let data = try pages.document.nextData(from: (number - 1) * size) {
      // What is in a hole is no text.
      number = max(number, data.lowerBound / size + 1)
      while (number - 1) * size < min(data.upperBound, pages.document.head.size) {
        searchFilePage(number, pages, walk)
        number += 1
      }
      if (number - 1) * size >= pages.document.head.size { break }
    }
    guard let log = pages.log else { return }
    for number in log.livePageNumbers where !walk.visited.contains(number) {
      if let page = try? pages.page(number) { search(page, "free page") }
    }
  }

  private mutating func searchFilePage(_ number: Int, _ pages: SQLitePages, _ walk: SQLiteWalk) {
    let words: String
    if number > pages.count {
      words = "page behind the end,"
    } else if pages.log?.overrides(number) == true {
      words = "earlier content of page"
    } else if !walk.visited.contains(number) {
      words = "free page"
    } else {
      return
    }
    if let page = try? pages.filePage(number, isCutOff: true) { search(page, words) }
  }

  /// Searches the images in a log that don't count any more, or all of them.
  mutating func searchFrames(of log: SQLiteLog, all: Bool = false) throws(FileFailure) {
    let frames = try log.frames()
    var places: [Int: [Int]] = [:]
    for (index, frame) in frames.enumerated() { places[frame.page, default: []].append(index) }
    for (index, frame) in frames.enumerated() where all || !frame.isLive {
      guard let page = try? log.page(frame.page, at: frame.offset, isCutOff: true) else { continue }
      let words = "old frame \(index + 1) of the write-ahead log"
      search(page, [0..<page.count], words) { number in
        // What was written together stands together.
        let nearest = (places[number] ?? []).min { abs($0 - index) < abs($1 - index) }
        return nearest.flatMap { try? log.page(number, at: frames[$0].offset) }
      }
    }
  }

  /// Searches the page images of a rollback journal, whatever its header says.
  mutating func searchJournal(_ journal: DocumentContent, pageSize: Int) throws(FileFailure) {
    let images = try SQLiteJournal(journal, pageSize: pageSize)
    for (number, offset) in images.images {
      guard let page = images.page(number, at: offset) else { continue }
      search(page, [0..<page.count], "journal, earlier content of page \(number)") { number in
        images.places[number].flatMap { images.page(number, at: $0) }
      }
    }
  }
}
