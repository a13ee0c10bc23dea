import CSystem

/// What is known of a terminal.
package enum TerminalFacts {
  /// Whether a descriptor is a terminal.
  ///
  /// - Parameter descriptor: 0, 1 or 2.
  /// - Returns: False for a file, a pipe and a closed descriptor.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal.
  ///
  /// - Parameter descriptor: 0, 1 or 2.
  /// - Returns: Columns; nil if it is no terminal or doesn't say.
  package static func width(_ descriptor: Int32) -> Int? {
    let columns = Int(appauth_columns(descriptor))
    return columns > 0 ? columns : nil
  }
}
