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
