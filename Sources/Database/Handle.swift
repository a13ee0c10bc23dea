import CSQLite
import POSIX

/// Owns SQLite's connection; statements keep it alive.
@safe final class Handle {
  let pointer: OpaquePointer
  let path: Path

  /// Opens `path`, which SQLite takes as bytes.
  init(path: Path, flags: Int32, isImmutable: Bool) throws(DatabaseFailure) {
    // Absolute, so that neither `:memory:` nor `file:` in a name means anything but the file.
    let bytes = (isImmutable ? Self.immutableAddress(of: path) : path.bytes) + [0]
    var opened: OpaquePointer?
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe sqlite3_open_v2(
        bytes.bindMemory(to: CChar.self).baseAddress,
        &opened,
        flags | (isImmutable ? SQLITE_OPEN_URI : 0) | SQLITE_OPEN_NOMUTEX
          | SQLITE_OPEN_EXRESCODE,
        nil
      )
    }
    guard let opened = unsafe opened else {
      throw DatabaseFailure(code: .noMemory, message: "out of memory", path: path)
    }
    guard code == SQLITE_OK else {
      // Even a connection that failed to open holds memory.
      defer { _ = unsafe sqlite3_close_v2(opened) }
      throw unsafe Self.failure(opened, path, nil)
    }
    unsafe self.pointer = opened
    self.path = path
  }

  /// The only way to tell SQLite so is an address; every byte that could mean something in one is escaped.
  private static func immutableAddress(of path: Path) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = path.bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return Array("file:".utf8) + escaped + Array("?immutable=1".utf8)
  }

  deinit {
    // The v2 form waits for statements that are still alive.
    _ = unsafe sqlite3_close_v2(pointer)
  }

  /// The connection's last failure.
  func failure(_ sql: String?) -> DatabaseFailure { unsafe Self.failure(pointer, path, sql) }

  /// A failure that is ours to find.
  func failure(_ code: ResultCode, _ message: String, _ sql: String? = nil) -> DatabaseFailure {
    DatabaseFailure(code: code, message: message, sql: sql, path: path)
  }

  private static func failure(
    _ pointer: OpaquePointer,
    _ path: Path,
    _ sql: String?
  ) -> DatabaseFailure {
    unsafe DatabaseFailure(
      code: ResultCode(rawValue: sqlite3_extended_errcode(pointer)),
      message: sqlite3_errmsg(pointer).map { unsafe String(cString: $0) } ?? "unknown error",
      sql: sql,
      path: path
    )
  }
}
