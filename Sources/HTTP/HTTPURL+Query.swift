/// One parameter of a query.
package struct QueryItem: Hashable, Sendable {
  /// The decoded name.
  package let name: String
  /// The decoded value.
  package let value: String

  /// Makes one.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPURL {
  /// Adds parameters to the query that is there already; the fragment is kept at the end.
  ///
  /// - Parameter items: Added in this order, percent-encoded.
  /// - Returns: The longer URL; nil only if it grew beyond what is accepted.
  package func appending(_ items: [QueryItem]) -> HTTPURL? {
    guard !items.isEmpty else { return self }
    let added = items.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }
      .joined(separator: "&")
    let base = fragment.map { text.dropLast($0.utf8.count + 1) } ?? text[...]
    let glue =
      switch query {
      case nil: "?"
      case .some(let query) where query.isEmpty || query.hasSuffix("&"): ""
      case .some: "&"
      }
    return HTTPURL("\(base)\(glue)\(added)\(fragment.map { "#\($0)" } ?? "")")
  }

  /// The parameters of the query in order, duplicates included; nil if one can't be decoded.
  package var queryItems: [QueryItem]? {
    var items: [QueryItem] = []
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(parts[0], plusIsSpace: true),
        let value = PercentCoding.decode(parts.count == 2 ? parts[1] : "", plusIsSpace: true)
      else { return nil }
      items.append(QueryItem(name, value))
    }
    return items
  }

  /// The same origin with another path, and without query and fragment.
  ///
  /// - Parameter path: Begins with a slash and is percent-encoded already.
  /// - Returns: The URL; nil if the path isn't well-formed.
  package func replacing(path: String) -> HTTPURL? {
    guard path.hasPrefix("/") else { return nil }
    return HTTPURL("\(origin)\(path)")
  }
}
