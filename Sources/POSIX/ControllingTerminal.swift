import CSystem

/// The terminal of the person who started this, wherever the standard streams go.
package struct ControllingTerminal: Sendable {
  private let file: File

  /// Opens it.
  ///
  /// - Throws: If this process has none, as under cron or in CI.
  package init() throws(FileFailure) {
    file = try File.open("/dev/tty", .readWrite)
  }

  /// Shows text.
  ///
  /// - Parameter text: Neutralised already.
  /// - Throws: If the terminal is gone.
  package func write(_ text: String) throws(FileFailure) {
    try file.write(Array(text.utf8))
  }

  /// Waits for a line, and blocks the thread meanwhile.
  ///
  /// - Parameter limit: The most bytes to take; what is typed beyond it is read and dropped.
  /// - Returns: The line without its end; nil if the terminal was closed.
  /// - Throws: If the system refuses.
  package func readLine(limit: Int = 4096) throws(FileFailure) -> String? {
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let got = try whenReady(.read, file.path, file.descriptor.number, for: POLLIN) {
        unsafe read(file.descriptor.number, &byte, 1)
      }
      if got == 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < limit { line.append(byte) }
    }
  }
}
