import Secrets

/// One buffer that values stand in: a file, or what a value of another layer was decoded to.
final class Layer: Sendable {
  let bytes: SecretBytes
  /// The value that this was decoded from; nil for the file itself.
  let origin: (any Place)?
  /// What goes if all of this layer goes: its origin, or further out if the origin is all of its own layer.
  let whole: (any Place)?

  init(_ bytes: SecretBytes, origin: (any Place)? = nil, whole: (any Place)? = nil) {
    self.bytes = bytes
    self.origin = origin
    self.whole = whole ?? origin
  }

  /// How often a value had to be decoded to come here.
  var depth: Int { (origin?.layer.depth).map { $0 + 1 } ?? 0 }
}

/// Where a value stands in a layer, and how it is taken out or given another content.
///
/// Each kind of document has a type of its own that knows its punctuation.
protocol Place: Sendable {
  /// The buffer it stands in.
  var layer: Layer { get }
  /// The encoded value, without its quotes or tags.
  var range: Range<Int> { get }

  /// The edits that take out all of `places`, which stand in one layer.
  ///
  /// They are asked for together because neighbours share a comma.
  static func removal(of places: [Self]) -> [ByteEdit]

  /// The edit that puts another decoded content into this place.
  func replacement(by content: SecretBytes) -> ByteEdit
}

extension Place {
  /// The place in the file that encloses this one, itself if it is not inside a decoded value.
  var outermost: any Place { layer.origin?.outermost ?? self }

  /// ``removal(of:)`` for places whose type is known only here.
  fileprivate func removalTogether(with others: [any Place]) -> [ByteEdit] {
    Self.removal(of: [self] + others.compactMap { $0 as? Self })
  }
}

extension Layer {
  /// The layer's bytes without the values at `places`, which stand in it or in something decoded from it.
  ///
  /// A decoded value that loses only a part is encoded again; all else stays byte for byte. Nil if the places
  /// contradict each other.
  func removing(_ places: [any Place]) -> SecretBytes? {
    var here: [any Place] = []
    var inside: [(place: any Place, layer: Layer, targets: [any Place])] = []
    for place in places {
      guard let (entry, inner) = place.entry(into: self) else { return nil }
      guard let inner else {
        here.append(place)
        continue
      }
      if let known = inside.firstIndex(where: { $0.layer === inner }) {
        inside[known].targets.append(place)
      } else {
        inside.append((entry, inner, [place]))
      }
    }
    if let place = (here.first ?? inside.first?.place) as? any RewritingPlace {
      return place.rewriting(
        here,
        replacing: inside.map { ($0.place, $0.layer.removing($0.targets)) }
      )
    }
    var edits: [ByteEdit] = []
    for (kind, group) in Dictionary(grouping: here, by: { ObjectIdentifier(type(of: $0)) })
      .sorted(by: { $0.value[0].range.lowerBound < $1.value[0].range.lowerBound })
    {
      _ = kind
      edits += group[0].removalTogether(with: Array(group.dropFirst()))
    }
    for part in inside {
      guard let content = part.layer.removing(part.targets) else { return nil }
      edits.append(part.place.replacement(by: content))
    }
    return bytes.applying(edits)
  }
}

extension Layer {
  /// Without those that go with another one: a state may stand inside a state.
  func outermost(of places: [any Place]) -> [any Place] {
    let ranges = places.map { place -> (here: Range<Int>?, isInside: Bool) in
      guard let (entry, inner) = place.entry(into: self) else { return (nil, false) }
      return (entry.range, inner != nil)
    }
    let whole = ranges.filter { !$0.isInside }.compactMap(\.here)
      .sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    return zip(places, ranges).filter { place, range in
      guard let here = range.here else { return true }
      return !whole.contains { outer in
        outer.lowerBound <= here.lowerBound && here.upperBound <= outer.upperBound
          && (outer != here || range.isInside)
      }
    }.map(\.0)
  }
}

extension Place {
  /// Where one enters from `layer` on the way to this place, and the decoded layer behind it; nil for both if this
  /// place is not below `layer`.
  fileprivate func entry(into layer: Layer) -> (place: any Place, inner: Layer?)? {
    if self.layer === layer { return (self, nil) }
    guard let origin = self.layer.origin else { return nil }
    if origin.layer === layer { return (origin, self.layer) }
    return origin.entry(into: layer)
  }
}
