package import Secrets

/// One value of a document: a kind and a range of bytes.
package struct JSONValue: Sendable {
  /// What kinds of value there are.
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, bool, null
  }

  /// The document that the value lies in; the value keeps it alive.
  package let document: JSONDocument
  let index: Int

  /// What kind of value this is.
  package var kind: Kind { node.kind }

  /// The whole value with its quotes or brackets, in the document's bytes.
  package var byteRange: Range<Int> { Int(node.start)..<Int(node.end) }

  /// Whether it is the word `null`.
  package var isNull: Bool { kind == .null }

  var node: JSONTableNode { document.nodes[index] }

  /// Between the quotes of a string.
  var content: Range<Int> { Int(node.start) + 1..<Int(node.end) - 1 }
}

extension JSONValue {
  /// The value of a member; of several with the same name the last, as every common reader takes it.
  ///
  /// Nil if there is none, or this is no object.
  ///
  /// - Parameter name: The member's name, decoded.
  package subscript(name: String) -> JSONValue? {
    let node = node
    guard node.kind == .object else { return nil }
    return name.withSpan { name in
      document.bytes.withBytes { bytes in
        let nodes = document.nodes
        var found: Int?
        var at = index + 1
        while at < Int(node.next) {
          if nodes[at].spells(name, in: bytes) { found = at + 1 }
          at = Int(nodes[at + 1].next)
        }
        return found.map { JSONValue(document: document, index: $0) }
      }
    }
  }

  /// Whether it stands in the same document, and is written byte for byte like another value of it.
  ///
  /// - Parameter other: The other value.
  /// - Returns: Whether it is.
  package func hasBytes(of other: JSONValue) -> Bool {
    document === other.document && document.bytes.areSame(byteRange, other.byteRange)
  }

  /// The element at `position`; nil if there are fewer, or this is no array.
  ///
  /// - Parameter position: From 0.
  package subscript(position: Int) -> JSONValue? {
    guard kind == .array, position >= 0 else { return nil }
    var at = index + 1
    for _ in 0..<position {
      guard at < Int(node.next) else { return nil }
      at = Int(document.nodes[at].next)
    }
    return at < Int(node.next) ? JSONValue(document: document, index: at) : nil
  }

  /// The members of an object in their order, duplicates included; empty for anything else.
  package var members: [JSONMember] { Array(eachMember) }

  /// The elements of an array in their order; empty for anything else.
  package var elements: [JSONValue] { Array(eachElement) }

  /// The first members of an object; there may be millions.
  ///
  /// - Parameter count: How many at most.
  /// - Returns: In their order.
  package func firstMembers(_ count: Int) -> [JSONMember] { Array(eachMember.prefix(count)) }

  /// ``members`` without an array made of them.
  package var eachMember: JSONMembers { JSONMembers(object: self) }

  /// ``elements`` without an array made of them.
  package var eachElement: JSONElements { JSONElements(array: self) }

  /// Whether this object names a member twice; what is inside its values is not looked at.
  package var hasDuplicateMembers: Bool {
    let node = node
    guard node.kind == .object else { return false }
    let nodes = document.nodes
    var isAnyEscaped = false
    var count = 0
    var at = index + 1
    while at < Int(node.next) {
      if nodes[at].flags.contains(.escaped) { isAnyEscaped = true }
      count += 1
      at = Int(nodes[at + 1].next)
    }
    // Almost every object is small, and then looking at each pair costs no memory.
    if count > 32 || isAnyEscaped { return namesTwice() }
    return document.bytes.withBytes { bytes in
      let nodes = document.nodes
      var first = index + 1
      while first < Int(node.next) {
        let name = nodes[first]
        var second = Int(nodes[first + 1].next)
        first = second
        while second < Int(node.next) {
          if nodes[second].spellsLike(name, in: bytes) { return true }
          second = Int(nodes[second + 1].next)
        }
      }
      return false
    }
  }
}

extension JSONValue {
  /// Whether two of many names are the same: by their digests first, since to keep a million names would cost hundreds
  /// of megabytes.
  private func namesTwice() -> Bool {
    var names: [Int] = []
    var at = index + 1
    while at < Int(node.next) {
      names.append(at)
      at = Int(document.nodes[at + 1].next)
    }
    func text(_ index: Int) -> [UInt8] { JSONValue(document: document, index: index).textBytes() }
    let keys = names.map { (digest: text($0).hashValue, index: $0) }
      .sorted { $0.digest < $1.digest }
    var start = 0
    for at in keys.indices where keys[at].digest != keys[start].digest || at == keys.count - 1 {
      let end = keys[at].digest == keys[start].digest ? at + 1 : at
      if end - start > 1 {
        // The same digest of other names is so rare that this is once.
        let same = (start..<end).map { text(keys[$0].index) }
        if Set(same).count < same.count { return true }
      }
      start = at
    }
    return false
  }
}

