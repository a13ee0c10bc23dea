import CArchive
import POSIX
package import Secrets

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads an archive front to back, one member after the other; the safe face of libarchive.
///
/// Zip, tar, 7-Zip and cpio, each compressed with gzip, bzip2, xz, Zstandard or lz4; a compressed file that is no
/// archive has one member. Nothing is ever written or followed: names are only names.
///
/// ```swift
/// let reader = try ArchiveReader(FileInput(file, size: size), budget: budget)
/// while let member = try reader.next() {
///   if case .whole(let bytes) = try reader.contents(limit: 1 << 20) { … }
/// }
/// ```
@safe package final class ArchiveReader {
  private let library: ArchiveLibrary
  private let feed: ArchiveFeed
  private let budget: ArchiveBudget
  private let archive: OpaquePointer
  private static let tarBlock: Int64 = 512

  private var isOver = false
  private var hasMember = false
  /// The current member: what it gave so far, and how much was read when it began.
  private var inflated = 0
  private var consumedBefore = 0

  /// What there is of a member.
  package enum Contents {
    /// All of it.
    case whole(SecretBytes)
    /// As much as was asked for, and there is more.
    case start(SecretBytes)
  }

  /// Begins to read; the first bytes decide on the format.
  ///
  /// - Parameters:
  ///   - input: The archive.
  ///   - budget: What it may cost, shared with the archives around it.
  ///   - isCompressedFile: Whether it may be a single compressed file.
  ///   - goesOn: Whether tars behind its end belong to it; what is no tar there is damage.
  /// - Throws: `libraryMissing`, `unreadable`, or `damaged` if it is no archive.
  package init(
    _ input: any ArchiveInput,
    budget: ArchiveBudget,
    isCompressedFile: Bool = false,
    goesOn: Bool = false
  ) throws(ArchiveFailure) {
    guard let library = ArchiveLibrary.loaded else { throw .libarchiveMissing }
    guard let archive = unsafe library.functions.pointee.read_new() else {
      throw .damaged("no memory")
    }
    self.library = library
    self.budget = budget
    unsafe self.archive = unsafe archive
    let feed = ArchiveFeed(input)
    self.feed = feed
    let functions = unsafe library.functions
    unsafe appauth_archive_support(functions, archive)
    if isCompressedFile { _ = unsafe functions.pointee.read_support_format_raw(archive) }
    if goesOn {
      _ = unsafe functions.pointee.read_set_format_option(
        archive,
        "tar",
        "read_concatenated_archives",
        "1"
      )
    }
    // This reader keeps the feed for as long as the handle lives, so a borrowed pointer will do.
    let box = unsafe Unmanaged.passUnretained(feed).toOpaque()
    _ = unsafe functions.pointee.read_set_callback_data(archive, box)
    _ = unsafe functions.pointee.read_set_read_callback(archive) { _, box, target in
      unsafe feedOf(box)?.next(target) ?? -1
    }
    if input.size != nil {
      _ = unsafe functions.pointee.read_set_skip_callback(archive) { _, box, count in
        unsafe feedOf(box)?.skip(count) ?? 0
      }
      _ = unsafe functions.pointee.read_set_seek_callback(archive) { _, box, offset, whence in
        unsafe feedOf(box)?.seek(offset, whence) ?? Int64(ARCHIVE_FATAL)
      }
    }
    if unsafe appauth_archive_open(functions, archive) < ARCHIVE_WARN {
      isOver = true
      throw failure()
    }
  }

  deinit {
    _ = unsafe library.functions.pointee.read_free(archive)
  }

  /// Goes to the next member.
  ///
  /// - Returns: What its header says; nil behind the last one.
  /// - Throws: If the rest cannot be read; then there is no next one.
  package func next() throws(ArchiveFailure) -> ArchiveMember? {
    guard !isOver else { return nil }
    let end = try endOfMember()
    var entry: OpaquePointer?
    let result = unsafe appauth_archive_next(library.functions, archive, &entry)
    if result == ARCHIVE_EOF {
      isOver = true
      if let failure = feed.failure { throw failure }
      guard end.map({ position - $0 >= Self.tarBlock }) ?? true else {
        throw .damaged("it ends without the mark that ends a tar, so members may be missing")
      }
      return nil
    }
    guard result >= ARCHIVE_WARN, let entry = unsafe entry else {
      isOver = true
      throw failure()
    }
    hasMember = true
    inflated = 0
    consumedBefore = feed.given
    do {
      try budget.takeMember()
    } catch {
      isOver = true
      throw error
    }
    return try unsafe member(entry)
  }

  /// Where the current member of a tar ends, which libarchive alone would pass over in silence if the file does too.
  ///
  /// POSIX wants two blocks of zeros behind the last one. One of them shows that whoever wrote it came to the end.
  private func endOfMember() throws(ArchiveFailure) -> Int64? {
    let functions = unsafe library.functions
    guard hasMember,
      unsafe functions.pointee.format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_TAR
    else { return nil }
    guard unsafe functions.pointee.read_data_skip(archive) >= ARCHIVE_WARN else {
      isOver = true
      throw failure()
    }
    return position
  }

  /// How many bytes of what the compressions around it hold are read.
  private var position: Int64 { unsafe library.functions.pointee.filter_bytes(archive, 0) }

  private func member(_ entry: OpaquePointer) throws(ArchiveFailure) -> ArchiveMember {
    let functions = unsafe library.functions
    var name: [UInt8] = []
    // A compressed file that is no archive gets a made-up name from libarchive.
    let isNamed =
      unsafe functions.pointee.format(archive) & ARCHIVE_FORMAT_BASE_MASK != ARCHIVE_FORMAT_RAW
    if isNamed, let text = unsafe functions.pointee.entry_pathname(entry) {
      let length = unsafe strlen(text)
      guard length <= budget.limits.nameBytes else {
        isOver = true
        throw .beyondLimit("the name of a member has more than \(budget.limits.nameBytes) bytes")
      }
      name = unsafe UnsafeRawBufferPointer(start: text, count: length).map { $0 }
    }
    let kinds: [ArchiveMember.Kind] = [
      .file, .folder, .hardLink, .symlink, .pipe, .socket, .device,
    ]
    let isSized = unsafe functions.pointee.entry_size_is_set(entry) != 0
    return ArchiveMember(
      name: Path(bytes: name),
      kind: kinds[Int(unsafe appauth_archive_kind(functions, entry))],
      claimedSize: isSized ? Int(clamping: unsafe functions.pointee.entry_size(entry)) : nil,
      isEncrypted: unsafe functions.pointee.entry_is_encrypted(entry) > 0
    )
  }

  /// Reads on in the current member.
  ///
  /// - Parameter buffer: Filled from its start.
  /// - Returns: How many bytes were read; 0 only at the member's end.
  /// - Throws: `damagedMember` or `beyondLimit` if only this one cannot be read on; after anything else
  ///   ``next()`` gives nil.
  package func read(into buffer: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int {
    try unsafe buffer.withUnsafeMutableBytes { (bytes) throws(ArchiveFailure) in
      try unsafe read(into: bytes)
    }
  }

  /// Reads on in the current member until the array is full or the member ends.
  ///
  /// - Parameters:
  ///   - buffer: Filled from `start` on.
  ///   - start: Where in it.
  /// - Returns: How many bytes were read.
  /// - Throws: As ``read(into:)``.
  package func fill(
    _ buffer: inout [UInt8],
    from start: Int
  ) throws(ArchiveFailure) -> Int {
    var span = buffer.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { (bytes) throws(ArchiveFailure) in
      try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
    var filled = 0
    while filled < bytes.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let got = try unsafe read(into: rest)
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
    guard !isOver, unsafe !bytes.isEmpty else { return 0 }
    let functions = unsafe library.functions
    let got = unsafe functions.pointee.read_data(archive, bytes.baseAddress, bytes.count)
    guard got >= 0 else { throw memberFailure(got) }
    inflated += got
    do {
      try budget.take(got)
    } catch {
      isOver = true
      throw error
    }
    guard budget.allows(inflated, from: feed.given - consumedBefore) else {
      // In an archive that is compressed as a whole the rest of the bomb would have to be inflated to pass it.
      isOver = unsafe appauth_archive_skips_cheaply(library.functions, archive) == 0
      throw .beyondLimit(
        "it inflates to more than \(budget.limits.ratio) times its size, as only a bomb does; the rest was not read"
      )
    }
    return got
  }

  /// Reads the current member from its start.
  ///
  /// - Parameter limit: The most bytes to take.
  /// - Returns: All of it, or its start if it is larger.
  /// - Throws: As ``read(into:)``.
  package func contents(limit: Int) throws(ArchiveFailure) -> Contents {
    var pieces: [SecretBytes] = []
    var total = 0
    while true {
      let wanted = min(max(64 << 10, total), limit + 1 - total)
      let piece = try SecretBytes(capacity: wanted) {
        (output: inout OutputSpan<UInt8>) throws(ArchiveFailure) in
        try unsafe output.withUnsafeMutableBufferPointer {
          (buffer, count) throws(ArchiveFailure) in
          unsafe buffer.initialize(repeating: 0)
          count = try unsafe fill(UnsafeMutableRawBufferPointer(buffer))
        }
      }
      pieces.append(piece)
      total += piece.count
      if piece.count < wanted { return .whole(SecretBytes(joining: pieces)) }
      if total > limit { return .start(SecretBytes(joining: pieces)) }
    }
  }

  private func memberFailure(_ code: Int) -> ArchiveFailure {
    if code <= Int(ARCHIVE_FATAL) || feed.failure != nil {
      isOver = true
      return failure()
    }
    guard case .damaged(let words) = failure() else { return failure() }
    return .damagedMember(words)
  }

  /// What the input said, or else libarchive.
  private func failure() -> ArchiveFailure {
    if let failure = feed.failure { return failure }
    guard let text = unsafe library.functions.pointee.error_string(archive) else {
      return .damaged("its format is not known")
    }
    return .damaged(unsafe String(cString: text).neutralised)
  }
}

private func feedOf(_ box: UnsafeMutableRawPointer?) -> ArchiveFeed? {
  guard let box = unsafe box else { return nil }
  return unsafe Unmanaged<ArchiveFeed>.fromOpaque(box).takeUnretainedValue()
}

extension SecretBytes {
  fileprivate convenience init(joining pieces: [SecretBytes]) {
    let total = pieces.reduce(0) { $0 + $1.count }
    self.init(capacity: total) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { target, count in
        for piece in pieces {
          piece.withBytes { source in
            unsafe source.withUnsafeBufferPointer { source in
              let rest = unsafe UnsafeMutableBufferPointer(rebasing: target[count...])
              count += unsafe rest.update(fromContentsOf: source)
            }
          }
        }
      }
    }
  }
}
