extension CoverageNote {
  /// How it is encrypted, if it is a backup or a member of an archive, which may hold anything; nil for one app's store.
  package var seal: String? {
    guard case .sealed(let how) = status,
      kind == nil || how == SealedPropertyList.backupName
    else { return nil }
    return how
  }
}
