import Locks
import OAuthClient
import POSIX
import Secrets
import Terminal

/// The passphrase of the session store: from a file, a file descriptor, or the person at the terminal.
///
/// Whoever gave none, or two different ones, is not asked again by the same command.
final class PassphraseInput: Sendable {
  private static let limit = 4096
  private let context: Context
  private let refusal = Mutex<StoreFailure?>(nil)

  init(_ context: Context) { self.context = context }

  /// Reads it, without the line break at its end.
  ///
  /// - Parameter purpose: Whether it is new: then it is asked for twice.
  /// - Returns: Not empty.
  /// - Throws: `unavailable` where nobody can be asked, or nothing can be read; `unsafePlace` for a file that others can
  ///   read.
  func read(for purpose: PassphraseKey.Purpose) throws(StoreFailure) -> SecretBytes {
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
    do throws(StoreFailure) { return try entered(for: purpose) } catch {
      refusal.withLock { $0 = error }
      throw error
    }
  }

  private func entered(for purpose: PassphraseKey.Purpose) throws(StoreFailure) -> SecretBytes {
    let given: (content: SecretBytes, isOpen: Bool)?
    do throws(FileFailure) { given = try handedOver } catch {
      throw StoreFailure(.unavailable, "the store's passphrase: \(error)")
    }
    guard let given else { return try ask(for: purpose) }
    guard !given.isOpen else {
      throw StoreFailure(
        .unsafePlace,
        "the file with the store's passphrase belongs to another user, or can be read by others: chmod 600 it"
      )
    }
    return Self.line(given.content)
  }

  /// What a flag names, and whether others can read it, too; nil if none does.
  private var handedOver: (content: SecretBytes, isOpen: Bool)? {
    get throws(FileFailure) {
      if let number = context.command.integer(.passphraseFD) {
        let content = try StandardStreams.read(descriptor: Int32(number), limit: Self.limit)
        return (content, false)
      }
      guard let path = context.path(.passphraseFile) else { return nil }
      guard path != "-" else { return (try StandardStreams.readInput(limit: Self.limit), false) }
      let file = try File.open(path)
      let status = try file.status()
      let isOpen =
        status.kind == .regular && (!status.isOwnedByUs || status.isAccessibleByOthers)
      return (try file.readStream(limit: Self.limit), isOpen)
    }
  }

  private func ask(for purpose: PassphraseKey.Purpose) throws(StoreFailure) -> SecretBytes {
    let terminal: ControllingTerminal
    do throws(FileFailure) { terminal = try ControllingTerminal() } catch {
      throw StoreFailure(
        .unavailable,
        "the store wants its passphrase, and there is no terminal to ask at: give it with --passphrase-file or --passphrase-fd"
      )
    }
    let context = context
    let cancelled = Stop(.cancelled, "stopped: no passphrase was given; nothing was changed")
    return try Signals.onInterrupt({
      try? terminal.echo(true)
      Ending.stop(context, cancelled)
    }) { () throws(StoreFailure) in
      switch purpose {
      case .opening: return try Self.answer("passphrase of the session store: ", at: terminal)
      case .choosing:
        let first = try Self.answer("new passphrase for the session store: ", at: terminal)
        let second = try Self.answer("the same again: ", at: terminal)
        guard first.equals(second) else {
          throw StoreFailure(
            .wrongPassphrase,
            "the two passphrases are not the same; nothing was changed"
          )
        }
        return first
      }
    }
  }

  private static func answer(
    _ question: String,
    at terminal: ControllingTerminal
  ) throws(StoreFailure) -> SecretBytes {
    do throws(FileFailure) {
      return try terminal.askSecret(question) ?? SecretBytes(copying: [])
    } catch {
      throw StoreFailure(.unavailable, "the terminal: \(error)")
    }
  }

  private static func line(_ content: SecretBytes) -> SecretBytes {
    content.withBytes { bytes in
      var end = bytes.count
      if end > 0, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      return SecretBytes(copying: bytes.extracting(0..<end))
    }
  }
}
