import Archive
import JSON
import POSIX
import Secrets

/// Gives one document to its reader and completes what that finds.
struct FileScan {
  let origin: DocumentOrigin
  let context: ScanContext
  let send: (ScanEvent) throws(ScanStopped) -> Void

  /// Reads a document and gives back how many states it has.
  func read(_ document: DocumentContent) throws(ScanStopped) -> Int {
    let kind = ContainerKind.of(document.head)
    switch context.verdict(on: origin) {
    case .wanted: break
    case .onTheWay where kind != nil: break
    case .onTheWay, .unwanted:
      try send(.coverage(CoverageNote(origin, .leftOut(isFolder: false))))
      return 0
    }
    if let reason = FailedPull.reason(document, origin) {
      try fail(.unreadable(reason))
      return 0
    }
    if let kind {
      return try ArchiveScan(origin: origin, context: context, send: send).readAll(document, kind)
    }
    if document.head.utf16 != nil, document.head.size <= context.limits.documentBytes {
      return try readWide(document)
    }
    if UTF32Document.isStart(document.head) { return try readUTF32(document) }
    return try readPlain(document)
  }

  /// Reads the text of a document in UTF-32; what is found in it is not taken out.
  private func readUTF32(_ document: DocumentContent) throws(ScanStopped) -> Int {
    guard document.head.size <= context.limits.documentBytes else {
      let size = context.limits.documentBytes >> 20
      try fail(.beyondLimit("a text in UTF-32 of more than \(size) MiB was not read"))
      return 0
    }
    guard let bytes = try whole(document) else { return 0 }
    guard let text = UTF32Document(bytes) else { return try readPlain(document) }
    return try readText(text.text, of: document, isExact: false) { text.locator($0) }
  }

  /// Reads the text of a document in UTF-16 as if it were in UTF-8; its places are those in the document.
  private func readWide(_ document: DocumentContent) throws(ScanStopped) -> Int {
    guard let bytes = try whole(document) else { return 0 }
    guard let wide = WideDocument(bytes) else { return try readPlain(document) }
    return try readText(wide.text, of: document, isExact: wide.isExact) { wide.locator($0) }
  }

  /// All its bytes; nil, and told, if the system refuses.
  private func whole(_ document: DocumentContent) throws(ScanStopped) -> SecretBytes? {
    do throws(FileFailure) {
      return try document.whole()
    } catch {
      try fail(.unreadable("\(error)"))
      return nil
    }
  }

  /// Reads what a document spells; `locate` gives the places in the document.
  private func readText(
    _ text: SecretBytes,
    of document: DocumentContent,
    isExact: Bool,
    locate: @escaping (Locator) -> Locator
  ) throws(ScanStopped) -> Int {
    let inner = FileScan(origin: origin, context: context) { event throws(ScanStopped) in
      switch event {
      case .state(var state):
        state.source = StateSource(origin, locator: locate(state.source.locator))
        // What does not come out the same when written again cannot be taken apart.
        if !isExact, state.removal == .exact { state.removal = .no }
        try send(.state(state))
      case .failure(let failure):
        let locator = failure.locator.map(locate)
        try send(.failure(ScanFailure(origin, locator: locator, reason: failure.reason)))
      case .coverage, .progress: try send(event)
      }
    }
    let states = try inner.readPlain(document.rewritten(as: text))
    try tellChange(of: document)
    return states
  }

