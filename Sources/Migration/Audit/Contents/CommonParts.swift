import Locks

/// A part of a state that many others have as well.
protocol Recorded: Hashable, Sendable {
  func write(to record: inout RecordWriter)
  init(_ record: inout RecordReader)
  func masked(by mask: NameMask) -> Self
}

/// The parts that many states have alike, each kept once and named by a number in the records of the states.
///
/// A record has the part itself where the table is full: however different all states are, it takes no more than some MiB.
final class CommonParts: Sendable {
  /// More than any app has; what comes later stands in its record.
  private static let most = 2048
  private static let mostBytes = 1 << 20

  private struct Table<Part: Recorded> {
    var parts: [Part] = []
    var numbers: [Part: Int] = [:]
    var bytes = 0

    mutating func number(of part: Part) -> Int? {
      if let number = numbers[part] { return number }
      guard parts.count < CommonParts.most, bytes < CommonParts.mostBytes else { return nil }
      var record = RecordWriter()
      part.write(to: &record)
      guard bytes + record.bytes.count <= CommonParts.mostBytes else { return nil }
      bytes += record.bytes.count
      numbers[part] = parts.count
      parts.append(part)
      return parts.count - 1
    }
  }

  private struct Tables {
    var names = Table<DocumentName>()
    var facts = Table<StateFacts>()
  }

  private let tables = Mutex(Tables())

  func number(of name: DocumentName) -> Int? {
    tables.withLock { $0.names.number(of: name) }
  }

  func number(of facts: StateFacts) -> Int? {
    tables.withLock { $0.facts.number(of: facts) }
  }

  /// All of them, for reading the records; nothing may be added meanwhile.
  func masked(by mask: NameMask) -> MaskedParts {
    tables.withLock { tables in
      MaskedParts(
        names: tables.names.parts.map { $0.masked(by: mask) },
        facts: tables.facts.parts.map { $0.masked(by: mask) },
        mask: mask
      )
    }
  }
}

/// The parts that many states have alike, with what tells a token of any state as its digest.
struct MaskedParts: Sendable {
  let names: [DocumentName]
  let facts: [StateFacts]
  let mask: NameMask
}

/// A part of a record: a number of ``CommonParts``, or itself.
enum PartReference<Part: Recorded>: Sendable {
  case common(Int)
  case own(Part)

  /// By its number, if it has one.
  init(_ part: Part, number: Int?) {
    self = number.map { .common($0) } ?? .own(part)
  }

  func write(to record: inout RecordWriter) {
    switch self {
    case .common(let number): record.put(number + 1)
    case .own(let part):
      record.put(0)
      part.write(to: &record)
    }
  }

  init(_ record: inout RecordReader) {
    let number = record.int()
    self = number > 0 ? .common(number - 1) : .own(Part(&record))
  }

  /// The part itself, masked.
  func part(in common: [Part], _ mask: NameMask) -> Part? {
    switch self {
    case .common(let number): common.indices.contains(number) ? common[number] : nil
    case .own(let part): part.masked(by: mask)
    }
  }
}
