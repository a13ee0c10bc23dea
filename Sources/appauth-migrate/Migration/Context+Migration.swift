import HTTP
import LegacyState
import Migration
import OAuthClient
import POSIX
import Terminal

/// What the commands that revoke, delete and migrate share.
extension Context {
  /// The ledger that the flags name, its chain whole: by its words tokens count as revoked and states as deleted.
  func openLedger() throws(Stop) -> Ledger {
    let ledger = try openLedgerUnchecked()
    let verdict: LedgerVerdict
    do throws(LedgerFailure) {
      verdict = try ledger.verify()
    } catch {
      throw Stop(.partial, error.description)
    }
    guard case .broken(let row, let reason) = verdict else { return ledger }
    throw Stop(
      .partial,
      "the ledger \(ledger.shownPath) is not as it was written (row \(row): \(reason)), "
        + "so nothing that it says can be relied on; nothing was begun",
      hints: [
        .next(.ledgerShow),
        "keep it as evidence, and begin a new one with --ledger FILE: what was done is done again",
      ]
    )
  }

  /// The ledger that the flags name, whatever is in it.
  func openLedgerUnchecked() throws(Stop) -> Ledger {
    let path = try Places(self).ledger
    do throws(LedgerFailure) {
      return try Ledger(path: path)
    } catch {
      throw Stop(.usage, error.description)
    }
  }

  /// The turn of a command that changes files or signs in: one at a time for each ledger.
  func turn(at ledger: Ledger) throws(Stop) -> MigrationTurn {
    do throws(LedgerFailure) {
      return try MigrationTurn(at: ledger)
    } catch {
      throw Stop(error.reason == .busy ? .unavailable : .usage, error.description)
    }
  }

  /// The live metadata of the provider that the settings name.
  func provider(
    _ configuration: OAuthConfiguration,
    _ transport: OAuthTransport
  ) async throws(Stop) -> ProviderMetadata {
    do throws(OAuthError) {
      if let endpoints = configuration.endpoints {
        return try ProviderMetadata(endpoints: endpoints)
      }
      let metadata = try await ProviderDiscovery(transport: transport)
        .metadata(of: configuration.sessionIssuer)
      for warning in metadata.warnings { printer.warning(warning) }
      return metadata
    } catch {
      throw Stop(error)
    }
  }

  /// As many pieces at a time as --jobs allows, or one for each processor.
  func auditOptions() throws(Stop) -> AuditOptions {
    var options = AuditOptions(version: Version.current)
    options.limits.jobs = command.integer(.jobs) ?? Processors.count
    options.password = try PasswordFile.read(self)
    return options
  }

  /// Refuses a path that is not there: a name that is wrong is no dump without state.
  ///
  /// - Throws: ``ExitCode/usage``, before anything is begun.
  func checkPaths() throws(Stop) {
    for path in paths where path.bytes != [UInt8(ascii: "-")] {
      do throws(FileFailure) {
        _ = try Directory.status(of: path)
      } catch  where error.isNotFound {
        throw Stop(.usage, error.description, hints: ["check the path; nothing was begun"])
      } catch {
        // The audit says what is wrong with it, and goes on with the others.
      }
    }
  }

  /// Audits the paths of the command line with the tokens kept, and tells what could not be read.
  func audit(_ inputs: [LegacyScanner.Input]) throws(Stop) -> AuditResult {
    var options = try auditOptions()
    options.includesTwins = true
    let result = AuditProgressLine.run(
      inputs,
      options,
      on: printer
    ).withoutTokensInNames()
    for error in result.report.errors.prefix(5) {
      printer.warning("\(Neutral.text(error.path)): \(Neutral.text(error.reason, limit: 400))")
    }
    for demand in result.report.unmet.prefix(5) {
      printer.warning("not proven: \(Neutral.text(demand, limit: 400))")
    }
    if result.report.errors.count > 5 {
      printer.warning("and \(result.report.errors.count - 5) more that could not be read")
    }
    tellSealed(result.report.coverage)
    return result
  }

  /// Says of encrypted stores that nothing is done with what is in them.
  private func tellSealed(_ coverage: [CoverageEntry]) {
    let sealed = coverage.filter { $0.place == .encryptedStores && $0.status == .unreadable }
    for entry in sealed.prefix(5) {
      let app = entry.app.map { "\(Neutral.text($0)): " } ?? ""
      printer.warning(
        "\(app)an encrypted store was not looked into (\(Neutral.text(entry.why))): "
          + "what is in it is neither revoked nor deleted"
      )
    }
    if sealed.count > 5 { printer.warning("and \(sealed.count - 5) apps more with such a store") }
  }

  /// Runs `body` until it ends or a signal asks it to stop; what was begun is brought to a durable point first.
  func interruptible<R: Sendable>(
    _ body: @escaping @Sendable () async -> R
  ) async -> (result: R, isInterrupted: Bool) {
    // Heard from before anything is begun.
    let signals = try? Signals.stream()
    let work = Task { await body() }
    let printer = printer
    let watch = Task {
      guard let signals else { return }
      for await signal in signals {
        printer.remark("stopping at the next safe point (\(signal)); once more ends at once")
        work.cancel()
        return
      }
    }
    let result = await work.value
    watch.cancel()
    return (result, work.isCancelled)
  }
}

extension Stop {
  /// A run that a signal stopped.
  static let interrupted = Stop(
    .partial,
    "stopped; nothing is lost",
    hints: ["the same command goes on from here"]
  )
}
