import JSON
import Secrets

extension JSONWalk {
  /// The way from the root to the value that was given last, names neutralised.
  var path: [Locator.Step] {
    steps.map { step in
      step.member.map { .key(TokenShape.shown($0.nameBytes)) } ?? .index(step.position)
    }
  }

  /// The place of the value that was given last.
  func place(of value: JSONValue, in layer: Layer) -> JSONPlace {
    let parent = steps.last
    return JSONPlace(
      layer: layer,
      value: value,
      container: parent?.container,
      position: parent?.position ?? 0
    )
  }

  /// The place that goes if the value that was given last goes; `whole` if that is the root.
  func removalPlace(of value: JSONValue, in layer: Layer, whole: (any Place)?) -> any Place {
    let place = place(of: value, in: layer)
    return place.container == nil ? whole ?? place : place
  }
}
