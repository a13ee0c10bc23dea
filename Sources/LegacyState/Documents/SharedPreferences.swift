import JSON
import POSIX
import Secrets

/// Android's `shared_prefs/*.xml` and their `.bak` twins: a map of typed values, strings and sets of strings.
enum SharedPreferences: DocumentReader {
  static let kind = Locator.Kind.sharedPreferences

  static func recognises(_ document: DocumentHead) -> Bool {
    document.firstByte == UInt8(ascii: "<") && document.contains("<map")
      && !document.contains("<plist")
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden) || SplitKeys.mayStand(in: bytes) || SealedPreferences.occur(in: bytes)
      || bytes.contains(FlutterList.mark)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    if let how = bytes.withBytes({ SealedPreferences.name(in: $0) }) { try emit(.sealed(how)) }
    let layer = Layer(bytes)
    var entries: [Entry] = []
    let failure = bytes.withBytes { span in scan(span, into: &entries) }
    if let failure { return try emit(.failure(.malformed("\(failure)"), nil)) }
    for entry in entries {
      let isMarked = bytes.withBytes { bytes in
        Marks.mayOccur(in: bytes, entry.content)
          || FlutterList.recognises(bytes.extracting(entry.content))
      }
      guard isMarked else { continue }
      let place = XMLPlace(layer: layer, element: entry.element, range: entry.content)
      let text = bytes.withBytes { XMLText.decode($0, entry.content) }
      try Values.read(
        Layer(text, origin: place),
        ValueContext(kind: kind, path: bytes.withBytes { entry.path($0) }),
        emit: emit
      )
    }
    let bare = entries.compactMap { entry -> BareValue? in
      guard entry.around.isEmpty, let range = entry.name else { return nil }
      let name = bytes.withBytes { XMLText.name($0, range) }
      guard SplitKeys.names.contains(name) else { return nil }
      return BareValue(
        name: String(decoding: name, as: UTF8.self),
        step: .key(TokenShape.shown(name)),
        place: XMLPlace(layer: layer, element: entry.element, range: entry.content),
        text: { bytes.withBytes { XMLText.decode($0, entry.content) } }
      )
    }
    try SplitKeys.read(bare, kind: kind, emit: emit)
  }

  /// One string; there may be a million, so it keeps ranges and no texts.
  struct Entry {
    /// The keys of the sets or lists around.
    let around: [Locator.Step]
    /// Its own key; nil in a set or list.
    let name: Range<Int>?
    /// Its number in a set or list; nil for one with a key, and for one in nothing.
    let number: Int?
    /// From the start tag's `<` to the byte behind the end tag.
    let element: Range<Int>
    let content: Range<Int>

    /// Its key; for a string in a set or list that of the set, and its number there.
    func path(_ bytes: Span<UInt8>) -> [Locator.Step] {
      if let name { return around + [.key(TokenShape.shown(XMLText.name(bytes, name)))] }
      return around + (number.map { [.index($0)] } ?? [])
    }
  }

  /// An element around the current one: its key or number, and how many strings it had so far.
  private struct Level {
    let name: Range<Int>?
    let number: Int?
    let isString: Bool
    var strings = 0

    func step(_ bytes: Span<UInt8>) -> Locator.Step? {
      if let name { return .key(TokenShape.shown(XMLText.name(bytes, name))) }
      return number.map { .index($0) }
    }
  }

  private static func scan(_ bytes: Span<UInt8>, into entries: inout [Entry]) -> XMLFailure? {
    var scanner = XMLScanner()
    var levels: [Level] = []
    do throws(XMLScanner.Fault) {
      while true {
        switch try scanner.next(bytes) {
        case .finished:
          return nil
        case .start(let tag):
          let isString = tag.name.count == 6 && bytes.matches("string", at: tag.name.lowerBound)
          levels.append(
            Level(
              name: tag.nameAttribute,
              number: number(of: tag, isString, &levels),
              isString: isString
            )
          )
        case .end(let element, let content):
          if let level = levels.last, level.isString, !content.isEmpty {
            entries.append(
              Entry(
                around: levels.dropLast().compactMap { $0.step(bytes) },
                name: level.name,
                number: level.number,
                element: element,
                content: content
              )
            )
          }
          _ = levels.popLast()
        }
      }
    } catch {
      return XMLFailure(error, in: bytes)
    }
  }

  private static func number(
    of tag: XMLScanner.Tag,
    _ isString: Bool,
    _ levels: inout [Level]
  ) -> Int? {
    guard tag.nameAttribute == nil, isString, !levels.isEmpty else { return nil }
    defer { levels[levels.count - 1].strings += 1 }
    return levels[levels.count - 1].strings
  }
}
