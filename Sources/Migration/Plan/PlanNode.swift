import JSON
import Secrets

/// A member of a plan that is missing or of the wrong kind: its place, as `steps[1].tokens[0].sha256`.
struct PlanMalformed: Error, Hashable {
  let place: String
}

/// A value of a plan file, with its place for messages.
struct PlanNode {
  let node: JSONNode
  let place: String

  func member(_ name: String) throws(PlanMalformed) -> PlanNode {
    guard let member = optionalMember(name) else { throw PlanMalformed(place: placed(name)) }
    return member
  }

  /// Nil if it is missing or null.
  func optionalMember(_ name: String) -> PlanNode? {
    guard let member = node[name], member != .null else { return nil }
    return PlanNode(node: member, place: placed(name))
  }

  func list(_ name: String) throws(PlanMalformed) -> [PlanNode] {
    let member = try member(name)
    guard let elements = member.node.elements else { throw PlanMalformed(place: member.place) }
    return elements.enumerated().map { PlanNode(node: $1, place: "\(member.place)[\($0)]") }
  }

  func text() throws(PlanMalformed) -> String {
    guard let text = node.text else { throw PlanMalformed(place: place) }
    return text
  }

  func text(_ name: String) throws(PlanMalformed) -> String { try member(name).text() }

  func optionalText(_ name: String) throws(PlanMalformed) -> String? {
    try optionalMember(name)?.text()
  }

  func texts(_ name: String) throws(PlanMalformed) -> [String] {
    try list(name).map { element throws(PlanMalformed) in try element.text() }
  }

  func texts(byName name: String) throws(PlanMalformed) -> [String: String] {
    let member = try member(name)
    guard case .object(let members) = member.node else { throw PlanMalformed(place: member.place) }
    var texts: [String: String] = [:]
    for entry in members { texts[entry.name] = try member.text(entry.name) }
    return texts
  }

  func number(_ name: String) throws(PlanMalformed) -> Int {
    let member = try member(name)
    guard case .int(let number) = member.node else { throw PlanMalformed(place: member.place) }
    return Int(number)
  }

  func flag(_ name: String) throws(PlanMalformed) -> Bool {
    let member = try member(name)
    guard case .bool(let flag) = member.node else { throw PlanMalformed(place: member.place) }
    return flag
  }

  func choice<T: RawRepresentable<String>>(_ name: String) throws(PlanMalformed) -> T {
    guard let value = T(rawValue: try text(name)) else { throw PlanMalformed(place: placed(name)) }
    return value
  }

  func fingerprint(_ name: String) throws(PlanMalformed) -> Fingerprint {
    guard let value = Fingerprint(hex: try text(name)) else {
      throw PlanMalformed(place: placed(name))
    }
    return value
  }

  private func placed(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
}
