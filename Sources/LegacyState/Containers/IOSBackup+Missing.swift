import POSIX

extension IOSBackup {
  /// How many groups of missing files are told one by one.
  private static let mostTold = 1000

  /// What a backup lacks that its own list has, one failure for each place of an app or other domain.
  ///
  /// - Parameter isWanted: Whether a file is to be looked at.
  /// - Returns: Failures that belong to the places of the files.
  func lacks(_ isWanted: (DocumentOrigin) -> Bool) -> [ScanFailure] {
    let manifest = DocumentOrigin(folder.path.appending("Manifest.db"))
    var failures: [ScanFailure] = []
    if isCut {
      let words = "the list of the backup's files is damaged: some may be missing, or nobody's"
      failures.append(ScanFailure(manifest, reason: .unreadable(words)))
    }
    var groups: [Group: Int] = [:]
    var found: [(first: DocumentOrigin, count: Int)] = []
    do throws(FileFailure) {
      for (path, name) in try missing() {
        let origin = DocumentOrigin.renamed(path, to: name)
        guard isWanted(origin) else { continue }
        let group = Group(domain: name.text.prefix { $0 != "/" }, place: origin.owner.place)
        if let position = groups[group] {
          found[position].count += 1
        } else {
          groups[group] = found.count
          found.append((origin, 1))
        }
      }
    } catch {
      failures.append(ScanFailure(manifest, reason: .unreadable("\(error)")))
    }
    for (first, count) in found.prefix(Self.mostTold) {
      let more = count > 1 ? "it and \(count - 1) more beside it are" : "it is"
      let words = "\(more) in the backup's own list, and not in the backup: copy the backup again"
      failures.append(ScanFailure(first, reason: .unreadable(words)))
    }
    let rest = found.dropFirst(Self.mostTold).reduce(0) { $0 + $1.count }
    if rest > 0 {
      let words = "\(rest) more files of its list are not in the backup"
      failures.append(ScanFailure(manifest, reason: .unreadable(words)))
    }
    return failures
  }

  private struct Group: Hashable {
    let domain: Substring
    let place: CoverageNote.Place?
  }
}
