import POSIX

/// Where the session's bus is, as far as the environment tells.
enum SessionBus {
  /// Whether anything leads to one.
  static var isKnown: Bool {
    if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return false
    }
    let bus = Path(folder).appending("bus")
    return (try? Directory.status(of: bus, followLinks: true)) != nil
  }
}
