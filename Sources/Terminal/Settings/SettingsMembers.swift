package import JSON
import Secrets

/// The members of one object of a file that people write by hand, taken out by type.
package struct SettingsMembers {
  package let value: JSONValue
  private let file: String
  /// The members on the way to this object, with a dot behind: `endpoints.`.
  private let within: String

  init(_ value: JSONValue, file: String, within: String) {
    self.value = value
    self.file = file
    self.within = within
  }

  /// Refuses what is not an object, members that do not exist, and members that are there twice.
  func checkNames(_ names: [String]) throws(UsageFailure) {
    guard value.kind == .object else {
      let what = within.isEmpty ? "the file" : String(within.dropLast())
      throw failure(value, "\(what) wants an object, not \(value.kind.noun)")
    }
    var seen: Set<String> = []
    for member in value.members {
      guard names.contains(member.name) else { throw unknown(member, names) }
      guard seen.insert(member.name).inserted else {
        throw failure(member.nameValue, "\(within)\(member.name) is there twice")
      }
    }
  }

  package func string(_ name: String) throws(UsageFailure) -> String? {
    guard let value = present(name) else { return nil }
    guard let text = value.string() else { throw wrong(name, value, "text") }
    return text
  }

  func strings(_ name: String) throws(UsageFailure) -> [String]? {
    guard let value = present(name) else { return nil }
    guard let texts = value.stringArray() else {
      let inner = value.elements.first { $0.kind != .string }
      throw wrong(name, inner ?? value, "a list of texts", inside: inner != nil)
    }
    return texts
  }

  package func integer(_ name: String, _ bounds: ClosedRange<Int>) throws(UsageFailure) -> Int? {
    guard let value = present(name) else { return nil }
    let range = "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
    guard let wide = value.int() else { throw wrong(name, value, range) }
    guard let number = Int(exactly: wide), bounds.contains(number) else {
      throw failure(value, "\(within)\(name) wants \(range), not \(wide)")
    }
    return number
  }

  func choice(_ name: String) throws(UsageFailure) -> Requirement? {
    guard let text = try string(name), let value = value[name] else { return nil }
    if let choice = Requirement(rawValue: text) { return choice }
    let words = Requirement.allCases.map(\.rawValue).joined(separator: ", ")
    throw failure(
      value,
      "\(within)\(name) does not know \(Neutral.quoted(text))",
      hints: ["one of: \(words)"]
    )
  }

  func pairs(_ name: String) throws(UsageFailure) -> [NamedValue]? {
    guard let value = present(name) else { return nil }
    guard value.kind == .object else { throw wrong(name, value, "an object") }
    var pairs: [NamedValue] = []
    for member in value.members {
      let shown = "\(name).\(Neutral.text(member.name, limit: 40))"
      guard let text = member.value.string() else { throw wrong(shown, member.value, "text") }
      guard !pairs.contains(where: { $0.name == member.name }) else {
        throw failure(member.nameValue, "\(within)\(shown) is there twice")
      }
      pairs.append(NamedValue(name: member.name, value: text))
    }
    return pairs
  }

  func object(_ name: String, _ names: [String]) throws(UsageFailure) -> SettingsMembers? {
    guard let value = present(name) else { return nil }
    let members = SettingsMembers(value, file: file, within: within + name + ".")
    try members.checkNames(names)
    return members
  }

  /// The objects of a list, each with members of these names.
  package func objects(
    _ name: String,
    _ names: [String]
  ) throws(UsageFailure) -> [SettingsMembers]? {
    guard let value = present(name) else { return nil }
    guard value.kind == .array else { throw wrong(name, value, "a list of objects") }
    var list: [SettingsMembers] = []
    for element in value.eachElement {
      let within = "\(within)\(name)[\(list.count)]."
      let members = SettingsMembers(element, file: file, within: within)
      try members.checkNames(names)
      list.append(members)
    }
    return list
  }

  /// Text that must be there and say something.
  package func required(_ name: String, _ what: String) throws(UsageFailure) -> String {
    guard let text = try string(name), text.contains(where: { !$0.isWhitespace }) else {
      throw failure(self.value[name] ?? self.value, "\(within)\(name) is missing: \(what)")
    }
    return text
  }

  package func flag(_ name: String) throws(UsageFailure) -> Bool? {
    guard let value = present(name) else { return nil }
    guard let flag = value.bool() else { throw wrong(name, value, "true or false") }
    return flag
  }

  /// What is wrong with a member that is there.
  package func failure(_ name: String, _ what: String) -> UsageFailure {
    failure(value[name] ?? value, "\(within)\(name) \(what)")
  }

  package func failure(_ value: JSONValue, _ what: String, hints: [String] = []) -> UsageFailure {
    UsageFailure(.configuration, "\(file), \(place(of: value)): \(what)", hints: hints)
  }

  /// A member that is null says as little as one that is not there.
  private func present(_ name: String) -> JSONValue? {
    value[name].flatMap { $0.isNull ? nil : $0 }
  }

  private func wrong(
    _ name: String,
    _ value: JSONValue,
    _ wanted: String,
    inside: Bool = false
  ) -> UsageFailure {
    let got = inside ? "a list with \(value.kind.noun) in it" : value.kind.noun
    return failure(value, "\(within)\(name) wants \(wanted), not \(got)")
  }

  private func unknown(_ member: JSONMember, _ names: [String]) -> UsageFailure {
    let name = member.name
    if name.lowercased().replacing("-", with: "_").hasSuffix("client_secret") {
      return failure(
        member.nameValue,
        "there is no member client_secret: the new client is public and has no secret",
        hints: ["register a public client at the provider (RFC 8252 section 8.5)"]
      )
    }
    let shown =
      Neutral.looksSecret(name)
      ? Neutral.quoted(name) : "'\(within)\(Neutral.text(name, limit: 60))'"
    let meant = Nearest.to(name.replacing("-", with: "_"), in: names)
    return failure(
      member.nameValue,
      "no member \(shown)" + (meant.map { "; did you mean \(within)\($0)?" } ?? ""),
      hints: meant == nil ? ["the members: \(names.joined(separator: ", "))"] : []
    )
  }

  private func place(of value: JSONValue) -> String {
    value.document.bytes.withBytes { bytes in
      var line = 1
      var column = 1
      for at in 0..<value.byteRange.lowerBound {
        column += 1
        guard bytes[at] == UInt8(ascii: "\n") else { continue }
        line += 1
        column = 1
      }
      return "line \(line), column \(column)"
    }
  }
}

extension JSONValue.Kind {
  fileprivate var noun: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
