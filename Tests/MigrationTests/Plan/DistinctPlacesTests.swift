import Migration
import POSIX
import Testing

@Suite struct `The places of a list` {
  @Test(arguments: [
    (["/d/a/shared_prefs/S.xml"], ["S.xml › state"]),
    (
      ["/d/a/shared_prefs/S.xml", "/d/b/shared_prefs/S.xml"],
      ["a/shared_prefs/S.xml › state", "b/shared_prefs/S.xml › state"]
    ),
    // Two states of one file are no two apps, and one that is alone keeps its short name.
    (["/d/a/S.xml", "/d/a/S.xml"], ["S.xml › state", "S.xml › state"]),
    (
      ["/d/a/S.xml", "/d/b/S.xml", "/d/c/T.xml"],
      ["a/S.xml › state", "b/S.xml › state", "T.xml › state"]
    ),
    // One lies above the other.
    (["/S.xml", "/d/S.xml"], ["S.xml › state", "d/S.xml › state"]),
  ])
  func `are as short as tells them apart`(paths: [String], names: [String]) {
    let places = paths.map { path in
      (path: Path(path), name: "\(Path(path).lastComponent.shown) › state")
    }
    #expect(DistinctPlaces.names(places) == names)
  }
}
