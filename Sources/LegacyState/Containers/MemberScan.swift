import Archive
import POSIX
import Secrets

/// Finds the states in one member of an archive.
struct MemberScan {
  let member: ArchiveMember
  /// How many members stand before it.
  let number: Int
  let origin: DocumentOrigin
  /// The context of what is in the archive.
  let context: ScanContext
  let send: (ScanEvent) throws(ScanStopped) -> Void

  /// Reads the reader's current member and gives back how many states it has.
  func read(
    _ reader: ArchiveReader,
    of source: ArchiveSource,
    _ index: ArchiveIndex
  ) throws(ScanStopped) -> Int {
    let verdict = context.verdict(on: origin)
    // A member that cannot be opened has nothing in it that could be wanted.
    guard verdict == .wanted || verdict == .onTheWay && member.isReadable else {
      return try leaveOut()
    }
    guard member.kind == .file else {
      try send(.coverage(CoverageNote(origin, .skipped(member.kind.rawValue))))
      return 0
    }
    guard !member.isEncrypted else {
      try send(.coverage(CoverageNote(origin, .sealed("a member with a password"))))
      return 0
    }
    let contents: ArchiveReader.Contents
    do throws(ArchiveFailure) {
      contents = try reader.contents(limit: context.limits.documentBytes)
    } catch {
      try fail(error.reason)
      return 0
    }
    switch contents {
    case .whole(let bytes):
      let document = DocumentContent(
        bytes,
        name: member.name.lastComponent.text,
        limits: context.limits,
        companions: ArchiveCompanions(index: index, beside: member.name)
      )
      return try FileScan(origin: origin, context: context, send: send).read(document)
    case .start(let bytes):
      return try readLarge(bytes, reader, source)
    }
  }

  /// What is too large for memory is read as an archive, or searched.
  private func readLarge(
    _ start: SecretBytes,
    _ reader: ArchiveReader,
    _ source: ArchiveSource
  ) throws(ScanStopped) -> Int {
    let head = DocumentContent(start, name: "", limits: context.limits).head
    if let kind = ContainerKind.of(head), kind != .androidBackup {
      let scan = ArchiveScan(origin: origin, context: context, send: send)
      let input = MemberInput(reader, behind: MemoryInput(start))
      return try scan.read(member: number, of: source, through: input, kind)
    }
    guard context.verdict(on: origin) == .wanted else { return try leaveOut() }
    var isMarked = start.withBytes { Marks.occur(in: $0) }
    do throws(ArchiveFailure) {
      if !isMarked { isMarked = try search(behind: start, reader) }
    } catch {
      try fail(error.reason)
      return 0
    }
    let size = context.limits.documentBytes >> 20
    if isMarked {
      try fail(
        .beyondLimit(
          "it has marks of AppAuth state and more than \(size) MiB: unpack it, and audit it alone"
        )
      )
    } else {
      try send(.coverage(CoverageNote(origin, .searched)))
    }
    return 0
  }

  private func search(
    behind start: SecretBytes,
    _ reader: ArchiveReader
  ) throws(ArchiveFailure) -> Bool {
    let step = 1 << 20
    var buffer = [UInt8](repeating: 0, count: Marks.overlap + step)
    defer { wipe(&buffer) }
    start.withBytes { bytes in
      for index in 0..<Marks.overlap { buffer[index] = bytes[bytes.count - Marks.overlap + index] }
    }
    while true {
      let filled = Marks.overlap + (try reader.fill(&buffer, from: Marks.overlap))
      if filled == Marks.overlap { return false }
      if Marks.occur(in: buffer.span.extracting(0..<filled)) { return true }
      for index in 0..<Marks.overlap { buffer[index] = buffer[filled - Marks.overlap + index] }
    }
  }

  private func leaveOut() throws(ScanStopped) -> Int {
    try send(.coverage(CoverageNote(origin, .leftOut(isFolder: false))))
    return 0
  }

  private func fail(_ reason: ScanFailure.Reason) throws(ScanStopped) {
    try send(.failure(ScanFailure(origin, reason: reason)))
  }
}

extension ArchiveMember {
  fileprivate var isReadable: Bool { kind == .file && !isEncrypted }
}
