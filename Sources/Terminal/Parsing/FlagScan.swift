/// One pass over a command line that sorts flags from the rest; which command it is does not matter yet.
struct FlagScan {
  let table: Table
  private(set) var positional: [Word] = []
  private(set) var values: [Flag: [Word]] = [:]
  /// The flags in the order in which they stand.
  private(set) var order: [FlagSpec] = []

  init(_ table: Table) {
    self.table = table
  }

  mutating func run(_ words: [Word]) throws(UsageFailure) {
    var rest = words[...]
    let dash = UInt8(ascii: "-")
    while let word = rest.popFirst() {
      if word.bytes == [dash, dash] {
        positional += rest
        return
      }
      if word.bytes.starts(with: [dash, dash]) {
        try long(word.bytes.dropFirst(2), &rest)
      } else if word.bytes.count > 1 && word.bytes.first == dash {
        try short(word.bytes.dropFirst(), &rest)
      } else {
        positional.append(word)
      }
    }
  }

  private mutating func long(
    _ bytes: ArraySlice<UInt8>,
    _ rest: inout ArraySlice<Word>
  ) throws(UsageFailure) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[..<(equals ?? bytes.endIndex)], as: UTF8.self)
    guard let spec = table.flag(long: name) else { throw unknown(name) }
    let inline = equals.map { Word(Array(bytes[($0 + 1)...])) }
    try take(spec, written: "--\(name)", inline: inline, &rest)
  }

  private mutating func short(
    _ bytes: ArraySlice<UInt8>,
    _ rest: inout ArraySlice<Word>
  ) throws(UsageFailure) {
    var bytes = bytes
    while let byte = bytes.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let spec = table.flag(short: letter) else { throw unknown(short: letter) }
      if spec.kind == .none {
        try take(spec, written: "-\(letter)", inline: nil, &rest)
        continue
      }
      let inline = bytes.isEmpty ? nil : Word(Array(bytes))
      return try take(spec, written: "-\(letter)", inline: inline, &rest)
    }
  }

  private mutating func take(
    _ spec: FlagSpec,
    written: String,
    inline: Word?,
    _ rest: inout ArraySlice<Word>
  ) throws(UsageFailure) {
    guard let placeholder = spec.kind.placeholder else {
      if inline != nil {
        throw UsageFailure(.unexpectedValue, "\(written) takes no value")
      }
      if values.updateValue([], forKey: spec.flag) == nil { order.append(spec) }
      return
    }
    // A known flag where a value belongs is a forgotten value, not a file of that name.
    guard let value = inline ?? rest.first, inline != nil || !isFlag(value) else {
      throw UsageFailure(
        .missingValue,
        "\(written) needs a value: \(written) \(placeholder)",
        hints: spec.kind.choices.isEmpty ? [] : [choices(spec)]
      )
    }
    if inline == nil { rest.removeFirst() }
    let parts = try FlagValue(spec, written: written).check(value)
    if let before = values[spec.flag] {
      guard spec.isRepeatable else {
        if before == parts { return }
        throw UsageFailure(
          .repeatedFlag,
          "\(written) is given twice, with different values",
          hints: ["keep one of them"]
        )
      }
      values[spec.flag] = before + parts
    } else {
      values[spec.flag] = parts
      order.append(spec)
    }
  }

  private func isFlag(_ word: Word) -> Bool {
    let text = word.text
    guard text.hasPrefix("--") else { return false }
    return text == "--" || table.flag(long: String(text.dropFirst(2).prefix { $0 != "=" })) != nil
  }

  private func choices(_ spec: FlagSpec) -> String {
    "one of: \(spec.kind.choices.joined(separator: ", "))"
  }
}
