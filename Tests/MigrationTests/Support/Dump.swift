import LegacyState
import POSIX
import Secrets
import TestSupport

/// Old states in a folder of its own, and what a scan finds there.
struct Dump {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: Path { folder.path }

  /// An AuthState as AppAuth-Android writes it; its tokens are told apart by `mark`.
  static func state(_ mark: String) -> String {
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "rt-\(mark)-0123456789abcdef/0123456789"
    state.accessToken = "at-\(mark)-0123456789abcdef+0123456789"
    state.code = "code-\(mark)-0123456789abcdef"
    state.codeVerifier = "verifier-\(mark)-0123456789abcdef0123456789abcdef"
    return state.json
  }

  /// An Android preferences file with these states, each under a key of its own, between other values.
  static func preferences(_ marks: [String]) -> String {
    let strings = marks.map { mark in
      let text = state(mark).replacing("\"", with: "&quot;")
      return "    <string name=\"state-\(mark)\">\(text)</string>\n"
    }
    return """
      <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
      <map>
          <int name="launches" value="7" />
      \(strings.joined())    <string name="theme">dark</string>
      </map>

      """
  }

  /// Everything that a scan finds, the folder's states in their order.
  func states(at path: Path? = nil) -> [LegacyAuthState] {
    var states: [LegacyAuthState] = []
    LegacyScanner().scan([.bytesOfPath((path ?? self.path).bytes)]) { event in
      if case .state(let state) = event { states.append(state) }
    }
    return states
  }
}

extension Dump {
  /// Replaces or makes a file, in place or not.
  func rewrite(_ name: Path, text: String, permissions: UInt16 = 0o600) throws {
    try? folder.directory.unlink(name)
    try folder.write(name, text: text, permissions: permissions)
  }

  /// Whether a token of the marks is in any file below, in any spelling.
  func holdsToken(_ marks: [String], besides names: Set<String> = []) throws -> Bool {
    let tokens = marks.flatMap { mark in
      ["rt-\(mark)-0123456789abcdef/0123456789", "at-\(mark)-0123456789abcdef+0123456789"]
        .map { SecretBytes(copying: Array($0.utf8)) }
    }
    let search = ResidueSearch(tokens: tokens)
    var isFound = false
    try folder.directory.walk { (path, kind, file) throws(FileFailure) in
      guard kind == .regular, !names.contains(path.text) else { return }
      let bytes = try file().readAll(limit: 1 << 30)
      isFound = isFound || !search.occurrences(in: bytes).isEmpty
    }
    return isFound
  }
}
