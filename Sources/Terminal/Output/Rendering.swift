package import JSON
package import POSIX

/// How a text is laid out.
package struct TextStyle: Sendable {
  /// The columns of a line.
  package let width: Int
  package let paint: Paint
  /// Whether details are wanted.
  package let isVerbose: Bool

  package init(width: Int = 80, paint: Paint = .none, isVerbose: Bool = false) {
    self.width = width
    self.paint = paint
    self.isVerbose = isVerbose
  }
}

/// One result in every format that there is.
package struct Rendering {
  /// Why a result did not arrive.
  package typealias Failure = FileFailure

  private enum Source {
    case whole(text: (TextStyle) -> String, json: () -> JSONNode)
    case stream(
      (String, TextStyle, @escaping ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
    )
  }

  private let source: Source

  /// A result.
  ///
  /// - Parameters:
  ///   - text: Lays it out for people, with line ends.
  ///   - json: The same for programs.
  package init(text: @escaping (TextStyle) -> String, json: @escaping () -> JSONNode) {
    source = .whole(text: text, json: json)
  }

  /// A result that may be too long for the memory, in all formats of its command.
  ///
  /// - Parameter stream: Writes it in the format that is named, with a style for text.
  package init(
    stream:
      @escaping (
        String, TextStyle, @escaping ([UInt8]) throws(Failure) -> Void
      ) throws(Failure) -> Void
  ) {
    source = .stream(stream)
  }

  /// The same with one more member at the end of the json.
  ///
  /// - Parameters:
  ///   - name: The member.
  ///   - value: What it says.
  /// - Returns: The text as it was; a json that is no object, too, and what is streamed.
  package func adding(_ name: String, _ value: JSONNode) -> Rendering {
    guard case .whole(let text, let json) = source else { return self }
    return Rendering(text: text) {
      guard case .object(let members) = json() else { return json() }
      return .object(members + [.init(name, value)])
    }
  }

  /// Whether there is such a format of it.
  func offers(_ format: String) -> Bool {
    if case .whole = source { return Table.formats.contains(format) }
    return true
  }

  /// Writes the result.
  ///
  /// - Parameters:
  ///   - format: One of its command's.
  ///   - style: For text.
  ///   - output: Gets all of it, with a line end.
  /// - Throws: What `output` throws, or what could not be read.
  func write(
    _ format: String,
    _ style: TextStyle,
    to output: @escaping ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    switch source {
    case .whole(let text, let json):
      let bytes =
        format == "json"
        ? json().encoded(pretty: true) + [UInt8(ascii: "\n")] : Array(text(style).utf8)
      try output(bytes)
    case .stream(let write): try write(format, style, output)
    }
  }
}
