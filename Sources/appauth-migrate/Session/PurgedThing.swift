import Migration
import OAuthClient
import POSIX
import Terminal

/// Something that a purge removes, keeps or does not find.
struct PurgedThing {
  /// What becomes of it.
  enum Fate: Equatable {
    case goes
    case absent
    /// With the reason.
    case stays(String)
  }

  /// With its place, for a person.
  let words: String
  let place: String
  let fate: Fate
  /// Whether it is a ledger that is needed to go on with something.
  var hasOpenWork = false

  init(words: String, place: String, fate: Fate) {
    (self.words, self.place, self.fate) = (words, place, fate)
  }

  /// Whether it is removed.
  var goes: Bool { fate == .goes }

  /// Why it stays.
  var why: String? {
    guard case .stays(let reason) = fate else { return nil }
    return reason
  }

  /// For programs.
  func word(isDone: Bool) -> String {
    switch fate {
    case .goes: isDone ? "removed" : "would_be_removed"
    case .absent: "absent"
    case .stays: "kept"
    }
  }

  /// For a person.
  func line(isDone: Bool) -> String {
    switch fate {
    case .goes: "\(isDone ? "removed" : "would remove") the \(words)"
    case .absent: "there is no \(words)"
    case .stays(let reason): "kept the \(words): \(reason)"
    }
  }
}

extension PurgedThing {
  /// The store's key.
  ///
  /// - Throws: ``ExitCode/partial`` if nobody can tell whether there is one.
  static func key(_ access: StoreAccess) throws(Stop) -> PurgedThing {
    let key = access.key
    let place = key.description
    switch key.kind {
    case .file?:
      let path = access.places.keyFile
      guard (try? Directory.status(of: path)) != nil else {
        return PurgedThing(words: place, place: place, fate: .absent)
      }
      // Another store may have it too.
      guard access.places.areStandard else {
        return PurgedThing(
          words: place,
          place: place,
          fate: .stays(
            "you named the store or the key, and other stores may need it; remove it yourself"
          )
        )
      }
      return PurgedThing(words: place, place: place, fate: .goes)
    case .passphrase?:
      return PurgedThing(
        words: "salt and check value of the passphrase",
        place: place,
        fate: .goes
      )
    default:
      let folder = access.places.store.text
      do throws(StoreFailure) {
        let isNoted = try SealedSessionStore.keyKind(in: folder) != nil
        let isLeft = try key.leftovers(storeFolder: folder) > 0
        return PurgedThing(
          words: "key in the \(place)",
          place: place,
          fate: isNoted || isLeft ? .goes : .absent
        )
      } catch {
        throw Stop(.partial, error.description)
      }
    }
  }

  /// The ledger.
  ///
  /// - Throws: ``ExitCode/partial`` for one that cannot be read.
  static func ledger(_ context: Context, _ places: Places) throws(Stop) -> PurgedThing {
    let path = places.ledger
    let words = "ledger \(path.shown)"
    guard (try? Directory.status(of: path)) != nil else {
      return PurgedThing(words: words, place: path.shown, fate: .absent)
    }
    guard context.command.has(.withLedger) else {
      return PurgedThing(
        words: words,
        place: path.shown,
        fate: .stays("it proves what was done; --with-ledger removes it")
      )
    }
    var thing = PurgedThing(words: words, place: path.shown, fate: .goes)
    do throws(LedgerFailure) {
      // What is no ledger stays, whatever is forced.
      var filter = LedgerFilter()
      filter.statuses = [.started, .inDoubt]
      filter.latestOnly = true
      let isOpen = try !Ledger(file: path.text).entries(filter).isEmpty
      thing.hasOpenWork = isOpen && !context.command.has(.force)
    } catch {
      throw Stop(.partial, error.description)
    }
    return thing
  }
}
