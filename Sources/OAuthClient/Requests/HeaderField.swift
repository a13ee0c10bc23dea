/// One line of a header: the name counts without its case.
public struct HeaderField: Sendable, Hashable {
  /// The name, such as `Accept`.
  public let name: String
  /// What stands behind it.
  public let value: String

  /// Makes a line; it is checked when the request is sent.
  ///
  /// - Parameters:
  ///   - name: A token (RFC 9110 section 5.6.2).
  ///   - value: Without line breaks and other control characters.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name alone: a key or a cookie may be the value.
  public var description: String { "\(name): …" }
  /// The same as the description.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
