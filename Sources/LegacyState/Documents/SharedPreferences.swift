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

  static func mayHoldUnmarked(_ bytes: Span<UInt8>) -> Bool {
    Marks.mayHide(in: bytes) || SplitKeys.mayStand(in: bytes) || SealedPreferences.occur(in: bytes)
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
        ValueContext(kind: kind, path: entry.path),
        emit: emit
      )
    }
    let bare = entries.filter { $0.path.count == 1 && $0.name != nil }.map { entry in
      BareValue(
        name: entry.name ?? "",
        step: entry.path[0],
        place: XMLPlace(layer: layer, element: entry.element, range: entry.content),
        text: { bytes.withBytes { XMLText.decode($0, entry.content) } }
      )
    }
    try SplitKeys.read(bare, kind: kind, emit: emit)
  }

  /// One string.
  struct Entry {
    /// Its key; for a string in a set or list that of the set, and its number there.
    let path: [Locator.Step]
    /// Its own key; nil in a set or list.
    let name: String?
    /// From the start tag's `<` to the byte behind the end tag.
    let element: Range<Int>
    let content: Range<Int>
  }

  /// An element around the current one: its key and how many strings it had so far.
  private struct Level {
    let step: Locator.Step?
    let name: String?
    let isString: Bool
    var strings = 0
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
              step: step(for: tag, bytes, isString, &levels),
              name: isString
                ? tag.nameAttribute.map { String(decoding: XMLText.name(bytes, $0), as: UTF8.self) }
                : nil,
              isString: isString
            )
          )
        case .end(let element, let content):
          if let level = levels.last, level.isString, !content.isEmpty {
            entries.append(
              Entry(
                path: levels.compactMap(\.step),
                name: level.name,
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

  private static func step(
    for tag: XMLScanner.Tag,
    _ bytes: Span<UInt8>,
    _ isString: Bool,
    _ levels: inout [Level]
  ) -> Locator.Step? {
    if let name = tag.nameAttribute {
      return .key(TokenShape.shown(XMLText.name(bytes, name)))
    }
    guard isString, !levels.isEmpty else { return nil }
    defer { levels[levels.count - 1].strings += 1 }
    return .index(levels[levels.count - 1].strings)
  }
}
