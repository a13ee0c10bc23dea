import POSIX
import Secrets

/// A file of a LevelDB store, as Chromium's web views keep localStorage in: a table or the log.
///
/// Blocks are compressed, so that no search of the raw bytes says anything; each file is decoded and its values looked
/// at. A value that a later write replaced, in this file or another of the store, is residue.
enum LevelDB: DocumentReader {
  static let kind = Locator.Kind.levelDB

  /// A log by its first record, a table by its name, for its mark stands at the end.
  static func recognises(_ document: DocumentHead) -> Bool {
    document.isNamed(".ldb", ".sst") || LevelDBLog.begins(document.bytes.span)
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool { true }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    guard bytes.withBytes({ LevelDBTable.ends($0) || LevelDBLog.begins($0) }) else {
      // Its blocks may be compressed, so that the search of its bytes proves nothing.
      try emit(.unread("a damaged LevelDB file"))
      return try LooseText.read(document, emit: emit)
    }
    var candidates: [Candidate] = []
    let isWhole = bytes.withBytes { span in
      entries(in: span) { entry, value in
        guard candidates.count < 100_000, let candidate = Candidate(entry, value) else { return }
        candidates.append(candidate)
      }
    }
    let keys = candidates.map { ($0.entry.key, $0.entry.sequence) }
    var highest = Dictionary(keys, uniquingKeysWith: max)
    if !candidates.isEmpty {
      bytes.withBytes { span in
        _ = entries(in: span) { entry, _ in
          if let known = highest[entry.key], known < entry.sequence {
            highest[entry.key] = entry.sequence
          }
        }
      }
      LevelDBFolder(around: document)?.raise(&highest)
    }
    let layer = Layer(bytes)
    let live = candidates.filter { $0.entry.sequence == highest[$0.entry.key] }
    var storage = WebSecureStorage()
    for candidate in live { storage.take(candidate.name, candidate.text, origin: candidate.origin) }
    for candidate in candidates {
      let isLive = candidate.entry.sequence == highest[candidate.entry.key]
      try read(candidate, isLive: isLive, storage, in: layer, emit: emit)
    }
    if !isWhole {
      try emit(.unread("a damaged LevelDB file"))
      try emit(.failure(.malformed("a block that cannot be read"), nil))
    }
  }

  /// Gives all writes of a file; false if something in it could not be read.
  static func entries(in bytes: Span<UInt8>, _ visit: LevelDBVisit) -> Bool {
    guard LevelDBTable.ends(bytes) else {
      LevelDBLog.read(bytes, visit)
      return true
    }
    // What is kept compresses to a third or so; a bomb of zeros to a sixtieth.
    let limit = min(max(bytes.count, 1 << 20) * 16, 256 << 20)
    return LevelDBTable(bytes, totalLimit: limit)?.read(bytes, visit) ?? false
  }

  private static func read(
    _ candidate: Candidate,
    isLive: Bool,
    _ storage: WebSecureStorage,
    in layer: Layer,
    emit: Emit
  ) throws(ScanStopped) {
    let place = FixedPlace(layer: layer, range: candidate.entry.range)
    var context = ValueContext(kind: kind, path: candidate.path)
    var text = candidate.text
    if WebSecureStorage.isValue(candidate.name) {
      switch storage.open(candidate.name, text, origin: candidate.origin) {
      case .opened(let content):
        text = content
        context.path.append(.decoded("aes-gcm"))
      case .sealed: return try emit(.sealed(WebSecureStorage.sealedName))
      case .foreign: break
      }
    }
    try Values.read(Layer(text, origin: place), context) { finding throws(ScanStopped) in
      guard case .state(var state, let places) = finding else { return try emit(finding) }
      state.removal = .wholeFile
      if !isLive { state.format = .carved }
      try emit(.state(state, places))
    }
  }
}

/// A value that may hold a state, or is of a store that may.
private struct Candidate {
  let entry: LevelDBEntry
  /// The web site, in a store of localStorage.
  let origin: String?
  let name: String
  let text: SecretBytes

  init?(_ entry: LevelDBEntry, _ value: Span<UInt8>) {
    guard !entry.isDeletion, !value.isEmpty else { return nil }
    let key = WebStorageKey(entry.key)
    let name = key?.name ?? String(decoding: entry.key, as: UTF8.self)
    let isSecure = WebSecureStorage.isPart(name)
    let isMarked = Marks.mayOccur(in: value) || value[0] == 0 && value.count & 1 == 1
    guard isSecure || isMarked, let text = WebStorageText.decode(value, isWeb: key != nil),
      isSecure || text.withBytes({ Marks.mayOccur(in: $0) })
    else { return nil }
    self.entry = entry
    self.origin = key?.origin
    self.name = name
    self.text = text
  }

  var path: [Locator.Step] {
    let name = Locator.Step.key(TokenShape.shown(Array(name.utf8)))
    return origin.map { [.key(TokenShape.shown(Array($0.utf8))), name] } ?? [name]
  }
}
