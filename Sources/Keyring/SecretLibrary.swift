import CSecret

/// The functions of libsecret and of the GLib below it, looked up on first use.
///
/// `@unchecked Sendable`: the table is filled before anyone sees it, and never changed.
@safe final class SecretLibrary: @unchecked Sendable {
  /// Nil if the library is not on this machine.
  static let loaded: SecretLibrary? = SecretLibrary()

  let functions: UnsafePointer<appauth_secret>

  private init?() {
    let table = UnsafeMutablePointer<appauth_secret>.allocate(capacity: 1)
    unsafe table.initialize(to: appauth_secret())
    guard unsafe appauth_secret_load(table) == 1 else {
      unsafe table.deallocate()
      return nil
    }
    unsafe functions = UnsafePointer(table)
  }
}