extension JSONValue {
  /// The text of a string; nil for other kinds.
  ///
  /// Never ask it for a token: a `String` cannot be wiped. Half a surrogate pair, and bytes that are no UTF-8 where
  /// the dialect let them pass, come out as U+FFFD.
  package func string() -> String? {
    guard kind == .string else { return nil }
    let content = content
    guard !node.flags.contains(.escaped) else {
      return String(decoding: textBytes(), as: UTF8.self)
    }
    return document.bytes.withBytes { bytes in
      unsafe bytes.extracting(content).withUnsafeBufferPointer { text in
        unsafe String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// The decoded bytes of a string, written straight into protected memory; nil for other kinds.
  package func secret() -> SecretBytes? {
    guard kind == .string else { return nil }
    let content = content
    return document.bytes.withBytes { bytes in
      guard node.flags.contains(.escaped) else {
        return SecretBytes(copying: bytes.extracting(content))
      }
      return SecretBytes(capacity: content.count) { (output: inout OutputSpan<UInt8>) in
        JSONStringText.decode(bytes, content) { output.append($0) }
      }
    }
  }

  /// Whether it is a string of these bytes, without a copy of it where that can be told.
  ///
  /// - Parameter secret: The decoded bytes.
  /// - Returns: Whether it is.
  package func isString(_ secret: SecretBytes) -> Bool {
    guard kind == .string else { return false }
    guard !node.flags.contains(.escaped) else { return self.secret()?.equals(secret) == true }
    let content = content
    guard content.count == secret.count else { return false }
    return document.bytes.withBytes { bytes in
      secret.withBytes { secret in
        // All of them, however early they differ.
        var difference: UInt8 = 0
        for offset in secret.indices {
          difference |= secret[offset] ^ bytes[content.lowerBound + offset]
        }
        return difference == 0
      }
    }
  }

  /// A number that is a whole number within 64 bits, in any spelling; nil otherwise.
  package func int() -> Int64? {
    guard let text = numberText() else { return nil }
    if let exact = Int64(text) { return exact }
    return Double(text)?.wholeNumber
  }

  /// A number as a double; nil for other kinds and for numbers beyond its range.
  package func double() -> Double? {
    guard let text = numberText(), let double = Double(text), double.isFinite else { return nil }
    return double
  }

  /// True or false; nil for other kinds.
  package func bool() -> Bool? {
    guard kind == .bool else { return nil }
    return node.end - node.start == 4
  }

  /// An array of nothing but strings; nil for anything else.
  package func stringArray() -> [String]? {
    guard kind == .array else { return nil }
    var texts: [String] = []
    for element in eachElement {
      guard let text = element.string() else { return nil }
      texts.append(text)
    }
    return texts
  }

  private func numberText() -> String? {
    guard kind == .number else { return nil }
    return document.bytes.withBytes { bytes in
      String(decoding: byteRange.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// The decoded bytes of a string or name.
  func textBytes() -> [UInt8] {
    let content = content
    return document.bytes.withBytes { bytes in
      var text: [UInt8] = []
      text.reserveCapacity(content.count)
      if node.flags.contains(.escaped) {
        JSONStringText.decode(bytes, content) { text.append($0) }
      } else {
        for at in content { text.append(bytes[at]) }
      }
      return text
    }
  }
}

extension JSONTableNode {
  /// Whether two strings without escapes have the same bytes.
  func spellsLike(_ other: JSONTableNode, in bytes: Span<UInt8>) -> Bool {
    let length = Int(end - start)
    guard length == Int(other.end - other.start) else { return false }
    for offset in 0..<length where bytes[Int(start) + offset] != bytes[Int(other.start) + offset] {
      return false
    }
    return true
  }

  /// Whether this string is `name` once decoded.
  func spells(_ name: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    let first = Int(start) + 1
    let length = Int(end) - 1 - first
    guard flags.contains(.escaped) else {
      guard length == name.count else { return false }
      for offset in name.indices where name[offset] != bytes[first + offset] { return false }
      return true
    }
    // Decoded it is no longer.
    guard length >= name.count else { return false }
    var text: [UInt8] = []
    JSONStringText.decode(bytes, first..<first + length) { text.append($0) }
    return text.count == name.count && name.indices.allSatisfy { name[$0] == text[$0] }
  }
}

extension String {
  /// Lends the UTF-8 of the text.
  ///
  /// - Parameter body: Reads it.
  /// - Returns: What `body` returns.
  package func withSpan<R>(_ body: (Span<UInt8>) -> R) -> R {
    let result = unsafe utf8.withContiguousStorageIfAvailable { text in
      unsafe body(Span(_unsafeElements: text))
    }
    return result ?? body(Array(utf8).span)
  }
}

extension Double {
  /// The same number as an integer, if it is whole and every whole number up to it has a double of its own.
  var wholeNumber: Int64? {
    guard magnitude <= 0x1p53 else { return nil }
    let whole = Int64(self)
    return Double(whole) == self ? whole : nil
  }
}
