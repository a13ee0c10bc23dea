import JSON
import LegacyState
import Secrets
import TestSupport

/// What a scan gave, sorted by kind.
struct Scanned {
  var states: [LegacyAuthState] = []
  var failures: [ScanFailure] = []
  /// Of documents.
  var notes: [CoverageNote] = []
  /// Of folders.
  var folders: [CoverageNote] = []

  init(
    _ inputs: LegacyScanner.Input...,
    limits: ScanLimits = ScanLimits(),
    password: SecretBytes? = nil,
    includesTwins: Bool = false
  ) {
    var scanner = LegacyScanner(limits: limits)
    scanner.password = password
    scanner.includesTwins = includesTwins
    scanner.scan(inputs) { event in
      switch event {
      case .state(let state): states.append(state)
      case .failure(let failure): failures.append(failure)
      case .coverage(let note) where note.status == .listed: folders.append(note)
      case .coverage(let note): notes.append(note)
      case .progress: break
      }
    }
  }

  init(_ file: CorpusFile) throws {
    try self.init(.document(file.bytes, name: file.path))
  }

  init(text: String, name: String) {
    self.init(.document(SecretBytes(copying: text.utf8), name: name))
  }
}

extension SecretBytes {
  /// A copy for comparisons in tests.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

extension CorpusFile {
  /// Those with states whose reading is not optional.
  static let withStates = under("android-json/", "android-prefs/").filter { $0.expect == "parse" }
  /// Archives of AppAuth-iOS and what they are kept in.
  static let iOS = under("ios-archive/", "ios-defaults/", "ios-keychain/")
}
