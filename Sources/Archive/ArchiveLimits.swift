/// How much is read of an archive with all that is packed in it.
package struct ArchiveLimits: Sendable, Hashable {
  /// The most members, those of archives inside it included.
  package var members = 2_000_000
  /// How many times its packed size a member, or the whole, may have; beyond is a bomb.
  package var ratio = 200
  /// Up to here the ratio does not matter.
  package var freeBytes = 16 << 20
  /// The most bytes that are inflated at all.
  package var totalBytes = 1 << 42
  /// The longest name of a member, in bytes.
  package var nameBytes = 1 << 14
  /// Archives inside each other, the outermost counted.
  package var depth = 4

  /// The limits that the command uses.
  package init() {}
}

/// What is left of the limits, shared by an archive and those inside it.
package final class ArchiveBudget {
  /// The limits.
  package let limits: ArchiveLimits
  private let packedBytes: Int
  private var members = 0
  private var inflated = 0

  /// A budget for one file.
  ///
  /// - Parameters:
  ///   - limits: The limits.
  ///   - packedBytes: The size of the file.
  package init(_ limits: ArchiveLimits, packedBytes: Int) {
    self.limits = limits
    self.packedBytes = packedBytes
  }

  func takeMember() throws(ArchiveFailure) {
    members += 1
    guard members <= limits.members else {
      throw .beyondLimit("there are more than \(limits.members) members in this archive")
    }
  }

  /// Counts what was inflated anywhere in the file.
  func take(_ count: Int) throws(ArchiveFailure) {
    inflated += count
    // Nested archives are inflated once for each layer around them.
    let allowed = max(4 * limits.freeBytes, packedBytes.multipliedCapped(by: limits.ratio))
    guard inflated <= min(allowed, limits.totalBytes) else {
      throw .beyondLimit(
        "it inflates to more than \(limits.ratio) times its size, as only a bomb does; what is behind was not read"
      )
    }
  }

  /// Whether a member that has taken `consumed` packed bytes may have inflated to so many.
  func allows(_ inflated: Int, from consumed: Int) -> Bool {
    inflated <= max(limits.freeBytes, consumed.multipliedCapped(by: limits.ratio))
  }
}

extension Int {
  fileprivate func multipliedCapped(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
