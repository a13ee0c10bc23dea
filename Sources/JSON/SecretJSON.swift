package import Secrets

/// A JSON value to be written that holds secrets; it never exists outside protected memory once written.
package indirect enum SecretJSON: Sendable {
  case object([Member])
  case array([SecretJSON])
  case string(String)
  /// Written as a string.
  case secret(SecretBytes)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  case null
  /// A value of a document that was read, byte for byte.
  case raw(JSONValue)

  /// A name and a value.
  package struct Member: Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: SecretJSON

    /// Joins the two.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(_ name: String, _ value: SecretJSON) {
      self.name = name
      self.value = value
    }
  }

  /// An object from pairs, in their order.
  ///
  /// - Parameter pairs: Names and values.
  /// - Returns: The object.
  package static func object(_ pairs: [(String, SecretJSON)]) -> SecretJSON {
    .object(pairs.map { Member($0.0, $0.1) })
  }

  /// Writes the value as UTF-8, without blanks.
  ///
  /// - Returns: The text in protected memory.
  package func encoded() -> SecretBytes {
    var measure = JSONCount()
    write(to: &measure)
    var output: [UInt8] = []
    output.reserveCapacity(measure.count)
    write(to: &output)
    return SecretBytes(wiping: &output)
  }

  private func write(to output: inout some JSONSink) {
    switch self {
    case .object(let members):
      output.append(text: "{")
      for (position, member) in members.enumerated() {
        if position > 0 { output.append(text: ",") }
        output.append(quoting: member.name.utf8)
        output.append(text: ":")
        member.value.write(to: &output)
      }
      output.append(text: "}")
    case .array(let elements):
      output.append(text: "[")
      for (position, element) in elements.enumerated() {
        if position > 0 { output.append(text: ",") }
        element.write(to: &output)
      }
      output.append(text: "]")
    case .string(let text): output.append(quoting: text.utf8)
    case .secret(let secret):
      var quoting = JSONQuoting()
      output.append(UInt8(ascii: "\""))
      secret.withBytes { bytes in
        for at in bytes.indices { output.append(bytes[at], quoting: &quoting) }
      }
      output.finish(&quoting)
    case .int(let number): output.append(text: String(number))
    case .double(let number): output.append(number: number)
    case .bool(let flag): output.append(text: flag ? "true" : "false")
    case .null: output.append(text: "null")
    case .raw(let value):
      let range = value.byteRange
      value.document.bytes.withBytes { bytes in
        for at in range { output.append(bytes[at]) }
      }
    }
  }
}
