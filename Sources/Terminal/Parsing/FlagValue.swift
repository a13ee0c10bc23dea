/// Holds a value against the kind that its flag has.
struct FlagValue {
  private let spec: FlagSpec
  private let written: String

  init(_ spec: FlagSpec, written: String) {
    self.spec = spec
    self.written = written
  }

  /// The value, come apart where it is a list.
  func check(_ value: Word) throws(UsageFailure) -> [Word] {
    switch spec.kind {
    case .none: return []
    case .string, .path:
      guard !value.bytes.isEmpty else { throw wrong("is empty", []) }
      guard !value.bytes.contains(0) else { throw wrong("has a zero byte in it", []) }
      return [value]
    case .integer(_, let bounds):
      guard let number = Int(value.text), bounds.contains(number) else {
        throw wrong(
          "wants a whole number from \(bounds.lowerBound) to \(bounds.upperBound), not "
            + Neutral.quoted(value.text),
          []
        )
      }
      return [value]
    case .choice(_, let choices):
      // Which formats there are depends on the command, which is not known here.
      if spec.flag != .format { try known(value.text, choices) }
      return [value]
    case .choices(_, let choices):
      let parts = split(value) { $0 == UInt8(ascii: ",") }
      for part in parts { try known(part.text, choices) }
      return try nonEmpty(parts)
    case .list:
      return try nonEmpty(split(value) { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") })
    case .keyValue(let placeholder, let keys):
      guard let equals = value.bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0,
        equals + 1 < value.bytes.count
      else {
        throw wrong("wants \(placeholder)", keys)
      }
      if !keys.isEmpty, spec.flag != .report {
        try known(String(decoding: value.bytes[..<equals], as: UTF8.self), keys)
      }
      return [value]
    }
  }

  private func known(_ text: String, _ choices: [String]) throws(UsageFailure) {
    guard !choices.contains(text) else { return }
    let meant = Nearest.to(text, in: choices).map { "; did you mean \($0)?" } ?? ""
    throw wrong("does not know \(Neutral.quoted(text))\(meant)", choices)
  }

  private func nonEmpty(_ parts: [Word]) throws(UsageFailure) -> [Word] {
    guard !parts.isEmpty else { throw wrong("is empty", spec.kind.choices) }
    return parts
  }

  private func split(_ value: Word, at isSeparator: (UInt8) -> Bool) -> [Word] {
    value.bytes.split(whereSeparator: isSeparator).map { Word(Array($0)) }
  }

  private func wrong(_ what: String, _ choices: [String]) -> UsageFailure {
    UsageFailure(
      .wrongValue,
      "\(written) \(what)",
      hints: choices.isEmpty ? [] : ["one of: \(choices.joined(separator: ", "))"]
    )
  }
}
