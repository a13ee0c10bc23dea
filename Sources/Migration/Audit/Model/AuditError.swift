import LegacyState
import POSIX

/// Something that could not be read, so that the report is not complete.
public struct AuditError: Sendable, Hashable {
  /// The file or folder.
  public let path: String
  /// Inside an archive: the member, and the member inside that.
  public let inner: [String]
  /// Why, and what can be done; one line.
  public let reason: String

  init(path: String, inner: [String], reason: String) {
    self.path = path
    self.inner = inner
    self.reason = reason
  }

  /// A backup that is encrypted: whatever is in it, nobody looked.
  init(_ note: CoverageNote, seal: String) {
    self.init(
      path: ShownPath.text(note.origin.file),
      inner: note.origin.inner.map(ShownPath.text),
      reason: "it is encrypted, so nothing in it was looked at (\(seal))"
    )
  }

  init(_ failure: ScanFailure) {
    let file = ShownPath.text(failure.file)
    // What the system says of a file names it, and the name may be what must not be shown.
    var reason = failure.description
    if file != failure.file.text {
      reason = reason.replacing(failure.file.shown, with: file.neutralised)
    }
    self.init(path: file, inner: failure.inner.map(ShownPath.text), reason: reason)
  }
}
