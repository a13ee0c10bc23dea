internal import HTTP
internal import JSON
internal import Secrets

extension ErrorTokenResponse {
  /// Reads the words of an error answer.
  ///
  /// - Parameters:
  ///   - failure: The code, read already.
  ///   - response: The answer.
  ///   - sent: The secrets of the request, which careless servers repeat.
  init(_ failure: ProviderFailure, in response: Response, hiding sent: [SecretBytes]) {
    self.error = failure.error
    self.errorDescription = AnswerBody.object(of: response)?["error_description"]?.string()
      .flatMap { Self.shown($0, hiding: sent) }
  }

  private static func shown(_ text: String, hiding sent: [SecretBytes]) -> String? {
    // More than that explains nothing, and is not searched for long.
    let bytes = Array(text.utf8.prefix(4096))
    guard !bytes.isEmpty, !sent.contains(where: { $0.stands(in: bytes.span) }) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map {
      TokenShape.shown(Array($0.utf8))
    }
    return PrintableText.bounded(words.joined(separator: " "))
  }
}
