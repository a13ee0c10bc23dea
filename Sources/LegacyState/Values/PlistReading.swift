import JSON
import Secrets

/// Finds the states of a property list: its own if it is a keyed archive, otherwise those in its texts and data.
enum PlistReading {
  private struct Item {
    let index: Int
    let target: PlistPlace.Target
    let path: [Locator.Step]
    let keychainItem: Locator.KeychainItem?
  }

  /// Writers keep equal values once, so some keys may share one; a few bytes could refer to one a million times.
  private static let maximumUses = 64

  static func read(
    _ list: PropertyList,
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    if let archive = KeyedArchive(list) {
      return try archive.read(in: layer, context, emit: emit)
    }
    if KeyedArchive.isDamaged(list) {
      let words = "its $archiver, $objects or $top is not there or not what it should be"
      let locator = layer.origin.map { context.locator([], at: $0) }
      try emit(.failure(.brokenArchive(words), locator))
    }
    var seen = [Bool](repeating: false, count: list.count)
    var uses: [Int: Int] = [:]
    var effort = PlainEffort()
    var waiting = [Item(index: list.root, target: .root, path: [], keychainItem: context.item)]
    while let item = waiting.popLast() {
      let node = list.node(item.index)
      guard node.isContainer else {
        let use = uses[item.index, default: 0]
        uses[item.index] = use + 1
        guard use < maximumUses else {
          guard use == maximumUses else { continue }
          let words = "one value stands in more than \(maximumUses) places; no more are listed"
          try emit(.failure(.beyondLimit(words), nil))
          continue
        }
        var context = context
        context.item = item.keychainItem
        let place = PlistPlace(layer: layer, list: list, target: item.target)
        try readLeaf(node, at: place, item.path, context, emit: emit)
        continue
      }
      guard !seen[item.index] else { continue }
      seen[item.index] = true
      let taken = try readState(node, item, of: list, &effort, in: layer, context, emit: emit)
      guard taken.count < node.count || node.count == 0 else { continue }
      let keychainItem =
        context.kind == .keychain
        ? KeychainNames.item(in: node, of: list) ?? item.keychainItem : item.keychainItem
      for position in (0..<node.count).reversed() {
        let child = list.child(of: node, position)
        // What is neither a container nor text or data needs no place in the queue.
        guard mayHoldState(list.node(child)), !taken.contains(position) else { continue }
        let step: Locator.Step =
          node.kind == .array
          ? .index(position)
          : .key(TokenShape.shown(list.text(list.node(list.key(of: node, position)))))
        waiting.append(
          Item(
            index: child,
            target: .child(of: item.index, position),
            path: item.path + [step],
            keychainItem: keychainItem
          )
        )
      }
    }
  }

  /// Tells a dictionary that is a state, as a bridge or an app leaves one.
  ///
  /// - Returns: The positions of the values that are the state's own; empty if it is none.
  private static func readState(
    _ node: PlistNode,
    _ item: Item,
    of list: PropertyList,
    _ effort: inout PlainEffort,
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) -> Set<Int> {
    guard !effort.isSpent else { return [] }
    let candidate = PlainValue.ofState(node, in: list, &effort)
    guard !effort.isSpent else {
      try emit(.failure(.valuesUnread(PlainValue.spent), nil))
      return []
    }
    guard let candidate, let document = try? candidate.value.document() else { return [] }
    var context = context
    context.item = item.keychainItem
    let place = PlistPlace(layer: layer, list: list, target: item.target)
    let state = StateShapes.state(of: document.root) { context.locator(item.path, at: place) }
    guard let state else {
      if candidate.isCut {
        try emit(
          .failure(.valuesUnread(PlainValue.tooMuch), context.locator(item.path, at: place))
        )
      }
      return []
    }
    let own = StateMembers.own(of: document.root, state)
    let positions = own ?? Array(0..<node.count)
    let isWhole = own == nil && item.target != .root
    let places =
      isWhole
      ? [place]
      : positions.map {
        PlistPlace(layer: layer, list: list, target: .child(of: item.index, $0))
      }
    try emit(.state(state, places))
    return Set(positions)
  }

  /// Looks into a text or data if it has a mark.
  static func readLeaf(
    _ node: PlistNode,
    at place: PlistPlace,
    _ path: [Locator.Step],
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    guard mayHoldState(node) else { return }
    let list = place.list
    // Base64 of data is no text with marks in it, line ends cut them; nor is what UTF-16 writes of base64.
    let isEncodedData = node.kind == .data && node.spelling == .xml || node.spelling == .wide
    let isMarked = list.bytes.withBytes {
      Values.isWorthReading($0.extracting(node.content))
    }
    guard isMarked || isEncodedData || context.kind == .keychain,
      let content = list.secret(node)
    else { return }
    guard context.kind == .keychain || content.withBytes({ Values.isWorthReading($0) }) else {
      return
    }
    var context = context
    context.path += path
    try Values.read(Layer(content, origin: place), context, emit: emit)
  }

  private static func mayHoldState(_ node: PlistNode) -> Bool {
    switch node.kind {
    case .dictionary, .array: true
    case .string, .data: node.content.count > 24
    case .integer, .real, .boolean, .date, .uid, .null: false
    }
  }
}
