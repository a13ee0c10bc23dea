import Archive
import POSIX
import Secrets

extension ArchiveScan {
  /// How many archives behind each other are read; each is copied with all that follow it.
  private static let mostBehind = 64

  /// Reads an archive, and what stands in its file beside the members: in a comment, or behind its end.
  func readAll(_ document: DocumentContent, _ kind: ContainerKind) throws(ScanStopped) -> Int {
    var states = 0
    var part = document
    var base = 0
    for _ in 0..<Self.mostBehind {
      var known: Set<Fingerprint> = []
      let scan = ArchiveScan(origin: origin, context: context) { event throws(ScanStopped) in
        if case .state(let state) = event { known.insert(state.contentDigest) }
        try send(event)
      }
      let kind = base == 0 ? kind : ContainerKind.of(part.head)
      guard let kind else { return states }
      states += try scan.read(part, kind)
      guard context.verdict(on: origin) == .wanted, let rest = try remainder(of: part, kind) else {
        return states
      }
      switch rest {
      case .nothing: return states
      case .behind(let end, let start):
        states += try readRaw(part, from: end, base: base, besides: [])
        guard let next = try archive(in: part, from: start) else { return states }
        part = next
        base += start
      case .anywhere:
        return try states + readRaw(part, from: 0, base: base, besides: known)
      case .from(let start):
        guard let next = try archive(in: part, from: start) else {
          return try states + readRaw(part, from: start, base: base, besides: [])
        }
        part = next
        base += start
      }
    }
    try fail(.valuesUnread("more than \(Self.mostBehind) archives stand behind each other in it"))
    return states
  }

  private func remainder(
    of document: DocumentContent,
    _ kind: ContainerKind
  ) throws(ScanStopped) -> ArchiveRemainder? {
    do throws(FileFailure) {
      switch kind {
      case .archive: return try ArchiveRemainder.of(document)
      case .compressed:
        guard let place = try GzipRemainder.of(document, context.limits) else { return .anywhere }
        return .behind(place.end, archive: place.next)
      case .androidBackup:
        guard let backup = try? AndroidBackup(document.head), !backup.isEncrypted else {
          return nil
        }
        if backup.isCompressed { return .anywhere }
        return try ArchiveRemainder.of(document, from: backup.start)
      }
    } catch {
      try fail(.unreadable("\(error)"))
      return nil
    }
  }

  /// What begins at a byte of an archive's file, if it is another archive.
  private func archive(
    in document: DocumentContent,
    from start: Int
  ) throws(ScanStopped) -> DocumentContent? {
    guard start > 0 else { return nil }
    let count = document.head.size - start
    do throws(FileFailure) {
      let head = try document.piece(at: start, count: min(count, DocumentHead.length))
      guard ContainerKind.of(document.rewritten(as: head).head) != nil else { return nil }
      if count <= context.limits.documentBytes {
        return document.rewritten(as: try document.piece(at: start, count: count))
      }
    } catch {
      try fail(.unreadable("\(error)"))
      return nil
    }
    let size = context.limits.documentBytes >> 20
    try fail(.valuesUnread("an archive of more than \(size) MiB stands behind the end of this one"))
    return nil
  }

  /// Searches bytes that no reader knows for states as they stand; they are found, and cannot be taken out.
  private func readRaw(
    _ document: DocumentContent,
    from start: Int,
    base: Int,
    besides known: Set<Fingerprint>
  ) throws(ScanStopped) -> Int {
    // Compressed data has no marks, and stored data was read.
    var isMarked = start > 0
    do throws(FileFailure) {
      if !isMarked { isMarked = try document.contains { Marks.occur(in: $0) } }
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    guard isMarked else { return 0 }
    var states = 0
    // A request in a member was found there, and its surroundings would be others here.
    let isText = !document.head.bytes.contains(0)
    try LooseText.read(document, from: start, base: base, seekingTokens: isText) {
      finding throws(ScanStopped) in
      switch finding {
      case .state(let found, _):
        guard !known.contains(found.contentDigest), var state = found.withoutPlaceholders else {
          return
        }
        state.source = StateSource(origin, locator: state.source.locator)
        state.app = origin.owner.app
        state.removal = .no
        states += 1
        try send(.state(state))
      case .failure(let reason, let locator):
        guard reason.countsAnywhere, known.isEmpty else { return }
        try send(.failure(ScanFailure(origin, locator: locator, reason: reason)))
      case .sealed, .unread: return
      }
    }
    guard states == 0, known.isEmpty else { return states }
    do throws(FileFailure) {
      let count = min(document.head.size - start, context.limits.documentBytes)
      let rest = try document.piece(at: start, count: count)
      guard rest.withBytes({ UnreadFormat.holdsState($0, isContainer: true) }) else { return 0 }
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    try fail(.unreadFormat("what stands beside the members of this archive"))
    return 0
  }
}
