import POSIX
import Secrets

/// What begins like JSON and is too large to be read as one document.
///
/// Lines of documents are read as such. One document is searched as a text, which finds the states in it, but for one
/// that is very long or hidden; that it was not read is an error, which says what to do.
enum LargeJSON: DocumentReader {
  static let kind = Locator.Kind.json

  /// Only its size tells, which the reader of JSON does not look at.
  static func recognises(_ document: DocumentHead) -> Bool { false }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    let start: SecretBytes
    do throws(FileFailure) {
      start = try document.piece(at: 0, count: document.limits.lineBytes)
    } catch {
      return try emit(.failure(.unreadable("\(error)"), nil))
    }
    guard !JSONLines.follow(in: start) else { return try JSONLines.read(document, emit: emit) }
    try LooseText.read(document, from: 0, base: 0, seekingTokens: false) {
      finding throws(ScanStopped) in
      if case .state = finding { try emit(finding) }
    }
    let most = document.limits.documentBytes >> 20
    let words = """
      it is one JSON document of \(document.head.size >> 20) MiB, and no more than \(most) MiB are read as one: it was only \
      searched. Write its entries one a line (jq -c '.[]' FILE > FILE.jsonl), and audit that
      """
    try emit(.failure(.beyondLimit(words), nil))
  }
}
