import DemoProvider

/// One run of the command, and how it may end.
struct MarkerStep: Sendable, CustomStringConvertible {
  var arguments: [String]
  let codes: Set<Int32>
  /// Whether standard output may hold a token: `token` is there to print one.
  var mayPrint = false
  /// Whether a browser must have been seen.
  var opensBrowser = false
  /// What goes wrong at the provider meanwhile.
  var faults: [DemoFault] = []

  /// Splits a line at its spaces; TOKEN stands for an old refresh token.
  init(
    _ line: String,
    _ codes: Set<Int32>,
    mayPrint: Bool = false,
    opensBrowser: Bool = false,
    faults: [DemoFault] = []
  ) {
    self.arguments = line.split(separator: " ").map(String.init)
    self.codes = codes
    self.mayPrint = mayPrint
    self.opensBrowser = opensBrowser
    self.faults = faults
  }

  func adding(_ flags: String) -> MarkerStep {
    var step = self
    step.arguments += flags.split(separator: " ").map(String.init)
    return step
  }

  func naming(_ token: String) -> MarkerStep {
    var step = self
    step.arguments = arguments.map { $0.replacing("TOKEN", with: token) }
    return step
  }

  var description: String { arguments.joined(separator: " ") }
}
