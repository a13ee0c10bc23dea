import LegacyState
import POSIX
import Secrets

/// What can be done to one file, found out without changing it.
struct FileJudgement {
  /// No reader takes a larger file.
  static let limit = 64 << 20
  /// A file in which more states than this have changed was rewritten by somebody: audit it again.
  private static let attempts = 64

  let path: Path
  /// The states that will be taken out.
  private(set) var removable: [DeletionTarget] = []
  /// What becomes of the other ones.
  private var settled: [String: DeletionOutcome] = [:]
  /// The digest of the content as it was read.
  private(set) var old: Fingerprint?
  /// The digest of the content without the removable states.
  private(set) var new: Fingerprint?
  /// The content without the removable states, as long as there is room for it.
  var content: SecretBytes?
  private let targets: [DeletionTarget]

  /// Reads a file and takes the states out of its bytes.
  init(of path: Path, _ targets: [DeletionTarget], below roots: [Path]) {
    self.path = path
    self.targets = targets
    var wanted: [DeletionTarget] = []
    for target in targets {
      if let hold = target.hold {
        settled[target.id] = .keptNotRevoked(hold)
      } else if let refusal = DeletionRefusal.foreseen(for: target.state) {
        settled[target.id] = .refused(refusal)
      } else {
        wanted.append(target)
      }
    }
    guard !wanted.isEmpty else { return }
    do throws(ReadFailure) {
      let read = try Self.read(path, below: roots)
      old = read.fingerprint
      judge(wanted, in: read)
      if removable.isEmpty { content = nil }
      new = content?.fingerprint
    } catch {
      for target in wanted { settled[target.id] = error.outcome }
    }
  }

  /// The states that are not removable, with their outcome, in the order in which they were given.
  var settledInOrder: [(DeletionTarget, DeletionOutcome)] {
    targets.compactMap { target in settled[target.id].map { (target, $0) } }
  }

  /// The states in it that stay on purpose.
  var held: [LegacyAuthState] { targets.filter { $0.hold != nil }.map(\.state) }

  /// The new content, made again if there was no room to keep it; nil if the file has changed since.
  func content(below roots: [Path]) -> SecretBytes? {
    if let content { return content }
    let again = FileJudgement(of: path, targets, below: roots)
    return again.old == old && again.new == new ? again.content : nil
  }

  /// Takes out all that is as it was found; each attempt names at most one that is not.
  private mutating func judge(_ wanted: [DeletionTarget], in content: SecretBytes) {
    var left = wanted
    for _ in 0..<Self.attempts where !left.isEmpty {
      do throws(RemovalFailure) {
        self.content = try StateRemoval.removing(left.map(\.state), from: content)
        removable = left
        return
      } catch {
        guard case .changed(let locator) = error,
          let index = left.firstIndex(where: { $0.state.source.locator == locator })
        else {
          for target in left { settle(target, error, in: content) }
          return
        }
        settle(left.remove(at: index), error, in: content)
      }
    }
    for target in left { settled[target.id] = .changedSinceAudit(path) }
  }

  private mutating func settle(
    _ target: DeletionTarget,
    _ failure: RemovalFailure,
    in content: SecretBytes
  ) {
    settled[target.id] = Self.outcome(failure, target.state, in: content)
  }

  private static func outcome(
    _ failure: RemovalFailure,
    _ state: LegacyAuthState,
    in content: SecretBytes
  ) -> DeletionOutcome {
    switch failure {
    case .notProven: return .refused(.notExact(failure.description))
    case .changed, .unreadable:
      let search = ResidueSearch(tokens: state.tokens.map(\.secret))
      return search.occurrences(in: content).isEmpty ? .alreadyGone : .changed(failure.description)
    }
  }
}

extension FileJudgement {
  /// Why a file's content is not there to be judged.
  struct ReadFailure: Error {
    let outcome: DeletionOutcome
  }

  private static func read(
    _ path: Path,
    below roots: [Path]
  ) throws(ReadFailure) -> SecretBytes {
    let place = try FilePlace.find(path, below: roots)
    let file = try place.open().file
    do throws(FileFailure) {
      return try file.readAll(limit: limit)
    } catch {
      throw ReadFailure(error)
    }
  }
}

extension FilePlace {
  static func find(
    _ path: Path,
    below roots: [Path]
  ) throws(FileJudgement.ReadFailure) -> FilePlace {
    do throws(Failure) {
      return try FilePlace(path, below: roots)
    } catch {
      switch error {
      case .outside: throw FileJudgement.ReadFailure(outcome: .refused(.outsideInputs))
      case .system(let failure): throw FileJudgement.ReadFailure(failure)
      }
    }
  }

  /// Opens the file to be read, if it is one that may be rewritten.
  func open() throws(FileJudgement.ReadFailure) -> (file: File, status: FileStatus) {
    let opened: (file: File, status: FileStatus)
    do throws(FileFailure) {
      let status = try folder.status(of: name)
      // A link is not opened, and a pipe need not be.
      guard status.kind == .regular else {
        throw FileFailure(.open, path, .unexpectedKind(status.kind))
      }
      let file = try folder.openFile(name)
      opened = (file, try file.status())
    } catch {
      throw FileJudgement.ReadFailure(error)
    }
    guard opened.status.links == 1 else {
      let names = Int(opened.status.links)
      throw FileJudgement.ReadFailure(outcome: .refused(.hardLinked(names: names)))
    }
    return opened
  }
}

extension FileJudgement.ReadFailure {
  init(_ failure: FileFailure) {
    outcome =
      switch failure.reason {
      case .changing: .changedSinceAudit(failure.path)
      case .unexpectedKind(.symlink): .refused(.symbolicLink)
      case .unexpectedKind(let kind): .refused(.notAFile(kind.rawValue))
      case _ where failure.isNotFound: .alreadyGone
      case _ where failure.isLink: .refused(.symbolicLink)
      default: .failed(failure.description)
      }
  }
}
