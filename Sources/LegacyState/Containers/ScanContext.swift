import Archive
import Secrets

/// What the documents of one input share.
struct ScanContext {
  let limits: ScanLimits
  /// What opens encrypted backups.
  var password: SecretBytes?
  /// The archives around the document: how many, and what they may still cost.
  var depth = 0
  var budget: ArchiveBudget?

  /// The context inside an archive.
  func inside(_ budget: ArchiveBudget) -> ScanContext {
    var context = self
    context.depth += 1
    context.budget = budget
    return context
  }
}