  private func readPlain(_ document: DocumentContent) throws(ScanStopped) -> Int {
    guard let reader = Documents.reader(for: document.head) else {
      if let states = try readPacked(document) { return states }
      return try readCarrier(document)
    }
    let look: FirstLook
    do throws(FileFailure) {
      look =
        if case .known(let look) = document.look { look } else { try reader.look(at: document) }
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    guard look.promise != .nothing else {
      // What begins like JSON may be what a debugger printed, or a log whose lines have requests in them.
      if look.namesTokens, reader.kind == .json || reader.kind == .jsonLines,
        try holdsTokens(document)
      {
        return try readForeign(document)
      }
      try send(.coverage(CoverageNote(origin, .searched, kind: reader.kind)))
      try tellChange(of: document)
      return 0
    }
    if look.promise == .unmarked, look.namesTokens, reader.kind == .json,
      try holdsTokens(document), !isJSON(document)
    {
      return try readForeign(document)
    }
    let isLarge = reader.kind == .json && document.head.size > context.limits.documentBytes
    return try read(
      document,
      with: isLarge ? LargeJSON.self : reader,
      isMarked: look.promise == .marked
    )
  }

  /// Whether what begins like JSON is JSON; a dictionary that Swift prints begins so as well.
  private func isJSON(_ document: DocumentContent) -> Bool {
    guard let bytes = try? document.whole() else { return true }
    return (try? JSONDocument(parsing: bytes, dialect: .androidState)) != nil
      || JSONLines.follow(in: bytes)
  }

  private func read(
    _ document: DocumentContent,
    with reader: any DocumentReader.Type,
    isMarked: Bool,
    _ note: CoverageNote? = nil
  ) throws(ScanStopped) -> Int {
    var states = 0
    var placeholders = 0
    var failures = 0
    var status = CoverageNote.Status.read
    var isFull = false
    do throws(ScanStopped) {
      try reader.read(document) { finding throws(ScanStopped) in
        switch finding {
        case .sealed(let how):
          status = .sealed(how)
        case .unread(let what):
          status = .notRead(what)
        case .failure(let reason, let locator):
          // Without a mark of AppAuth a broken file is nobody's business.
          guard isMarked || reason.countsAnywhere else { return }
          failures += 1
          if failures < context.limits.failuresPerFile {
            try fail(locator == nil ? begun(reason, in: document) : reason, locator)
          } else if failures == context.limits.failuresPerFile {
            try fail(.beyondLimit("there are more errors than \(failures) in this file"))
          }
        case .state(let found, _):
          guard let state = found.withoutPlaceholders else {
            placeholders += 1
            return
          }
          guard states < context.limits.statesPerFile else {
            isFull = true
            throw ScanStopped()
          }
          // One that waits for another state to vouch for it is counted then.
          if state.awaitedEndpoint == nil { states += 1 }
          try send(.state(complete(state)))
        }
      }
    } catch {
      guard isFull else { throw error }
      try fail(.beyondLimit("there are more states than \(states) in this file"))
    }
    var unseen: ScanFailure.Reason?
    if isMarked, states + placeholders + failures == 0, status == .read, note == nil {
      // A state in a comment, behind a prefix or in a name: the reader looks only where values stand.
      // A plain member of a JSON document was seen, and is something else.
      let isJSON = reader.kind == .json || reader.kind == .jsonLines
      do throws(FileFailure) {
        if try document.contains({ Marks.introduceObject(in: $0, onlyEscaped: isJSON) }) {
          unseen = .unreadFormat("a place that is no value")
        }
      } catch {
        unseen = .unreadable("\(error)")
      }
    }
    if let unseen { try fail(unseen) }
    try send(.coverage(note ?? CoverageNote(origin, status, kind: reader.kind)))
    if note != nil, isMarked, states + placeholders == 0 { try fail(.unreadFormat("the file")) }
    try tellChange(of: document)
    return states
  }

  /// A document that cannot be read as a whole and has a state in it is more than a broken file.
  private func begun(
    _ reason: ScanFailure.Reason,
    in document: DocumentContent
  ) -> ScanFailure.Reason {
    guard case .malformed(let words) = reason,
      (try? document.contains({ Marks.introduceObject(in: $0) })) == true
    else { return reason }
    return .brokenState(words)
  }

  /// Reads what is packed in a document that no reader takes; nil if there is nothing.
  private func readPacked(_ document: DocumentContent) throws(ScanStopped) -> Int? {
    let opened: PackedFile.Opened?
    do throws(FileFailure) {
      opened = try PackedFile.open(document, context.limits)
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    switch opened {
    case nil: return nil
    case .unread(let reason):
      try fail(reason)
      try send(.coverage(CoverageNote(origin, .read)))
      return 0
    case .documents(let contents, let isAll):
      guard context.depth < context.limits.archives.depth else {
        let words = "\(context.limits.archives.depth) archives inside each other"
        try fail(.beyondLimit("\(words); this one was not read"))
        return 0
      }
      let budget =
        context.budget ?? ArchiveBudget(context.limits.archives, packedBytes: document.head.size)
      let inner = FileScan(
        origin: origin.member(origin.unpackedName),
        context: context.inside(budget),
        send: send
      )
      var states = 0
      for content in contents where !content.isEmpty {
        let name = origin.unpackedName.text
        states += try inner.read(DocumentContent(content, name: name, limits: context.limits))
      }
      if !isAll { try fail(.valuesUnread("what stands behind its compressed data was not read")) }
      return states
    }
  }

  /// Reads an archive that a program or picture carries, and all around; what was not packed is found once.
  private func readCarrier(_ document: DocumentContent) throws(ScanStopped) -> Int {
    var known: Set<Fingerprint> = []
    let carried = FileScan(origin: origin, context: context) { event throws(ScanStopped) in
      if case .state(let state) = event { known.insert(state.contentDigest) }
      try send(event)
    }
    let states = try carried.readCarried(document)
    guard !known.isEmpty else { return try states + readForeign(document) }
    let around = FileScan(origin: origin, context: context) { event throws(ScanStopped) in
      if case .state(let state) = event, known.contains(state.contentDigest) { return }
      try send(event)
    }
    return try states + around.readForeign(document)
  }

  private func readCarried(_ document: DocumentContent) throws(ScanStopped) -> Int {
    let archive: DocumentContent?
    do throws(FileFailure) {
      guard let start = try CarriedArchive.start(in: document) else { return 0 }
      let count = document.head.size - start
      archive =
        count <= context.limits.documentBytes
        ? document.rewritten(as: try document.piece(at: start, count: count)) : nil
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    guard let archive else {
      let size = context.limits.documentBytes >> 20
      let words = "an archive of more than \(size) MiB stands in it behind something else"
      try fail(.valuesUnread("\(words): unpack it, and audit that"))
      return 0
    }
    guard let kind = ContainerKind.of(archive.head) else { return 0 }
    return try ArchiveScan(origin: origin, context: context, send: send).read(archive, kind)
  }

  /// What was written while a file was read may be what nobody saw.
  private func tellChange(of document: DocumentContent) throws(ScanStopped) {
    guard document.hasChanged else { return }
    try fail(.unreadable("\(FileFailure(.read, origin.file, .changing))"))
  }

  private func holdsTokens(_ document: DocumentContent) throws(ScanStopped) -> Bool {
    do throws(FileFailure) {
      return try document.contains { LooseText.holdsTokens($0) }
    } catch {
      try fail(.unreadable("\(error)"))
      return false
    }
  }

  /// What no reader takes is searched for what a state looks like, so that it can't be mistaken for clean.
  private func readForeign(_ document: DocumentContent) throws(ScanStopped) -> Int {
    let name = UnreadFormat.name(of: document.head)
    let look: ForeignLook
    do throws(FileFailure) {
      look =
        if case .foreign(let look) = document.look { look } else {
          try Self.foreignLook(at: document)
        }
    } catch {
      try fail(.unreadable("\(error)"))
      return 0
    }
    // What stands there as text is read.
    let store =
      look.holdsStore && !look.holdsState ? ObjectStore.name(of: document.head.bytes) : nil
    let note = CoverageNote(origin, (name ?? store).map { .notRead($0) } ?? .searched)
    guard look.isMarked else {
      try send(.coverage(note))
      if look.holdsState || store != nil { try fail(.unreadFormat(name ?? store ?? "the file")) }
      try tellChange(of: document)
      return 0
    }
    let states = try read(document, with: LooseText.self, isMarked: look.holdsState, note)
    if let store, states == 0 { try fail(.unreadFormat(store)) }
    return states
  }

  /// Looks at a document before its turn; nil if that is no use, or fails, which is told when its turn comes.
  static func look(at document: DocumentContent) -> EarlyLook? {
    guard ContainerKind.of(document.head) == nil, document.head.utf16 == nil,
      !UTF32Document.isStart(document.head)
    else { return nil }
    guard let reader = Documents.reader(for: document.head) else {
      return (try? foreignLook(at: document)).map { .foreign($0) }
    }
    return (try? reader.look(at: document)).map { .known($0) }
  }

  private static func foreignLook(
    at document: DocumentContent
  ) throws(FileFailure) -> ForeignLook {
    let name = UnreadFormat.name(of: document.head)
    var look = ForeignLook()
    var namesTokens = false
    _ = try document.contains { bytes in
      let kinds = MarkSieve.shared.kinds(in: bytes)
      namesTokens = namesTokens || kinds.contains(.tokenName)
      let shows = kinds.contains(.mark) && Marks.occur(in: bytes)
      // What holds a state shows a mark as well: almost every file is done after one look.
      if shows, !look.holdsState {
        look.holdsState = UnreadFormat.holdsState(bytes, isContainer: name != nil)
      }
      if name == nil, !look.isMarked {
        look.isMarked = shows || LooseText.mayHoldUnmarked(bytes, kinds)
      }
      return look.holdsState && (look.isMarked || name != nil)
    }
    if namesTokens, !look.holdsState, !document.head.bytes.allSatisfy(UTF16Text.isASCIIText) {
      // Names and tokens stand further apart than a mark is long.
      look.holdsStore = try document.containsPiece(of: 1 << 20) { bytes, _ in
        ObjectStore.occurs(in: bytes, document.head)
      }
    }
    return look
  }

  private func complete(_ state: LegacyAuthState) -> LegacyAuthState {
    var state = state
    state.source = StateSource(origin, locator: state.source.locator)
    state.app = origin.owner.app
    if !origin.inner.isEmpty { state.removal = .no }
    return state
  }

  private func fail(
    _ reason: ScanFailure.Reason,
    _ locator: Locator? = nil
  ) throws(ScanStopped) {
    try send(.failure(ScanFailure(origin, locator: locator, reason: reason)))
  }
}
