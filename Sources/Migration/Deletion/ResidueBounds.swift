/// How much is searched beside the files of a folder that lose states; beyond it nothing is called proven.
package struct ResidueBounds: Sendable {
  /// The most files.
  package var files = 100_000
  /// The most bytes, of all of them together; what was never written counts for none.
  package var bytes = 4 << 30

  /// The standard ones.
  package init() {}
}
