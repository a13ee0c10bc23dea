import CSystem

/// The machine's processors.
package enum Processors {
  /// How many are switched on; at least one.
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
