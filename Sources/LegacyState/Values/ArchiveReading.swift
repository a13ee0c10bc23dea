import JSON
import Secrets

extension KeyedArchive {
  /// Finds the states of an archive, and what is encoded in its other values.
  func read(in layer: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let walk = ArchiveWalk(self)
    var damage = walk.damage
    for candidate in walk.candidates {
      let reading = IOSAuthState(candidate.object, candidate.role)
      damage = damage ?? reading.damage
      let place = place(of: candidate, among: walk.candidates, in: layer)
      var state = LegacyAuthState(
        library: candidate.library,
        format: .keyedArchive,
        confidence: .certain,
        locator: context.locator(candidate.path, at: place),
        contentDigest: ArchiveDigest.digest(of: candidate.object)
      )
      reading.read(into: &state)
      if damage == nil || !state.tokens.isEmpty { try emit(.state(state, [place])) }
    }
    for dictionary in walk.dictionaries {
      try read(dictionary, among: walk, in: layer, context, emit: emit)
    }
    for path in walk.unread.prefix(100) {
      let place = FixedPlace(layer: layer, range: 0..<layer.bytes.count)
      try emit(.failure(.valuesUnread(PlainValue.tooMuch), context.locator(path, at: place)))
    }
    if walk.effort.isSpent { try emit(.failure(.valuesUnread(PlainValue.spent), nil)) }
    if let damage {
      let locator = layer.origin.map { context.locator([], at: $0) }
      try emit(
        .failure(
          walk.candidates.isEmpty ? .brokenArchive(damage) : .brokenState(damage),
          locator
        )
      )
    }
    for leaf in walk.leaves {
      let place = PlistPlace(layer: layer, list: list, target: leaf.target)
      try PlistReading.readLeaf(leaf.node, at: place, leaf.path, context, emit: emit)
    }
  }

  /// Tells a dictionary that is a state.
  ///
  /// Where an app keeps something of its own in it, its texts may be those of other objects too, so that they are not
  /// taken out one by one.
  private func read(
    _ dictionary: ArchiveWalk.BridgedState,
    among walk: ArchiveWalk,
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let number = dictionary.object.number ?? 0
    let isAlone = walk.candidates.isEmpty && walk.dictionaries.count == 1
    let place: any Place =
      if isAlone, isAll(number), let whole = layer.whole {
        whole
      } else {
        PlistPlace(layer: layer, list: list, target: .archived(number))
      }
    let root = dictionary.document.root
    let state = StateShapes.state(of: root) { context.locator(dictionary.path, at: place) }
    guard let state else { return }
    let finding = Finding.state(state, [place])
    let isShared = StateMembers.own(of: root, state) != nil
    try emit(isShared ? finding.withRemoval(.wholeFile) : finding)
  }

  /// Whether an object is all that the archive holds.
  private func isAll(_ number: Int) -> Bool {
    top.count == 1 && object(list.child(of: top, 0))?.number == number
  }

  /// What goes with a state: the whole archive where nothing else is in it, otherwise the object alone.
  ///
  /// The wrapper of another library around a single state is a part of that.
  private func place(
    of candidate: ArchiveWalk.Candidate,
    among all: [ArchiveWalk.Candidate],
    in layer: Layer
  ) -> any Place {
    var number = candidate.object.number ?? 0
    if let wrapper = candidate.wrapper,
      all.count(where: { $0.wrapper == candidate.wrapper }) == 1
    {
      number = wrapper
    }
    if isAll(number), let whole = layer.whole { return whole }
    return PlistPlace(layer: layer, list: list, target: .archived(number))
  }
}
