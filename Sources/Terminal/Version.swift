/// The version of this program, said in one place.
package enum Version {
  /// As `version` prints it.
  package static let current = "0.1.0"
}
