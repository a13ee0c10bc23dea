import POSIX
import Secrets

/// Comma-separated values, one record a line, the first one with the names of the columns.
enum CSVFile: DocumentReader {
  static let kind = Locator.Kind.csv

  /// By the name: nothing in the bytes tells a table from prose.
  static func recognises(_ document: DocumentHead) -> Bool {
    document.isNamed(".csv", ".tsv") && !document.bytes.contains(0)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    let layer = Layer(bytes)
    var names: [Locator.Step] = []
    var records = bytes.withBytes { CSVRecords($0) }
    var isHeader = true
    while let cell = bytes.withBytes({ records.next($0) }) {
      if isHeader {
        let name = bytes.withBytes { span in cell.content.prefix(256).map { span[$0] } }
        if names.count < 4096 { names.append(.key(TokenShape.shown(name))) }
        isHeader = !cell.endsRecord
      }
      guard bytes.withBytes({ Marks.occur(in: $0, cell.content) }) else { continue }
      let text = bytes.withBytes { CSVPlace.decode($0, cell) }
      let place = CSVPlace(layer: layer, outer: cell.outer, range: cell.content)
      // A first record that holds a state is no header.
      let name = isHeader || !names.indices.contains(cell.column) || cell.line == 1
      let step = name ? Locator.Step.index(cell.column) : names[cell.column]
      let context = ValueContext(kind: kind, path: [step], line: cell.line)
      try Values.read(Layer(text, origin: place), context, emit: emit)
    }
  }
}
