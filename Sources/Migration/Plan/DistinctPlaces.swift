package import POSIX

/// How states are called in one list: as short as can be, but no two in different files alike.
///
/// Two apps keep their states under the same name in files of the same name; then the folders that tell them apart
/// come before it.
package enum DistinctPlaces {
  /// The most folders before a name; no list gets better by more.
  private static let mostFolders = 16

  /// Names them.
  ///
  /// - Parameter places: The file, from the root, and the short name of each.
  /// - Returns: A name for each, in the same order.
  package static func names(_ places: [(path: Path, name: String)]) -> [String] {
    var names = places.map(\.name)
    var folders = places.map { Array($0.path.bytes.split(separator: UInt8(ascii: "/")).dropLast()) }
    for _ in 0..<mostFolders {
      var paths: [String: Set<Path>] = [:]
      for (index, name) in names.enumerated() {
        paths[name, default: []].insert(places[index].path)
      }
      let alike = names.indices.filter { paths[names[$0], default: []].count > 1 }
      var isLonger = false
      for index in alike {
        guard let folder = folders[index].popLast() else { continue }
        names[index] = "\(Path(bytes: folder).shown)/\(names[index])"
        isLonger = true
      }
      guard isLonger else { break }
    }
    return names
  }
}

extension [PlannedState] {
  /// Their places, no two in different files alike.
  package var distinctPlaces: [String] {
    DistinctPlaces.names(map { ($0.path, $0.shownPlace) })
  }
}
