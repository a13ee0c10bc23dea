package import POSIX

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Secrets that must not turn up anywhere, in whatever form.
package struct Markers: Sendable {
  /// One form of one secret.
  struct Needle {
    let secret: String
    let form: String
    let bytes: [UInt8]
  }

  /// A place where a secret was found; its description says which, not what.
  package struct Sighting: Hashable, Sendable, CustomStringConvertible {
    /// The secret's name.
    package let secret: String
    /// How it was written.
    package let form: String
    /// Where it was found.
    package let place: String
    /// At which byte.
    package let offset: Int

    /// One line for a failing test.
    package var description: String { "\(secret) (\(form)) in \(place) at byte \(offset)" }
  }

  let needles: [Needle]
  /// Every 16 bytes of every secret, with its name: a piece of a token is a leak as well.
  private let pieces: [Piece: String]

  /// Makes the forms of some secrets.
  ///
  /// - Parameter secrets: Their names and values; a value needs 12 bytes, or chance would find it.
  package init(_ secrets: KeyValuePairs<String, String>) {
    self.init(secrets.map { ($0.key, Array($0.value.utf8)) })
  }

  /// Makes the forms of some secrets.
  ///
  /// - Parameter secrets: Their names and values; a value needs 12 bytes, or chance would find it.
  package init(_ secrets: [(name: String, bytes: [UInt8])]) {
    precondition(secrets.allSatisfy { $0.bytes.count >= 12 }, "a marker needs 12 bytes")
    self.needles = secrets.flatMap { secret in
      Forms.all(of: secret.bytes).map { form in
        Needle(secret: secret.name, form: form.name, bytes: form.bytes)
      }
    }
    self.pieces = secrets.reduce(into: [:]) { pieces, secret in
      Piece.each(in: secret.bytes) { piece, _ in
        pieces[piece] = secret.name
        return true
      }
    }
  }

  /// Looks for every form of every secret.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - place: What to call it.
  /// - Returns: The first sighting of each form that is there.
  package func sightings(in bytes: [UInt8], _ place: String) -> [Sighting] {
    let whole = needles.compactMap { needle in
      firstOffset(of: needle.bytes, in: bytes).map { offset in
        Sighting(secret: needle.secret, form: needle.form, place: place, offset: offset)
      }
    }
    return whole.isEmpty ? sightingOfPiece(in: bytes, place).map { [$0] } ?? [] : whole
  }

  private func sightingOfPiece(in bytes: [UInt8], _ place: String) -> Sighting? {
    var found: Sighting?
    Piece.each(in: bytes) { piece, offset in
      guard let secret = pieces[piece] else { return true }
      found = Sighting(secret: secret, form: "16 bytes of it", place: place, offset: offset)
      return false
    }
    return found
  }

  /// Looks through all files under a folder, their names included.
  ///
  /// - Parameters:
  ///   - folder: Where to look.
  ///   - isExempt: Whether a file, by its path from the folder, may hold secrets.
  /// - Returns: What is there.
  /// - Throws: If something can't be read.
  package func sightings(
    under folder: Path,
    except isExempt: (Path) -> Bool = { _ in false }
  ) throws(FileFailure) -> [Sighting] {
    var found: [Sighting] = []
    try Directory.open(folder).walk { (path, kind, file) throws(FileFailure) in
      found += sightings(in: path.bytes, "the name of \(path.parent)/…")
      guard kind == .regular, !isExempt(path) else { return }
      let file = try file()
      let bytes = try file.read(at: 0, count: file.status().size)
      found += sightings(in: bytes, path.text)
    }
    return found
  }

  /// Looks through what a program wrote and what it showed to other processes.
  ///
  /// - Parameters:
  ///   - run: The program's run.
  ///   - exemptingOutput: Whether standard output may hold secrets.
  /// - Returns: What is there.
  package func sightings(
    in run: BuiltTool.Run,
    exemptingOutput: Bool = false
  ) -> [Sighting] {
    (exemptingOutput ? [] : sightings(in: run.outputBytes, "stdout"))
      + sightings(in: run.errorBytes, "stderr") + sightings(in: run.processes)
  }

  /// Looks through the arguments and environments of processes.
  ///
  /// - Parameter processes: What a ``ProcessWatch`` saw.
  /// - Returns: What is there.
  package func sightings(in processes: [ProcessWatch.Sample]) -> [Sighting] {
    processes.flatMap { process in
      sightings(in: process.arguments, "the arguments of \(process.name)")
        + sightings(in: process.environment, "the environment of \(process.name)")
    }
  }
}

/// Sixteen bytes in a row.
private struct Piece: Hashable {
  var high: UInt64 = 0
  var low: UInt64 = 0

  /// Visits all of them, until `visit` says no.
  static func each(in bytes: [UInt8], _ visit: (Piece, Int) -> Bool) {
    var piece = Piece()
    for (offset, byte) in bytes.enumerated() {
      piece.high = piece.high << 8 | piece.low >> 56
      piece.low = piece.low << 8 | UInt64(byte)
      if offset >= 15, !visit(piece, offset - 15) { return }
    }
  }
}

/// Where `needle` first stands in `bytes`.
func firstOffset(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
  guard let first = needle.first, bytes.count >= needle.count else { return nil }
  return unsafe bytes.withUnsafeBytes { haystack -> Int? in
    unsafe needle.withUnsafeBytes { needle -> Int? in
      guard let start = haystack.baseAddress, let wanted = needle.baseAddress else { return nil }
      var at = 0
      let last = haystack.count - needle.count
      while at <= last,
        let found = unsafe memchr(start + at, Int32(first), last - at + 1)
      {
        at = unsafe UnsafeRawPointer(found) - start
        if unsafe memcmp(start + at, wanted, needle.count) == 0 { return at }
        at += 1
      }
      return nil
    }
  }
}
