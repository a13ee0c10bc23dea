/// The connections that are open, and which of them is given up for a new one.
///
/// Every program on this machine can connect and say nothing, as many times as it likes: the browser with the redirect
/// must get in all the same, at once.
struct OpenConnections {
  /// A connection as libmicrohttpd names it.
  ///
  /// `@unchecked Sendable`: the pointer is used by libmicrohttpd's thread alone, and never after it was closed.
  @safe struct Connection: @unchecked Sendable, Hashable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    static func == (left: Connection, right: Connection) -> Bool {
      unsafe left.pointer == right.pointer
    }

    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }
  }

  /// The numbers of those that have not said all that a request has, by age.
  private var silent: [Connection: Int] = [:]
  private var count = 0
  private var next = 0
  private let limit: Int

  init(limit: Int) {
    // A quarter stays free for those that were just accepted while the given up are still being closed.
    self.limit = max(1, limit - limit / 4)
  }

  /// Takes note of a new connection.
  ///
  /// - Parameter pointer: Which.
  /// - Returns: The connection to give up, if there are too many.
  mutating func open(_ pointer: OpaquePointer) -> Connection? {
    let given = count >= limit ? silent.min { $0.value < $1.value }?.key : nil
    // It is closed a moment later, and is not to be chosen again until then.
    if let given { silent[given] = nil }
    count += 1
    next += 1
    silent[unsafe Connection(pointer)] = next
    return given
  }

  mutating func close(_ pointer: OpaquePointer) {
    count -= 1
    silent[unsafe Connection(pointer)] = nil
  }

  /// Whether a connection has brought a whole request that is being answered; afterwards it is as good as a new one.
  mutating func isHeard(_ pointer: OpaquePointer, _ isHeard: Bool) {
    next += 1
    silent[unsafe Connection(pointer)] = isHeard ? nil : next
  }
}
