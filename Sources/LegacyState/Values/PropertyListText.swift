import Secrets

/// A property list, in either form, as the data or text of something else.
enum PropertyListText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    bytes.matches("bplist", at: 0) || isXML(bytes)
  }

  /// Whether a `plist` element comes before any other.
  private static func isXML(_ bytes: Span<UInt8>) -> Bool {
    var at = bytes.matches("\u{FEFF}", at: 0) ? 3 : 0
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "<") else { return false }
    return (at..<min(at + 1024, bytes.count)).contains { bytes.matches("<plist", at: $0) }
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let list: PropertyList
    do throws(PlistFailure) {
      list = try PropertyList(value.bytes)
    } catch {
      guard value.bytes.withBytes({ Marks.occur(in: $0) }) else { return }
      let locator = value.origin.map { context.locator([], at: $0) }
      return try emit(.failure(.brokenState("\(error)"), locator))
    }
    var context = context
    context.path.append(.decoded(KeyedArchive(list) == nil ? "plist" : "keyed_archive"))
    try PlistReading.read(list, in: value, context, emit: emit)
  }
}
