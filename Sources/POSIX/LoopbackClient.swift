import CSystem

/// Whose program is at the other end of a connection from this very machine.
package enum LoopbackClient {
  /// Whether it belongs to a user who is neither us nor the administrator.
  ///
  /// Linux lists the owner of every connection. Elsewhere, or where the list is hidden, nothing is known against
  /// anybody.
  ///
  /// - Parameters:
  ///   - port: The port that the client speaks from.
  ///   - ours: The port that we listen on.
  /// - Returns: True only if the system says so.
  package static func isForeign(port: UInt16, ours: UInt16) -> Bool {
    #if os(Linux)
    let known = trusted
    return ["/proc/net/tcp", "/proc/net/tcp6"].contains { list in
      owners(in: text(of: list), port: port, ours: ours).contains { !known.contains($0) }
    }
    #else
    return false
    #endif
  }

  /// Whether the system tells whose a connection is at all.
  package static var tellsUsersApart: Bool {
    #if os(Linux)
    return !text(of: "/proc/net/tcp").isEmpty
    #else
    return false
    #endif
  }

  /// The owners of the connections between two ports, whatever their addresses: one too many is the safe side.
  ///
  /// - Parameters:
  ///   - list: As `/proc/net/tcp` has it.
  ///   - port: The port of the client's end.
  ///   - ours: The port of the other.
  /// - Returns: User numbers.
  package static func owners(in list: String, port: UInt16, ours: UInt16) -> [UInt32] {
    list.split(separator: "\n").dropFirst().compactMap { line in
      // sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid …
      let fields = line.split(separator: " ")
      guard fields.count > 7, ending(fields[1]) == port, ending(fields[2]) == ours else {
        return nil
      }
      return UInt32(fields[7])
    }
  }

  private static func ending(_ address: Substring) -> UInt16? {
    address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
  }

  /// Under sudo, the browser is that of the person who called it.
  private static var trusted: Set<UInt32> {
    let caller = geteuid() == 0 ? Environment.value("SUDO_UID").flatMap { UInt32($0) } : nil
    return Set([0, geteuid(), getuid()] + [caller].compactMap(\.self))
  }

  private static func text(of list: Path) -> String {
    // 16 MiB hold a hundred thousand connections.
    let bytes = try? File.open(list).read(at: 0, count: 16 << 20)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
