import POSIX
public import Secrets

/// Finds the state that AppAuth left behind, wherever an app put it.
///
/// Nothing is written, nothing is sent, links are not followed, and everything is bounded. Give it the folder of an
/// app, a dump or a single file:
///
/// ```swift
/// let scanner = LegacyScanner()
/// scanner.scan([.path("data/com.example.app")]) { event in
///   if case .state(let state) = event { print(state.source.path, state.clientID ?? "no client") }
/// }
/// ```
public struct LegacyScanner: Sendable {
  /// One thing to be searched.
  public enum Input: Sendable {
    /// A file or a folder.
    case path(String)
    /// A file or a folder, by the system's own name for it.
    case bytesOfPath([UInt8])
    /// A document that is in memory already, and what to call it.
    case document(SecretBytes, name: String)

    /// What it is called.
    package var given: InputNames.Given {
      switch self {
      case .path(let text): .path(Path(text))
      case .bytesOfPath(let bytes): .path(Path(bytes: bytes))
      case .document(_, let name): .document(Path(name))
      }
    }
  }

  /// How much is read of each input.
  public var limits: ScanLimits
  /// The password of encrypted backups.
  public var password: SecretBytes?
  /// Whether the `.bak` twin of a SharedPreferences file that is named alone is looked at with it: Android reads it
  /// first, so who deletes in the one means both.
  public var includesTwins = false
  /// What the inputs are called, where they are not all scanned in one call.
  package var names: InputNames?
  /// Which documents are looked at, by their paths below each input.
  public var filter = PathFilter()

  /// Sets up a scan.
  ///
  /// - Parameter limits: How much is read of each input.
  public init(limits: ScanLimits = ScanLimits()) {
    self.limits = limits
  }

  /// Searches the inputs one after the other.
  ///
  /// The order of events depends on nothing but the inputs: files in byte order of their names, states in the order
  /// in which they stand.
  ///
  /// - Parameters:
  ///   - inputs: What to search.
  ///   - handle: Receives the events; what it throws ends the scan.
  /// - Returns: How much was looked at.
  /// - Throws: What `handle` throws.
  @discardableResult
  public func scan<E: Error>(
    _ inputs: [Input],
    handle: (ScanEvent) throws(E) -> Void
  ) throws(E) -> ScanProgress {
    var progress = ScanProgress()
    var reason: E?
    var ties = EndpointTies()
    let names = names ?? InputNames(inputs.map(\.given))
    var name: InputNames.Name?
    func send(_ event: ScanEvent) throws(ScanStopped) {
      var event = event
      if case .state(var state) = event {
        if let name, state.id.isEmpty { state.identify(in: name) }
        guard ties.take(state) else { return }
        event = .state(state)
      }
      do throws(E) {
        try handle(event)
      } catch {
        reason = error
        throw ScanStopped()
      }
    }
    do throws(ScanStopped) {
      for input in inputs {
        name = names[input.given]
        try scan(input, among: names, &progress, send: send)
        for state in ties.settle() {
          progress.states += 1
          try send(.state(state))
        }
      }
    } catch {
      if let reason { throw reason }
    }
    return progress
  }

  private func scan(
    _ input: Input,
    among names: InputNames,
    _ progress: inout ScanProgress,
    send: (ScanEvent) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    switch input {
    case .path(let path):
      try scan(Path(path), among: names, &progress, send: send)
    case .bytesOfPath(let bytes):
      try scan(Path(bytes: bytes), among: names, &progress, send: send)
    case .document(let bytes, let name):
      let document = DocumentContent(bytes, name: name, limits: limits)
      try withoutActuallyEscaping(send) { send throws(ScanStopped) in
        try count(document, DocumentOrigin(Path(name)), Path(name), &progress, send: send)
      }
    }
  }

  private func scan(
    _ path: Path,
    among names: InputNames,
    _ progress: inout ScanProgress,
    send: (ScanEvent) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    try withoutActuallyEscaping(send) { send throws(ScanStopped) in
      var counted = progress
      defer { progress = counted }
      var queue = ScanQueue(jobs: limits.jobs)
      func read(_ items: [ScanQueue.Item]) throws(ScanStopped) {
        for item in items {
          switch item {
          case .event(let event):
            try send(event)
          case .document(let document, let origin, let names):
            let named = { (event: ScanEvent) throws(ScanStopped) in
              guard names > 1, case .state(var state) = event else { return try send(event) }
              state.source.fileNames = names
              try send(.state(state))
            }
            try count(document, origin, path, &counted, send: named)
          }
        }
      }
      let visit: (FolderWalk.Step) throws(ScanStopped) -> Void = { step throws(ScanStopped) in
        if let item = item(for: step) { try read(queue.add(item)) }
      }
      try withoutActuallyEscaping(visit) { visit throws(ScanStopped) in
        let comes = { [includesTwins] path in !includesTwins || names.contains(path) }
        try FolderWalk(limits: limits, leavesTwin: comes, filter: filter, visit: visit).walk(path)
      }
      while !queue.isEmpty { try read(queue.goOn()) }
    }
  }

  /// What is to be told or read of a step of a walk.
  private func item(for step: FolderWalk.Step) -> ScanQueue.Item? {
    switch step {
    case .skipped(let path, let kind, let surroundings):
      let note = CoverageNote(surroundings.origin(of: path), .skipped(kind.rawValue))
      return .event(.coverage(note))
    case .leftOut(let path, let isFolder, let surroundings):
      return .event(
        .coverage(CoverageNote(surroundings.origin(of: path), .leftOut(isFolder: isFolder)))
      )
    case .folder(let path, let surroundings, let isInput):
      let origin =
        surroundings.placeFolder(path)
        ?? (isInput ? DocumentOrigin(path, owner: .nobody) : nil)
      return origin.map { .event(.coverage(CoverageNote($0, .listed))) }
    case .lacking(let failure):
      return .event(.failure(failure))
    case .failure(let path, let reason):
      return .event(.failure(ScanFailure(DocumentOrigin(path), reason: reason)))
    case .file(let file, let status, let folder, let surroundings):
      let origin = surroundings.origin(of: file.path)
      do throws(FileFailure) {
        let document = try DocumentContent(
          file,
          status,
          name: origin.name.lastComponent.text,
          limits: limits,
          companions: surroundings.companions(of: file.path, in: folder, limits)
        )
        return .document(document, origin, names: Int(clamping: status.links))
      } catch {
        return .event(.failure(ScanFailure(origin, reason: .unreadable("\(error)"))))
      }
    }
  }

  private func count(
    _ document: DocumentContent,
    _ origin: DocumentOrigin,
    _ root: Path,
    _ progress: inout ScanProgress,
    send: @escaping (ScanEvent) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    let before = progress
    var counted = progress
    counted.files += 1
    counted.bytes += document.head.size
    var context = ScanContext(limits: limits, password: password)
    context.filter = filter
    context.rootLength = root.bytes.count
    let states = try FileScan(origin: origin, context: context) { event throws(ScanStopped) in
      try send(event)
      guard case .coverage(let note) = event else { return }
      if case .leftOut = note.status {
        if note.origin == origin { counted = before }
        return
      }
      if note.status == .listed { return }
      guard note.origin != origin else { return }
      counted.files += 1
      try send(.progress(counted))
    }.read(document)
    progress = counted
    progress.states += states
    try send(.progress(progress))
  }
}
