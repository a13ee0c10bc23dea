import POSIX

/// What a path tells of the app that a file belongs to.
struct AppPath {
  let app: String?
  let place: CoverageNote.Place?

  /// Looks for `<package>/shared_prefs/…` and its siblings, and for the short names in a backup.
  init(_ path: Path) {
    let components = path.bytes.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    for (position, component) in components.enumerated().dropLast() where position > 0 {
      let place: CoverageNote.Place? =
        switch component {
        case "shared_prefs", "sp": .preferences
        case "databases", "db": .databases
        case "files", "f": .files
        default: nil
        }
      if let place, Self.isPackage(components[position - 1]) {
        self.app = components[position - 1]
        self.place = place
        return
      }
    }
    self.app = nil
    self.place = nil
  }

  /// A Java package: words of letters, digits and underscores, at least one dot between them.
  private static func isPackage(_ name: String) -> Bool {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        word.first.map { $0.isASCII && $0.isLetter } == true
          && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      }
  }
}
