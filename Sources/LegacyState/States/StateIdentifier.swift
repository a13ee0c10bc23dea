import POSIX
import Secrets

extension LegacyAuthState {
  /// Sets the id from content and place: ``InputNames`` says how the file is called.
  ///
  /// The parts are separated by a byte that no file name holds, so that no two places give the same text.
  mutating func identify(in input: InputNames.Name) {
    let locator = source.locator
    var text = input.place(of: source.file)
    text.reserveCapacity(text.count + 160)
    for inner in source.inner { text.append(part: inner) }
    text.append(part: locator.kind.rawValue)
    for step in locator.path {
      switch step {
      case .key(let name): text.append(part: name)
      case .index(let index): text.append(part: String(index))
      case .decoded(let format): text.append(part: format)
      }
    }
    text.append(part: String(locator.line ?? 0))
    if let cell = locator.cell {
      text.append(part: cell.table)
      text.append(part: cell.column)
      text.append(part: cell.rowID.map { String($0) } ?? "")
      text.append(part: cell.primaryKey ?? "")
    }
    if let item = locator.item {
      text.append(part: item.service ?? "")
      text.append(part: item.account ?? "")
    }
    text.append(part: String(locator.offset))
    text.append(contentsOf: contentDigest.bytes)
    id = "st_" + Fingerprint(of: text.span).hex(first: 8)
  }
}

extension [UInt8] {
  fileprivate mutating func append(part: String) {
    append(0)
    append(contentsOf: part.utf8)
  }
}
