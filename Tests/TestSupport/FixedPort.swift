/// Ports that the system hands out to nobody who asks for any.
///
/// A test that stops a server and then expects its port to be free must not race with the tests beside it.
package enum FixedPort {
  /// Tries ports below the system's own range until `listen` succeeds.
  ///
  /// - Parameter listen: Listens on the port given.
  /// - Returns: What `listen` returned.
  /// - Throws: What `listen` threw at the hundredth port.
  package static func first<R>(_ listen: (UInt16) throws -> R) throws -> R {
    for _ in 0..<99 {
      if let result = try? listen(.random(in: 16_000..<32_000)) { return result }
    }
    return try listen(.random(in: 16_000..<32_000))
  }
}
