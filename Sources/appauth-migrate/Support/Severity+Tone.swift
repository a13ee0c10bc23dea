import Migration
import Terminal

extension Severity {
  /// The colour that stands beside the word.
  var tone: Tone {
    switch self {
    case .critical: .critical
    case .high: .high
    case .medium: .medium
    case .low: .low
    case .info: .info
    }
  }
}
