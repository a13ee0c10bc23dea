import POSIX
import Terminal

/// Keeps a result from replacing what the command reads, or another result.
enum OutputCheck {
  /// Flags that name files or folders which the command reads or works with.
  private static let inputs: [Flag] = [
    .config, .map, .baseline, .compare, .passwordFile, .cacert, .data, .keyFile, .ledger, .store,
  ]

  /// Looks at every file that a result would go to.
  ///
  /// - Parameter context: The command line.
  /// - Throws: ``ExitCode/usage`` for the first that is taken; nothing is begun then.
  static func check(_ context: Context) throws(Stop) {
    var taken: [(path: Path, what: String)] = context.paths.map { ($0, "what the command reads") }
    for flag in inputs {
      if let path = context.path(flag) { taken.append((path, "--\(flag.rawValue)")) }
    }
    if let places = try? Places(context) {
      taken += [
        (places.store, "the sessions"), (places.keyFile, "the sessions, as their key"),
        (places.ledger, "the evidence, as its ledger"),
      ]
    }
    let read = taken.map { (whole: canonical($0.path), what: $0.what) }
    var seen: Set<[UInt8]> = []
    for path in context.results.files {
      let whole = canonical(path)
      let folder = path.parent
      guard folder.isWritable else {
        throw refusal(
          "\(path.shown) cannot be written: nothing may be created in \(folder.shown)",
          hint: "name a file in a folder of your own; nothing was begun"
        )
      }
      guard seen.insert(whole).inserted else {
        throw refusal(
          "two results would go to \(path.shown), and only one can stay",
          hint: "give each a file of its own"
        )
      }
      guard (try? Directory.status(of: path)) != nil,
        let other = read.first(where: { whole == $0.whole || isBelow(whole, $0.whole) })
      else { continue }
      throw refusal(
        "\(path.shown) belongs to \(other.what), and the result would replace it",
        hint: "write to a new file; if that is an older result, remove it first"
      )
    }
  }

  /// Told on standard error only: the reason as json would go where no result may go.
  private static func refusal(_ message: String, hint: String) -> Stop {
    var stop = Stop(.usage, message, hints: [.words(hint)])
    stop.isTold = true
    return stop
  }

  private static func canonical(_ path: Path) -> [UInt8] {
    var bytes = ((try? path.canonical) ?? (try? path.absolute) ?? path).bytes[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return Array(bytes)
  }

  private static func isBelow(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
    path.starts(with: folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")])
  }
}
