import Archive
import Locks
import POSIX
import Secrets

/// What is in an archive by name, for documents that need what lies beside them.
///
/// Made when the first of them asks: the archive is gone through once more, and what is likely to be asked for is
/// kept. Anything else costs another pass.
final class ArchiveIndex: Sendable {
  /// A member: how many stand before it.
  private struct Entry {
    let number: Int
    let isFile: Bool
  }

  private struct State {
    var entries: [[UInt8]: Entry]?
    var kept: [Int: SecretBytes] = [:]
    var room = ArchiveIndex.keptBytes
    var passes = 0
  }

  /// All that is kept in memory at once, and the most of one member.
  fileprivate static let keptBytes = 24 << 20
  private static let keptMemberBytes = 8 << 20
  /// How often an archive is gone through for single members.
  private static let maximumPasses = 64

  private let source: ArchiveSource
  let limits: ScanLimits
  private let state = Mutex(State())

  init(_ source: ArchiveSource, _ limits: ScanLimits) {
    self.source = source
    self.limits = limits
  }

  /// The bytes of a member.
  ///
  /// - Returns: Nil if there is no such file.
  /// - Throws: If it is there and cannot be read.
  func contents(of name: Path) throws(FileFailure) -> SecretBytes? {
    do throws(ArchiveFailure) {
      return try state.withLock { (state) throws(ArchiveFailure) in
        try contents(of: Self.normal(name), &state)
      }
    } catch {
      switch error {
      case .unreadable(let failure): throw failure
      case .beyondLimit: throw FileFailure(.read, name, .tooLarge(limit: limits.documentBytes))
      // The archive itself, or the member, is told to be damaged.
      case .damaged, .damagedMember, .libraryMissing: return nil
      }
    }
  }

  private func contents(
    of name: [UInt8],
    _ state: inout State
  ) throws(ArchiveFailure) -> SecretBytes? {
    if state.entries == nil {
      do throws(ArchiveFailure) {
        try fill(&state)
      } catch {
        // What stands before the damage has an index all the same.
        if case .unreadable = error { throw error }
      }
    }
    guard let entry = state.entries?[name], entry.isFile else { return nil }
    if let kept = state.kept[entry.number] { return kept }
    state.passes += 1
    guard state.passes <= Self.maximumPasses else {
      throw .beyondLimit("too many members need others")
    }
    let reader = try source.open(fresh)
    for _ in 0...entry.number { _ = try reader.next() }
    guard case .whole(let bytes) = try reader.contents(limit: limits.documentBytes) else {
      throw .beyondLimit("the member is too large")
    }
    Self.keep(bytes, entry.number, &state)
    return bytes
  }

  private func fill(_ state: inout State) throws(ArchiveFailure) {
    var entries: [[UInt8]: Entry] = [:]
    // What cannot be read to its end has an index up to there.
    defer { state.entries = entries }
    let reader = try source.open(fresh)
    var number = 0
    while let member = try reader.next() {
      let name = Self.normal(member.name)
      entries[name] = Entry(number: number, isFile: member.kind == .file && !member.isEncrypted)
      if member.kind == .file, !member.isEncrypted, Self.isWanted(name),
        member.claimedSize.map({ $0 <= min(state.room, Self.keptMemberBytes) }) ?? true,
        case .whole(let bytes) = try reader.contents(limit: Self.keptMemberBytes)
      {
        Self.keep(bytes, number, &state)
      }
      number += 1
    }
  }

  private static func keep(_ bytes: SecretBytes, _ number: Int, _ state: inout State) {
    guard bytes.count <= state.room else { return }
    state.room -= bytes.count
    state.kept[number] = bytes
  }

  /// Databases ask for these, and AsyncStorage's manifest for files named by 32 hex digits.
  private static func isWanted(_ name: [UInt8]) -> Bool {
    if name.ends(with: "-wal".utf8) || name.ends(with: "-journal".utf8) { return true }
    let last = name[((name.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    return last.count == 32 && last.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Each pass has a budget of its own: the first one has shown that the archive is no bomb.
  private var fresh: ArchiveBudget { ArchiveBudget(limits.archives, packedBytes: .max / 1024) }

  /// Without `./`, slashes at the start and doubled ones.
  static func normal(_ name: Path) -> [UInt8] {
    let parts = name.bytes.split(separator: UInt8(ascii: "/")).filter {
      !$0.elementsEqual(".".utf8)
    }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }
}

/// Those beside a member of an archive.
struct ArchiveCompanions: Companions {
  let index: ArchiveIndex
  /// The member.
  let name: Path

  init(index: ArchiveIndex, beside name: Path) {
    self.index = index
    self.name = name
  }

  func document(at names: [Path]) throws(FileFailure) -> DocumentContent? {
    let target = names.reduce(name.parent) { $0.appending($1) }
    guard let bytes = try index.contents(of: target) else { return nil }
    return DocumentContent(
      bytes,
      name: target.lastComponent.text,
      limits: index.limits,
      companions: ArchiveCompanions(index: index, beside: target)
    )
  }
}

extension [UInt8] {
  fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool {
    count >= bytes.count && suffix(bytes.count).elementsEqual(bytes)
  }
}
