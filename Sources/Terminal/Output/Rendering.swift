package import JSON

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
  private let text: (TextStyle) -> String
  private let json: () -> JSONNode

  /// A result.
  ///
  /// - Parameters:
  ///   - text: Lays it out for people, with line ends.
  ///   - json: The same for programs.
  package init(text: @escaping (TextStyle) -> String, json: @escaping () -> JSONNode) {
    self.text = text
    self.json = json
  }

  /// The same with one more member at the end of the json.
  ///
  /// - Parameters:
  ///   - name: The member.
  ///   - value: What it says.
  /// - Returns: The text as it was; a json that is no object, too.
  package func adding(_ name: String, _ value: JSONNode) -> Rendering {
    Rendering(text: text) { [json] in
      guard case .object(let members) = json() else { return json() }
      return .object(members + [.init(name, value)])
    }
  }

  /// The result in a format of ``Table/formats``.
  ///
  /// - Parameters:
  ///   - format: `text` or `json`.
  ///   - style: For text.
  /// - Returns: All of it, with a line end.
  package func bytes(_ format: String, _ style: TextStyle) -> [UInt8] {
    format == "json"
      ? json().encoded(pretty: true) + [UInt8(ascii: "\n")] : Array(text(style).utf8)
  }
}
