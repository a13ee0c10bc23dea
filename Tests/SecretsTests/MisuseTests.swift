import Foundation
import POSIX
import Testing

/// What the compiler must refuse, under our settings (warnings are errors): each case is type-checked against the
/// built module.
@Suite struct `Misuse of a secret does not compile` {
  struct Misuse: Sendable, CustomTestStringConvertible {
    let name: String
    let line: String
    let complaint: String
    var testDescription: String { name }
  }

  static let misuses = [
    Misuse(name: "interpolation", line: #"_ = "\(token)""#, complaint: "cannot be interpolated"),
    Misuse(name: "comparison", line: "_ = token == token", complaint: "Equatable"),
    Misuse(
      name: "encoding",
      line: "func f(_ e: some Encodable) {}; f(token)",
      complaint: "Encodable"
    ),
    Misuse(name: "hashing", line: "_ = Set([token])", complaint: "Hashable"),
    Misuse(name: "making a string", line: "_ = String(token)", complaint: "String"),
  ]

  @Test(arguments: misuses)
  func `as the compiler says why`(misuse: Misuse) async throws {
    let complaints = try await typeCheck(misuse.line)
    #expect(complaints.exit == .code(1))
    #expect(complaints.text.contains(misuse.complaint), "\(complaints.text)")
  }

  @Test func `while right use does`() async throws {
    let complaints = try await typeCheck(#"_ = "\(token.fingerprint)"; _ = token.equals(token)"#)
    #expect(complaints.exit == .code(0), "\(complaints.text)")
  }

  private func typeCheck(_ line: String) async throws -> (exit: ChildProcess.Exit, text: String) {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let products = Bundle.main.bundleURL.deletingLastPathComponent()
    let modules = [Bundle.main.bundleURL, products].map { $0.appending(path: "Modules") }
    let source = FileManager.default.temporaryDirectory
      .appending(path: "misuse-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: source) }
    let text = """
      import Secrets
      let token = SecretBytes(copying: [1])
      \(line)
      """
    try Data(text.utf8).write(to: source)
    let run = try await ChildProcess.run(
      "swiftc",
      arguments: ["-typecheck", "-warnings-as-errors", "-swift-version", "6", source.path]
        + modules.flatMap { ["-I", $0.path] }
        + ["-I", package.appending(path: "Sources/COpenSSL").path],
      timeout: .seconds(300)
    )
    return (run.exit, run.errorText)
  }
}
