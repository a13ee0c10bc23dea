import Archive
import POSIX
import Secrets

/// The bytes of a document: whole in memory, or read from a file piece by piece.
struct DocumentContent: Sendable {
  let head: DocumentHead
  let limits: ScanLimits
  /// The last component of its name as the system has it.
  let fileName: Path
  /// What lies beside it; nil for a document that came alone.
  let companions: (any Companions)?
  private let source: Source
  /// What was found by looking at all of it before its turn, if anybody did.
  var look: EarlyLook?

  private enum Source: Sendable {
    case memory(SecretBytes)
    case file(File, FileStatus)
  }

  init(
    _ bytes: SecretBytes,
    name: String,
    limits: ScanLimits,
    companions: (any Companions)? = nil
  ) {
    self.init(bytes, name: name, fileName: Path(name).lastComponent, limits, companions)
  }

  private init(
    _ bytes: SecretBytes,
    name: String,
    fileName: Path,
    _ limits: ScanLimits,
    _ companions: (any Companions)?
  ) {
    self.source = .memory(bytes)
    self.fileName = fileName
    self.limits = limits
    self.companions = companions
    let start = bytes.withBytes { span in
      (0..<min(span.count, DocumentHead.length)).map { span[$0] }
    }
    self.head = DocumentHead(name: name.lowercased(), size: bytes.count, bytes: start)
  }

  init(
    _ file: File,
    _ status: FileStatus,
    name: String,
    limits: ScanLimits,
    companions: (any Companions)? = nil
  ) throws(FileFailure) {
    self.source = .file(file, status)
    // What was unpacked lies in a file without a name.
    let given = Path(name).lastComponent
    let own = file.path.lastComponent
    self.fileName = own.text == given.text ? own : given
    self.limits = limits
    self.companions = companions
    let start = try file.read(at: 0, count: min(status.size, DocumentHead.length))
    self.head = DocumentHead(name: name.lowercased(), size: status.size, bytes: start)
  }

  /// All of it at once.
  func whole() throws(FileFailure) -> SecretBytes {
    switch source {
    case .memory(let bytes): bytes
    case .file(let file, _): try Self.whole(file, limit: limits.documentBytes)
    }
  }

  /// All of it at once; nil if it cannot be read, which is told then.
  func whole(orTell emit: Emit) throws(ScanStopped) -> SecretBytes? {
    do throws(FileFailure) {
      return try whole()
    } catch {
      try emit(.failure(.unreadable("\(error)"), nil))
      return nil
    }
  }

  /// A file that changes while it is read is read once more.
  private static func whole(_ file: File, limit: Int) throws(FileFailure) -> SecretBytes {
    do throws(FileFailure) {
      return try file.readAll(limit: limit)
    } catch {
      guard error.reason == .changing else { throw error }
      return try file.readAll(limit: limit)
    }
  }

  /// The same document with other bytes: what its text is in UTF-8.
  func rewritten(as bytes: SecretBytes) -> DocumentContent {
    DocumentContent(bytes, name: head.name, fileName: fileName, limits, companions)
  }

  /// Whether the file was written to since it was opened.
  var hasChanged: Bool {
    guard case .file(let file, let status) = source else { return false }
    return (try? file.status().isUnchanged(since: status)) != true
  }

  /// A piece; fewer bytes only at the end.
  func piece(at offset: Int, count: Int) throws(FileFailure) -> SecretBytes {
    switch source {
    case .memory(let bytes):
      bytes.withBytes { span in
        let start = min(max(offset, 0), span.count)
        let range = start..<min(start + max(count, 0), span.count)
        return SecretBytes(copying: span.extracting(range))
      }
    case .file(let file, _):
      try file.readSecret(at: offset, count: count)
    }
  }

  /// Its bytes as an archive is read.
  func archiveInput(from start: Int = 0) -> any ArchiveInput {
    switch source {
    case .memory(let bytes): MemoryInput(bytes, from: start)
    case .file(let file, let status): FileInput(file, from: start, size: status.size)
    }
  }

  /// Where the next bytes stand that may be other than zero; nil if none follow.
  func nextData(from offset: Int) throws(FileFailure) -> Range<Int>? {
    switch source {
    case .memory(let bytes): offset < bytes.count ? offset..<bytes.count : nil
    case .file(let file, _): try file.nextData(from: offset)
    }
  }

  /// All bytes in memory already, if they are.
  var inMemory: SecretBytes? {
    guard case .memory(let bytes) = source else { return nil }
    return bytes
  }

  /// Whether `condition` holds for any piece of it; the pieces overlap by more than a mark.
  func contains(_ condition: (Span<UInt8>) -> Bool) throws(FileFailure) -> Bool {
    try containsPiece { bytes, _ in condition(bytes) }
  }

  /// Whether `condition` holds for any piece of it, given where that begins.
  ///
  /// - Parameters:
  ///   - unit: A piece begins at a multiple of so many bytes, or where a hole ends.
  ///   - overlap: How many bytes of the next piece each has at its end.
  ///   - condition: Looks at a piece.
  /// - Returns: Whether it holds for any.
  /// - Throws: If the system refuses to read.
  func containsPiece(
    of unit: Int = 1,
    overlap: Int = Marks.overlap,
    _ condition: (Span<UInt8>, _ offset: Int) -> Bool
  ) throws(FileFailure) -> Bool {
    switch source {
    case .memory(let bytes):
      return bytes.withBytes { condition($0, 0) }
    case .file(let file, _):
      let step = max(Self.pieceBytes / unit, 1) * unit
      return try Self.contains(file, size: head.size, step: step, overlap: overlap, condition)
    }
  }

  /// What was just read is still in the processor's cache when it is looked at.
  private static let pieceBytes = 256 << 10

  /// One buffer serves all pieces: getting a new one from the system would cost more than the search.
  private static func contains(
    _ file: File,
    size: Int,
    step: Int,
    overlap: Int,
    _ condition: (Span<UInt8>, Int) -> Bool
  ) throws(FileFailure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(size, step + overlap))
    defer { wipe(&buffer) }
    var offset = 0
    while offset < size, let data = try file.nextData(from: offset) {
      // No mark reaches into a hole, which reads as zeros.
      offset = data.lowerBound
      let end = min(data.upperBound, size)
      while offset < end {
        var target = buffer.mutableSpan
        let got = try file.read(at: offset, into: &target)
        if got == 0 { return false }
        if condition(buffer.span.extracting(0..<got), offset) { return true }
        offset = min(offset + step, end)
      }
    }
    return false
  }
}
