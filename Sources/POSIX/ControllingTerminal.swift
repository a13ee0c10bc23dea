import CSystem
package import Secrets

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
  /// Asks for a line that nobody may see, and blocks the thread meanwhile.
  ///
  /// - Parameters:
  ///   - question: Shown once nothing that is typed can be seen any more.
  ///   - limit: The most bytes to take; what is typed beyond it is read and dropped.
  /// - Returns: The line without its end; nil if the terminal was closed.
  /// - Throws: If the system refuses, or the terminal cannot hide what is typed.
  package func askSecret(
    _ question: String,
    limit: Int = 1024
  ) throws(FileFailure) -> SecretBytes? {
    try echo(false)
    defer {
      try? echo(true)
      // Nobody saw the end of the line.
      try? write("\n")
    }
    try write(question)
    var isClosed = false
    let line = try SecretBytes(capacity: limit) { (output: inout OutputSpan) throws(FileFailure) in
      while true {
        var byte: UInt8 = 0
        let got = try whenReady(.read, file.path, file.descriptor.number, for: POLLIN) {
          unsafe read(file.descriptor.number, &byte, 1)
        }
        if got == 0 { isClosed = output.isEmpty }
        if got == 0 || byte == UInt8(ascii: "\n") { return }
        if !output.isFull { output.append(byte) }
      }
    }
    return isClosed ? nil : line
  }

  /// Shows what is typed, or hides it.
  ///
  /// - Parameter isOn: Whether it is shown.
  /// - Throws: If the system refuses.
  package func echo(_ isOn: Bool) throws(FileFailure) {
    try systemCall(.write, file.path) { appauth_set_echo(file.descriptor.number, isOn ? 1 : 0) }
  }
}
