public import Secrets

/// Takes states out of a document's bytes; everything else stays as it is.
///
/// Pure: it reads and writes no file. Who calls it replaces the file and looks for residue afterwards.
public enum StateRemoval {
  /// Whether this version can take a state out of where it stands.
  ///
  /// - Parameter source: Where it stands.
  /// - Returns: Whether ``removing(_:from:)`` is written for that kind of document, and the document is a file.
  public static func isPossible(at source: StateSource) -> Bool {
    guard source.inner.isEmpty else { return false }
    switch source.locator.kind {
    case .sharedPreferences, .json, .jsonLines, .propertyList, .keyedArchive, .keychain,
      .asyncStorage, .csv, .har, .dataStore:
      return true
    case .sqlite, .levelDB, .text, .raw: return false
    }
  }

  /// The document without these states.
  ///
  /// The element of an Android preferences file goes with its own indentation and line; in JSON the member or element
  /// goes with one comma; of JSON Lines the line goes, or the member if the state is only a part of the line; a
  /// document that is the state becomes `{}`, which the library itself reads as a new state. The entry of a DataStore
  /// goes with its key; a cell of comma-separated values stays as an empty one. Members that the app itself put into a state's object stay. In a value that holds more than the
  /// state (JSON in a string), only that value is written anew.
  ///
  /// - Parameters:
  ///   - states: States that a scan found in these bytes; each is looked for again and compared.
  ///   - content: All bytes of the document.
  /// - Returns: The bytes that are to replace it.
  /// - Throws: If a state is not there as it was found, or the result would not be exactly the rest.
  public static func removing(
    _ states: [LegacyAuthState],
    from content: SecretBytes
  ) throws(RemovalFailure) -> SecretBytes {
    guard let locator = states.first?.source.locator else { return content }
    let before = try Inventory(of: content, locator)
    var matches = Matches(before.found)
    var places: [any Place] = []
    for state in states {
      guard let found = matches.take(state) else {
        throw RemovalFailure.changed(state.source.locator)
      }
      places += found.places
    }
    guard let layer = places.first?.outermost.layer,
      let rest = layer.removing(places) ?? layer.removing(layer.outermost(of: places))
    else {
      throw RemovalFailure.notProven("the values overlap")
    }
    if before.wide?.isExact == false {
      throw RemovalFailure.notProven("its UTF-16 is not sound")
    }
    let result = before.wide?.encode(rest) ?? rest
    // Few bytes of UTF-16 cannot be told from others, so that what is left is read as the text that was written.
    guard before.wide?.decode(result).equals(rest) != false else {
      throw RemovalFailure.notProven("its UTF-16 does not come out the same")
    }
    let after = try Inventory(ofText: rest, locator)
    // Without the state nothing tells a copy of its token from any other text.
    let left = matches.left.filter { !$0.state.isCopy }
    guard
      after.found.filter({ !$0.state.isCopy }).map(\.state.contentDigest)
        == left.map(\.state.contentDigest),
      // What was damaged in a state goes with it.
      after.failures <= before.failures
    else { throw RemovalFailure.notProven("what is left is not what was there before") }
    return result
  }
}

/// A state and what it is made of.
private struct Found {
  let state: LegacyAuthState
  let places: [any Place]
}

/// All that a document holds.
private struct Inventory {
  var found: [Found] = []
  var failures = 0
  /// Set if the document is in UTF-16: the places are then those in its text.
  let wide: WideDocument?

  /// Reads a document of the kind that the locator leads into.
  init(of content: SecretBytes, _ locator: Locator) throws(RemovalFailure) {
    let wide = WideDocument(content)
    try self.init(ofText: wide?.text ?? content, locator, wide)
  }

  /// Reads the text of one, whose places are those in `wide`.
  init(
    ofText text: SecretBytes,
    _ locator: Locator,
    _ wide: WideDocument? = nil
  ) throws(RemovalFailure) {
    guard let reader = Documents.reader(of: locator.kind) else {
      throw RemovalFailure.unreadable("there is no reader for it")
    }
    var found: [Found] = []
    var failures = 0
    var reason: String?
    let document = DocumentContent(text, name: "", limits: ScanLimits())
    let take: Emit = { finding throws(ScanStopped) in
      switch finding {
      case .state(var state, let places):
        if let wide {
          state.source = StateSource(locator: wide.locator(state.source.locator))
        }
        found.append(Found(state: state, places: places))
      case .failure(.malformed(let words), nil): reason = words
      case .failure: failures += 1
      case .sealed, .unread: break
      }
    }
    do throws(ScanStopped) {
      // What the file beside it says of its key is not in these bytes.
      if locator.kind == .asyncStorage, case .key(let key) = locator.path.first {
        try AsyncStorageValue.read(text, key: key, emit: take)
      } else {
        try reader.read(document, emit: take)
      }
    } catch {
      reason = "the reading was stopped"
    }
    if let reason { throw RemovalFailure.unreadable(reason) }
    self.found = found
    self.failures = failures
    self.wide = wide
  }
}

/// What a document holds and has not been taken for one of the states yet.
private struct Matches {
  private var found: [Found?]
  private var byContent: [Fingerprint: [Int]] = [:]

  init(_ found: [Found]) {
    self.found = found
    for (index, found) in found.enumerated() {
      byContent[found.state.contentDigest, default: []].append(index)
    }
  }

  /// In the order in which they stand.
  var left: [Found] { found.compactMap { $0 } }

  /// Takes the same content at the same path; of several the one nearest to where it was.
  mutating func take(_ state: LegacyAuthState) -> Found? {
    let wanted = state.source.locator
    var best: (index: Int, distance: Int)?
    for index in byContent[state.contentDigest] ?? [] {
      guard let locator = found[index]?.state.source.locator, locator.path == wanted.path,
        locator.line == wanted.line
      else { continue }
      let distance = abs(locator.offset - wanted.offset)
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    guard let best else { return nil }
    defer { found[best.index] = nil }
    return found[best.index]
  }
}
