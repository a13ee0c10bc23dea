import POSIX

/// Where the session's bus is, as far as the environment tells.
enum SessionBus {
  /// Nil if nothing leads to one.
  static var address: String? {
    if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return address
    }
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return nil
    }
    let path = Path(folder).appending("bus")
    guard (try? Directory.status(of: path, followLinks: true)) != nil else { return nil }
    return "unix:path=\(path.text)"
  }
}
