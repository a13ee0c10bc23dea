import Secrets

extension PropertyList {
  /// The UTF-8 of a string, for names; never for a token.
  func text(_ node: PlistNode) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(node.content.count)
    decode(node) { text.append($0) }
    return text
  }

  /// The UTF-8 of a string or the bytes of data, straight into protected memory; nil for other kinds.
  func secret(_ node: PlistNode) -> SecretBytes? {
    switch (node.kind, node.spelling) {
    case (.data, .xml):
      return bytes.withBytes { Base64.decode($0.extracting(node.content)) }?.content
        ?? SecretBytes(copying: [UInt8]())
    case (.string, .plain), (.data, _):
      return bytes.withBytes { SecretBytes(copying: $0.extracting(node.content)) }
    case (.string, _):
      // Three bytes of UTF-8 for two of UTF-16 at most.
      return SecretBytes(capacity: node.content.count / 2 * 3 + node.content.count) {
        (output: inout OutputSpan<UInt8>) in
        decode(node) { output.append($0) }
      }
    default: return nil
    }
  }

  /// A whole number, or the number of a reference; nil for other kinds and beyond 64 bits.
  func integer(_ node: PlistNode) -> Int? {
    guard node.kind == .integer || node.kind == .uid else { return nil }
    guard node.spelling == .xml else {
      let size = node.content.count
      return bytes.withBytes { span in
        // Eight bytes have a sign, sixteen are only used for what has none.
        if size == 8, node.kind == .integer {
          var value: UInt64 = 0
          for at in node.content { value = value << 8 | UInt64(span[at]) }
          return Int(Int64(bitPattern: value))
        }
        return BinaryPlist.number(span, node.content.lowerBound, size)
      }
    }
    return Int(String(decoding: text(node), as: UTF8.self))
  }

  /// A real number or a date, in seconds since 2001; nil for other kinds.
  func real(_ node: PlistNode) -> Double? {
    guard node.kind == .real || node.kind == .date || node.kind == .integer else { return nil }
    if node.kind == .integer { return integer(node).map(Double.init) }
    guard node.spelling == .xml else {
      return bytes.withBytes { span in
        var value: UInt64 = 0
        for at in node.content { value = value << 8 | UInt64(span[at]) }
        return node.content.count == 4
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
          : Double(bitPattern: value)
      }
    }
    let text = String(decoding: text(node), as: UTF8.self)
    return node.kind == .real ? Double(text) : PlistDate.secondsSince2001(text)
  }

  /// Calls `body` with each byte of the UTF-8 of a string or of an XML text.
  private func decode(_ node: PlistNode, _ body: (UInt8) -> Void) {
    bytes.withBytes { span in
      switch node.spelling {
      case .plain:
        for at in node.content { body(span[at]) }
      case .xml:
        XMLText.decode(span, node.content, to: body)
      case .wide:
        var at = node.content.lowerBound
        while at + 1 < node.content.upperBound {
          var scalar = Self.unit(span, at)
          at += 2
          if scalar & 0xFC00 == 0xD800, at + 1 < node.content.upperBound {
            let low = Self.unit(span, at)
            if low & 0xFC00 == 0xDC00 {
              scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
              at += 2
            }
          }
          // Half a pair is no character.
          for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() { body(byte) }
        }
      }
    }
  }

  private static func unit(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1])
  }
}
