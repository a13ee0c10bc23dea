/// What a program, a script or a template has where it puts a token in.
extension Placeholder {
  /// A name between the same signs: `@@TOKEN@@`, `%%TOKEN%%`, `__TOKEN__`, `##TOKEN##`, `~token~`.
  static func isFramed(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= longestName, isFrame(bytes[0]) else { return false }
    var width = 0
    while width * 2 + 1 < bytes.count, bytes[width] == bytes[0],
      bytes[bytes.count - 1 - width] == bytes[0]
    {
      width += 1
    }
    // One underscore may be a letter of base64url.
    guard width >= (bytes[0] == UInt8(ascii: "_") ? 2 : 1) else { return false }
    return isName(bytes.extracting(width..<bytes.count - width))
  }

  /// Where a program looks for a value, as no token can be spelled: `process.env.TOKEN`, `tokens["refresh"]`, `token()`,
  /// `env:TOKEN`, `arn:aws:…`.
  static func isLookUp(_ bytes: Span<UInt8>) -> Bool {
    for root in roots where root[0] == bytes[0] && starts(bytes, with: root) {
      return bytes.count <= longestName * 3
        && bytes.indices.allSatisfy { isInPath(bytes[$0]) || isLetter(bytes[$0]) }
    }
    let opening: UInt8
    switch bytes[bytes.count - 1] {
    case UInt8(ascii: "]"): opening = UInt8(ascii: "[")
    case UInt8(ascii: ")"): opening = UInt8(ascii: "(")
    default: return false
    }
    guard bytes.count <= longestName * 2,
      let start = bytes.indices.first(where: { bytes[$0] == opening }),
      start > 1, isLetter(bytes[0]), (0..<start).allSatisfy({ isInPath(bytes[$0]) })
    else { return false }
    // Swift's and Rust's print the value itself.
    if stands("Optional(", in: bytes, at: 0) || stands("Some(", in: bytes, at: 0) { return false }
    let arguments = bytes.extracting(start + 1..<bytes.count - 1)
    return (arguments.count < 8 || !isNoise(arguments))
      && arguments.indices.allSatisfy { isInPath(arguments[$0]) }
  }

  /// A member of what programs name so: `config.refreshToken1`, `self.rt`.
  static func isMember(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= longestName,
      let dot = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: ".") }),
      owners.contains((0..<dot).map { bytes[$0] })
    else { return false }
    var start = dot + 1
    for at in dot + 1...bytes.count where at == bytes.count || bytes[at] == UInt8(ascii: ".") {
      guard isMemberName(bytes.extracting(start..<at)) else { return false }
      start = at + 1
    }
    return true
  }

  /// What stands between the two halves of a program's text: `" + token + "`, `' . $token . '`, `" & token & "`.
  static func isJoined(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= longestName * 2 else { return false }
    var (start, end) = (0, bytes.count)
    let hasStart = skipJoint(bytes, &start, step: 1)
    let hasEnd = skipJoint(bytes, &end, step: -1)
    guard hasStart || hasEnd, start < end else { return false }
    let name = bytes.extracting(start..<end)
    // The sign may be a letter of base64.
    let isSpaced = name[0] == 0x20 || name[name.count - 1] == 0x20
    let isTight = hasStart && hasEnd && isMemberName(name)
    return (isSpaced || isTight) && !TokenShape.isSuspicious(name)
      && name.indices.allSatisfy { isInPath(name[$0]) || name[$0] == 0x20 }
      && name.indices.contains { isLetter(name[$0]) }
  }

  /// Goes over quotes and the sign of a joining behind them, from one end of a text.
  private static func skipJoint(_ bytes: Span<UInt8>, _ edge: inout Int, step: Int) -> Bool {
    var at = step > 0 ? edge : edge - 1
    var quotes = 0
    while bytes.indices.contains(at), isQuote(bytes[at]) {
      quotes += 1
      at += step
    }
    guard quotes > 0 else { return false }
    while bytes.indices.contains(at), bytes[at] == 0x20 { at += step }
    var signs = 0
    while bytes.indices.contains(at), "+.&|,".utf8.contains(bytes[at]), signs < 2 {
      signs += 1
      at += step
    }
    guard signs > 0 else { return false }
    edge = step > 0 ? at : at + 1
    return true
  }

  /// What no provider issues, so it is nothing but a name: not drawn at random, and at most two numbers in it.
  private static func isName(_ bytes: Span<UInt8>) -> Bool {
    guard !isNoise(bytes) else { return false }
    var (letters, numbers) = (0, 0)
    for at in bytes.indices {
      if isLetter(bytes[at]) {
        letters += 1
      } else if isDigit(bytes[at]) {
        if at == 0 || !isDigit(bytes[at - 1]) { numbers += 1 }
      } else if !isJoint(bytes[at]), bytes[at] != 0x20 {
        return false
      }
    }
    return letters > 0 && numbers <= 2
  }

  /// Letters, and at most two digits behind them.
  private static func isMemberName(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0, !isDigit(bytes[0]) else { return false }
    var end = bytes.count
    while end > 0, isDigit(bytes[end - 1]) { end -= 1 }
    return bytes.count - end <= 2
      && (0..<end).allSatisfy { isLetter(bytes[$0]) || bytes[$0] == UInt8(ascii: "_") }
  }

  /// Whether a byte may be in the path to a value: names, and what joins them.
  static func isInPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "!"):
      true
    default: isInIdentifier(byte)
    }
  }

  private static func isInIdentifier(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || isJoint(byte) || byte == UInt8(ascii: "$")
  }

  private static func isFrame(_ byte: UInt8) -> Bool { "@%#~^|!$_*?:".utf8.contains(byte) }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'`".utf8.contains(byte) }

  private static func starts(_ bytes: Span<UInt8>, with root: [UInt8]) -> Bool {
    bytes.count > root.count && root.indices.allSatisfy { bytes[$0] == root[$0] }
  }

  private static let roots: [[UInt8]] = [
    "process.env", "import.meta.env", "os.environ", "os.getenv", "os.Getenv", "System.getenv",
    "Deno.env", "Bun.env", "BuildConfig.", "Environment.", "env.", "env:", "secrets.", "vars.",
    "op://", "vault:", "arn:aws:", "file:/", "ssm:/",
  ].map { Array($0.utf8) }

  private static let owners: Set<[UInt8]> = Set(
    """
    action args auth authState body cfg client conf config context cookies credential credentials
    ctx data e event form input it json model obj options opts params payload prefs props req
    request res resp response result self session settings state storage store this token tokens
    user values var
    """
    .split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  )
}
