import Secrets

/// A place in a document that has to be written anew as a whole, because its values know each other by number.
protocol RewritingPlace: Place {
  /// The document without the places `gone` and with other contents in some.
  ///
  /// Nil if the places contradict each other, or the result cannot be proven to be the rest.
  static func rewriting(
    _ gone: [Self],
    replacing contents: [(place: Self, content: SecretBytes)]
  ) -> SecretBytes?
}

extension RewritingPlace {
  static func removal(of places: [Self]) -> [ByteEdit] {
    guard let layer = places.first?.layer, let result = rewriting(places, replacing: []) else {
      return []
    }
    return [ByteEdit(replacing: 0..<layer.bytes.count, with: result)]
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    let whole = 0..<layer.bytes.count
    let result = Self.rewriting([], replacing: [(self, content)])
    return result.map { ByteEdit(replacing: whole, with: $0) }
      ?? ByteEdit(replacing: range, with: content)
  }

  /// ``rewriting(_:replacing:)`` for places whose type is known only here.
  func rewriting(
    _ gone: [any Place],
    replacing contents: [(place: any Place, content: SecretBytes?)]
  ) -> SecretBytes? {
    var own: [(place: Self, content: SecretBytes)] = []
    for (place, content) in contents {
      guard let place = place as? Self, let content else { return nil }
      own.append((place, content))
    }
    let places = gone.compactMap { $0 as? Self }
    guard places.count == gone.count else { return nil }
    return Self.rewriting(places, replacing: own)
  }
}
