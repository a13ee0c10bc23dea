/// How far the deletion of a batch has come; a kill walk counts these.
package enum DeletionPoint: String, CaseIterable, Sendable {
  /// The ledger says what is about to be done.
  case announced
  /// The temporary file holds all bytes of the new content.
  case written
  /// They would survive a power cut.
  case synced
  /// The new content has the name.
  case swapped
  /// The names would survive a power cut.
  case folderSynced
  /// The old content is overwritten.
  case oldWiped
  /// The old content has no name any more.
  case oldRemoved
  /// The file was read again and is what it should be.
  case checked
  /// The ledger says that it is done.
  case recorded
}

/// The observer wants no more: everything is left as it is at this moment, as if the process had been killed.
package struct DeletionStopped: Error, Hashable {
  /// Stops.
  package init() {}
}

/// Told after each point, with the file's name.
package typealias DeletionObserver = (DeletionPoint) throws(DeletionStopped) -> Void

/// Why a deletion ended before its end.
package enum DeletionInterruption: Error, Hashable, Sendable {
  /// Nothing is done that the ledger can't remember.
  case ledger(LedgerFailure)
  /// The observer wanted no more.
  case stopped
}
