import CSystem

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable.
  ///
  /// - Parameter name: Its name.
  /// - Returns: The value, invalid UTF-8 replaced; nil if unset.
  package static func value(_ name: String) -> String? {
    guard let start = unsafe getenv(name) else { return nil }
    return unsafe String(decoding: bytesOfCString(start), as: UTF8.self)
  }

  /// All variables, as ``ChildProcess`` takes them.
  package static var all: [String: String] {
    var values: [String: String] = [:]
    guard var next = unsafe appauth_environment() else { return values }
    while let start = unsafe next.pointee {
      let bytes = unsafe bytesOfCString(start)
      if let cut = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<cut], as: UTF8.self)
        values[name] = String(decoding: bytes[(cut + 1)...], as: UTF8.self)
      }
      unsafe next += 1
    }
    return values
  }
}
