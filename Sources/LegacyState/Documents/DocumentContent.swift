import Archive
import POSIX
import Secrets

/// The bytes of a document: whole in memory, or read from a file piece by piece.
struct DocumentContent {
  let head: DocumentHead
  let limits: ScanLimits
  /// The last component of its name as the system has it.
  let fileName: Path
  /// What lies beside it; nil for a document that came alone.
  let companions: (any Companions)?
  private let source: Source

  private enum Source {
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
    switch source {
    case .memory(let bytes): bytes.withBytes(condition)
    case .file(let file, _): try Self.contains(file, size: head.size, condition)
    }
  }

  /// One buffer serves all pieces: getting a new one from the system would cost more than the search.
  private static func contains(
    _ file: File,
    size: Int,
    _ condition: (Span<UInt8>) -> Bool
  ) throws(FileFailure) -> Bool {
    let step = min(size, 1 << 20)
    var buffer = [UInt8](repeating: 0, count: step + Marks.overlap)
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
        if condition(buffer.span.extracting(0..<got)) { return true }
        offset = min(offset + step, end)
      }
    }
    return false
  }
}
