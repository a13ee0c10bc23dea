import POSIX

/// Holds back token answers that nothing proves to be AppAuth's, until the whole input was seen.
///
/// An answer in a cache of the system's counts if its URL is the token endpoint of a state elsewhere in the same
/// container; what no state vouches for is dropped.
struct EndpointTies {
  /// More than this in one input is no cache of an app's.
  private static let most = 10_000

  private struct Tie: Hashable {
    let container: [UInt8]
    let endpoint: String
  }

  private var waiting: [LegacyAuthState] = []
  private var known: Set<Tie> = []
  /// The file and endpoint that were noted last: the states of a file mostly have one.
  private var last: (file: Path, inner: [String], endpoint: String)?

  /// Takes note of a state.
  ///
  /// - Returns: Whether it is to be reported now.
  mutating func take(_ state: LegacyAuthState) -> Bool {
    if state.awaitedEndpoint != nil {
      if waiting.count < Self.most { waiting.append(state) }
      return false
    }
    if let endpoint = state.tokenEndpoint, state.confidence == .certain, known.count < Self.most {
      let source = state.source
      if let last, last.endpoint == endpoint, last.file == source.file, last.inner == source.inner {
        return true
      }
      last = (source.file, source.inner, endpoint)
      known.insert(Tie(container: Self.container(of: state.source), endpoint: endpoint))
    }
    return true
  }

  /// The answers that a state vouched for, in the order in which they were found.
  mutating func settle() -> [LegacyAuthState] {
    defer { self = EndpointTies() }
    return waiting.compactMap { state in
      guard let endpoint = state.awaitedEndpoint,
        known.contains(Tie(container: Self.container(of: state.source), endpoint: endpoint))
      else { return nil }
      var state = state
      state.awaitedEndpoint = nil
      return state
    }
  }

  /// The folder of the app: what stands before `Library`, `Documents` or `tmp`, in the file's path or in the archive's.
  private static func container(of source: StateSource) -> [UInt8] {
    var whole = source.file.bytes
    for inner in source.inner { whole += [UInt8(ascii: "/"), 0] + Array(inner.utf8) }
    let parts = whole.split(separator: UInt8(ascii: "/"))
    let top = parts.lastIndex { part in
      ["Library", "Documents", "tmp"].contains { part.elementsEqual($0.utf8) }
    }
    return Array(parts[..<(top ?? max(parts.count - 1, 0))].joined(separator: [UInt8(ascii: "/")]))
  }
}
