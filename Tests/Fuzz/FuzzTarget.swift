import JSON
import Secrets

@testable import LegacyState

/// One thing that is given arbitrary bytes, by its name on the command line of `scripts/fuzz.sh`.
enum FuzzTarget: Sendable {
  /// One reader, with bytes that it takes for its own; what it finds is taken out again.
  case reader(number: Int)
  /// A document of any kind, containers included, as `audit` reads it.
  case scan
  /// A value of any wrapping.
  case value
  /// The one JSON reader.
  case json
  /// A crash behind four magic bytes: the harness is worth something only if it finds it.
  case planted

  /// Every name that there is.
  static var names: [String] { readers.map { "\($0)" } + ["scan", "value", "json"] }

  /// A keyed archive is read by the reader of property lists.
  private static var readers: [any DocumentReader.Type] {
    Documents.readers.filter { $0 != KeyedArchiveFile.self } + [LooseText.self]
  }

  init?(_ name: String) {
    switch name {
    case "scan": self = .scan
    case "value": self = .value
    case "json": self = .json
    case "planted": self = .planted
    default:
      guard let number = Self.readers.firstIndex(where: { "\($0)" == name }) else { return nil }
      self = .reader(number: number)
    }
  }

  func run(_ bytes: [UInt8]) {
    switch self {
    case .reader(let number): Self.read(bytes, Self.readers[number])
    case .scan: Self.scan(bytes)
    case .value: Self.value(bytes)
    case .json: _ = try? JSONDocument(parsing: SecretBytes(copying: bytes))
    case .planted:
      // One comparison after the other, as a parser makes them.
      guard bytes.count >= 4, bytes[0] == 0x41 else { return }
      guard bytes[1] == 0xAA, bytes[2] == 0x4D else { return }
      if bytes[3] == 0x21 { fatalError("the planted fault") }
    }
  }

  private static var limits: ScanLimits { ScanLimits() }

  /// What a reader that goes by the name as well wants to see.
  private static func name(for reader: any DocumentReader.Type) -> String {
    switch reader {
    case is JSONLines.Type: "fuzz.jsonl"
    case is CSVFile.Type: "fuzz.csv"
    case is AsyncStorageValue.Type: "0123456789abcdef0123456789abcdef"
    default: "fuzz"
    }
  }

  private static func read(_ bytes: [UInt8], _ reader: any DocumentReader.Type) {
    let content = SecretBytes(copying: bytes)
    let document = DocumentContent(content, name: name(for: reader), limits: limits)
    guard reader is LooseText.Type || reader.recognises(document.head) else { return }
    guard (try? reader.look(at: document)) != nil else { return }
    var states = 0
    try? reader.read(document) { finding throws(ScanStopped) in
      if case .state = finding { states += 1 }
      // What a thousand states do not show, more will not.
      if states > 1000 { throw ScanStopped() }
    }
  }

  private static func scan(_ bytes: [UInt8]) {
    let content = SecretBytes(copying: bytes)
    var states: [LegacyAuthState] = []
    LegacyScanner().scan([.document(content, name: "fuzz")]) { event in
      if case .state(let state) = event, states.count < 100 { states.append(state) }
    }
    let removable = states.filter { state in
      state.removal == .exact && state.confidence != .low
        && StateRemoval.isPossible(at: state.source)
    }
    guard !removable.isEmpty,
      let rest = try? StateRemoval.removing(removable, from: content)
    else { return }
    // What was taken out exactly is not found again.
    var ids: Set<[UInt8]> = []
    for state in removable { ids.formUnion(state.tokens.map { $0.secret.fingerprint.bytes }) }
    LegacyScanner().scan([.document(rest, name: "fuzz")]) { event in
      guard case .state(let state) = event, states.count < 100, !state.isCopy else { return }
      let isKnown = states.contains { old in
        old.contentDigest == state.contentDigest
          && !removable.contains { $0.source.locator == old.source.locator }
      }
      precondition(
        isKnown || !state.tokens.contains { ids.contains($0.secret.fingerprint.bytes) },
        "a state is still there after it was taken out"
      )
    }
  }

  private static func value(_ bytes: [UInt8]) {
    let layer = Layer(SecretBytes(copying: bytes))
    try? Values.read(layer, ValueContext(kind: .text)) { _ throws(ScanStopped) in }
  }
}
