import JSON
import Secrets

/// A JSON document: a file's, or one that was written into a string.
enum JSONText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    var isList = false
    for at in bytes.indices {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: continue
      case UInt8(ascii: "{"), UInt8(ascii: "\""): return Marks.mayOccur(in: bytes)
      case UInt8(ascii: "[") where !isList: isList = true
      // A line of a log begins with a word in brackets.
      default: return isList && mayBeginValue(bytes[at]) && Marks.mayOccur(in: bytes)
      }
    }
    return false
  }

  private static func mayBeginValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    var context = context
    context.path.append(.decoded("json"))
    let document: JSONDocument
    do throws(JSONFailure) {
      document = try JSONDocument(parsing: value.bytes, dialect: .androidState)
    } catch {
      guard value.bytes.withBytes({ Marks.occur(in: $0) }) else { return }
      let place = value.origin.map { context.locator([], at: $0) }
      return try emit(.failure(.brokenState("\(error)"), place))
    }
    try read(document, in: value, whole: value.whole, context, emit: emit)
  }

  /// Finds the states anywhere in a document that was parsed from `layer`.
  ///
  /// `whole` is what goes if the root is a state; nil if the document is all there is in the file.
  static func read(
    _ document: JSONDocument,
    in layer: Layer,
    whole: (any Place)? = nil,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var walk = JSONWalk(document)
    while let value = walk.next() {
      if value.kind == .string {
        try readString(value, walk, in: layer, whole: whole, context, emit: emit)
      } else if value.kind == .object {
        let state = StateShapes.state(of: value, past: context.inert) {
          let place = walk.removalPlace(of: value, in: layer, whole: whole)
          return context.inItem(of: walk).locator(walk.path, at: place)
        }
        if let state {
          let places = walk.removalPlaces(of: value, state, in: layer, whole: whole)
          try emit(.state(state, places))
          try readOthers(in: value, &walk, layer, whole, context, emit: emit)
        } else if StateShapes.isTooLarge(value) {
          let place = walk.place(of: value, in: layer)
          let most = StateShapes.mostMembers
          let words = "an object of more than \(most) members was not read as a state"
          try emit(.failure(.valuesUnread(words), context.locator(walk.path, at: place)))
        } else if JSONSecureStorage.recognises(value) {
          var inner = context
          inner.path += walk.path
          try JSONSecureStorage.read(value, in: layer, inner, emit: emit)
        } else if let name = tokenAsName(in: value) {
          let place = walk.place(of: value, in: layer)
          try emit(
            .failure(.tokenAsName(name), context.locator(walk.path, at: place))
          )
        }
      }
    }
  }

  /// Goes past a state, and reads what is in it and another client's.
  private static func readOthers(
    in state: JSONValue,
    _ walk: inout JSONWalk,
    _ layer: Layer,
    _ whole: (any Place)?,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let owner = StateOwner(state)
    guard !owner.isUnknown else { return walk.skipChildren() }
    let end = state.byteRange.upperBound
    while let value = walk.next(before: end) {
      if value.kind == .string {
        // No shorter text holds a state.
        guard value.byteRange.count > 20 else { continue }
        try readString(value, walk, in: layer, whole: whole, context) {
          finding throws(ScanStopped) in
          guard case .state(let other, _) = finding, owner.isOther(other) else { return }
          try emit(finding)
        }
      } else if context.inert?.contains(value) == true {
        walk.skipChildren()
      } else if value.kind == .object, owner.isOther(value) {
        let other = StateShapes.state(of: value) {
          let place = walk.removalPlace(of: value, in: layer, whole: whole)
          return context.inItem(of: walk).locator(walk.path, at: place)
        }
        guard let other else { continue }
        try emit(.state(other, walk.removalPlaces(of: value, other, in: layer, whole: whole)))
        walk.skipChildren()
      }
    }
  }

  private static func readString(
    _ value: JSONValue,
    _ walk: JSONWalk,
    in layer: Layer,
    whole: (any Place)?,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let holdsMarks = value.document.bytes.withBytes { Marks.mayOccur(in: $0, value.byteRange) }
    // The values of a keychain are base64, whole or in pieces too short for a mark.
    guard holdsMarks || context.kind == .keychain && value.byteRange.count > 34,
      let decoded = value.secret()
    else { return }
    let place = walk.place(of: value, in: layer)
    var inner = context.inItem(of: walk)
    inner.path += walk.path
    let goes = walk.removalPlace(of: value, in: layer, whole: whole)
    try Values.read(Layer(decoded, origin: place, whole: goes), inner, emit: emit)
  }

  /// The fingerprint of a member name that is a token, where the member's value says which.
  ///
  /// A bridge of an old framework wrote dictionaries the wrong way round.
  private static func tokenAsName(in object: JSONValue) -> String? {
    let labels = [
      "refreshToken", "accessToken", "idToken", "refresh_token", "access_token", "id_token",
    ]
    for member in object.eachMember where member.value.kind == .string {
      guard member.nameRange.count > 16, member.value.byteRange.count < 20,
        let label = member.value.string(), labels.contains(label)
      else { continue }
      let name = member.nameBytes
      if TokenShape.isSuspicious(name.span) { return TokenShape.shown(name) }
    }
    return nil
  }
}
