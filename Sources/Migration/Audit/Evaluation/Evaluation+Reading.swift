import LegacyState
import POSIX

extension Evaluation {
  /// AM402 for what began like a state and could not be read as one.
  static func judge(_ failure: ScanFailure, shown error: AuditError) -> AuditFinding? {
    switch failure.reason {
    case .brokenState, .brokenArchive, .tokenAsName:
      AuditFinding(
        "AM402",
        state: nil,
        source: AuditFinding.Source(
          path: error.path,
          inner: error.inner,
          uri: URIReference.exact(failure.file, shown: error.path)
        ),
        "\(shown(error.path)): \(error.reason)"
      )
    case .unreadable, .malformed, .tooDeep, .beyondLimit, .valuesUnread, .unreadFormat: nil
    }
  }

  /// AM401 for a store that is encrypted.
  static func judge(_ note: CoverageNote) -> AuditFinding? {
    guard case .sealed(let how) = note.status else { return nil }
    let path = ShownPath.text(note.origin.file)
    let source = AuditFinding.Source(
      path: path,
      inner: note.origin.inner.map(ShownPath.text),
      uri: URIReference.exact(note.origin.file, shown: path)
    )
    let file = ([source.path] + source.inner).map { shown($0) }.joined(separator: " › ")
    return AuditFinding(
      "AM401",
      state: nil,
      source: source,
      "\(file) is encrypted (\(how)) and cannot be read here"
    )
  }
}
