import CZlib

/// The functions of zlib, looked up on first use.
///
/// `@unchecked Sendable`: the table is filled before anyone sees it, and never changed.
@safe final class ZlibLibrary: @unchecked Sendable {
  static let loaded: ZlibLibrary? = ZlibLibrary()

  let functions: UnsafePointer<appauth_zlib>

  private init?() {
    let table = UnsafeMutablePointer<appauth_zlib>.allocate(capacity: 1)
    unsafe table.initialize(to: appauth_zlib())
    guard unsafe appauth_zlib_load(table) == 1 else {
      unsafe table.deallocate()
      return nil
    }
    unsafe functions = UnsafePointer(table)
  }
}
