import Archive
import POSIX
import Secrets

/// Finds the states in an archive, member by member; nothing is written to disk.
struct ArchiveScan {
  let origin: DocumentOrigin
  let context: ScanContext
  let send: (ScanEvent) throws(ScanStopped) -> Void

  /// Reads an archive and gives back how many states it has.
  func read(_ document: DocumentContent, _ kind: ContainerKind) throws(ScanStopped) -> Int {
    guard context.depth < context.limits.archives.depth else {
      try fail(
        .beyondLimit(
          "\(context.limits.archives.depth) archives inside each other; this one was not read"
        )
      )
      return 0
    }
    let packing: ArchiveSource.Packing
    switch kind {
    case .archive: packing = .plain
    case .compressed: packing = .compressed
    case .androidBackup:
      guard let backup = try open(document) else { return 0 }
      packing = .androidBackup(backup)
    }
    let budget =
      context.budget
      ?? ArchiveBudget(context.limits.archives, packedBytes: document.head.size)
    let states = try read(.document(document, packing), budget, kind)
    if document.hasChanged {
      try fail(.unreadable("\(FileFailure(.read, origin.file, .changing))"))
    }
    return states
  }

  /// Reads one that is too large for memory as it comes out of the archive around it.
  func read(
    member number: Int,
    of outer: ArchiveSource,
    through input: MemberInput,
    _ kind: ContainerKind
  ) throws(ScanStopped) -> Int {
    guard let budget = context.budget, context.depth < context.limits.archives.depth else {
      try fail(.beyondLimit("it is an archive too deep inside others; it was not read"))
      return 0
    }
    let source = ArchiveSource.member(outer, number, isCompressed: kind == .compressed)
    let reader: ArchiveReader
    do throws(ArchiveFailure) {
      reader = try ArchiveReader(
        input,
        budget: budget,
        isCompressedFile: kind == .compressed,
        goesOn: true
      )
    } catch {
      try fail(error.reason)
      return 0
    }
    return try read(reader, source, budget, kind)
  }

  private func read(
    _ source: ArchiveSource,
    _ budget: ArchiveBudget,
    _ kind: ContainerKind
  ) throws(ScanStopped) -> Int {
    let reader: ArchiveReader
    do throws(ArchiveFailure) {
      reader = try source.open(budget)
    } catch {
      try fail(error.reason)
      return 0
    }
    return try read(reader, source, budget, kind)
  }

  private func read(
    _ reader: ArchiveReader,
    _ source: ArchiveSource,
    _ budget: ArchiveBudget,
    _ kind: ContainerKind
  ) throws(ScanStopped) -> Int {
    let index = ArchiveIndex(source, context.limits)
    var states = 0
    var files = 0
    var links = 0
    var number = 0
    while true {
      let member: ArchiveMember
      do throws(ArchiveFailure) {
        guard let next = try reader.next() else { break }
        member = next
      } catch {
        try fail(error.reason)
        return states
      }
      if member.kind != .folder {
        let isLink = member.kind == .symlink || member.kind == .hardLink
        (files, links) = isLink ? (files, links + 1) : (files + 1, links)
        let scan = MemberScan(
          member: member,
          number: number,
          origin: origin.member(member.name.bytes.isEmpty ? origin.unpackedName : member.name),
          context: context.inside(budget),
          send: send
        )
        states += try scan.read(reader, of: source, index)
      } else if let folder = origin.placeFolder(member.name) {
        try send(.coverage(CoverageNote(folder, .listed)))
      }
      number += 1
    }
    guard files == 0 else { return states }
    // Apps keep empty archives; what was copied from a device has something in it.
    if context.depth == 0, origin.owner.app == nil {
      try fail(.unreadable(links > 0 ? FailedPull.onlyLinks : FailedPull.emptyContainer(kind)))
    } else {
      try send(.coverage(CoverageNote(origin, .read)))
    }
    return states
  }

  /// An Android backup that can be read; what was said if it cannot.
  private func open(_ document: DocumentContent) throws(ScanStopped) -> AndroidBackup.Opened? {
    do throws(BackupFailure) {
      let backup = try AndroidBackup(document.head)
      if let opened = try backup.open(context.password) { return opened }
    } catch {
      try fail(error.reason)
      return nil
    }
    try send(
      .coverage(
        CoverageNote(origin, .sealed("Android backup, AES-256: --password-file FILE opens it"))
      )
    )
    return nil
  }

  func fail(_ reason: ScanFailure.Reason) throws(ScanStopped) {
    try send(.failure(ScanFailure(origin, reason: reason)))
  }
}

extension ArchiveFailure {
  /// The same in a scan's words.
  var reason: ScanFailure.Reason {
    switch self {
    case .beyondLimit(let words): .beyondLimit(words)
    case .damaged, .damagedMember, .libraryMissing, .unreadable: .unreadable("\(self)")
    }
  }
}
