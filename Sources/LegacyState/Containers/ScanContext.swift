import Archive
import Secrets

/// What the documents of one input share.
struct ScanContext {
  let limits: ScanLimits
  /// What opens encrypted backups.
  var password: SecretBytes?
  /// Which documents are looked at.
  var filter = PathFilter()
  /// How many bytes of a file's path name the input itself.
  var rootLength = 0
  /// The archives around the document: how many, and what they may still cost.
  var depth = 0
  var budget: ArchiveBudget?

  /// Whether a document, or something in it, is to be looked at.
  func verdict(on origin: DocumentOrigin) -> PathFilter.Verdict {
    filter.isEmpty ? .wanted : filter.verdict(on: origin.names(behind: rootLength))
  }

  /// The context inside an archive.
  func inside(_ budget: ArchiveBudget) -> ScanContext {
    var context = self
    context.depth += 1
    context.budget = budget
    return context
  }
}
