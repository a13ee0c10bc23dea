import POSIX
import Secrets

/// Comma-separated values, one record a line, the first one mostly with the names of the columns.
enum CSVFile: DocumentReader {
  static let kind = Locator.Kind.csv

  private static let mostColumns = 4096

  /// By the name: nothing in the bytes tells a table from prose.
  static func recognises(_ document: DocumentHead) -> Bool {
    document.isNamed(".csv", ".tsv") && !document.bytes.contains(0)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    let layer = Layer(bytes)
    let names = bytes.withBytes { columnNames($0) }
    var records = bytes.withBytes { CSVRecords($0) }
    var isBroken = false
    while let cell = bytes.withBytes({ records.next($0) }) {
      let step: Locator.Step =
        names.indices.contains(cell.column) ? names[cell.column] : .index(cell.column)
      let context = ValueContext(kind: kind, path: [step], line: cell.line)
      let place = CSVPlace(
        layer: layer,
        outer: cell.outer,
        range: cell.content,
        quoting: cell.quoting
      )
      if cell.isOpen {
        isBroken = true
        let words =
          "a quote is opened here that nothing closes; the cell was taken to end with its line"
        try emit(.failure(.malformed(words), context.locator([], at: place)))
      }
      guard bytes.withBytes({ Marks.mayOccur(in: $0, cell.content) }) else { continue }
      let text = bytes.withBytes { CSVPlace.decode($0, cell) }
      try Values.read(Layer(text, origin: place), context) { finding throws(ScanStopped) in
        // Where the cells behind an open quote end is a guess.
        try emit(isBroken ? finding.withRemoval(.no) : finding)
      }
    }
  }

  /// The first record, if it looks like names; a state or a number in it is a value, and then no column has one.
  private static func columnNames(_ bytes: Span<UInt8>) -> [Locator.Step] {
    var records = CSVRecords(bytes)
    var names: [Locator.Step] = []
    while names.count < mostColumns, let cell = records.next(bytes) {
      guard isName(bytes, cell.content) else { return [] }
      let text = CSVPlace.decode(bytes, cell)
      names.append(.key(text.withBytes { name in TokenShape.shown(name.indices.map { name[$0] }) }))
      if cell.endsRecord { break }
    }
    return names
  }

  private static func isName(_ bytes: Span<UInt8>, _ cell: Range<Int>) -> Bool {
    guard let first = cell.first else { return true }
    switch bytes[first] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "-"):
      return false
    default: return cell.count <= 256 && !Marks.mayOccur(in: bytes, cell)
    }
  }
}
