package import HTTP
package import JSON
internal import Secrets

/// The little that the body of a provider's answer is asked for; what it says beyond that is never kept or shown,
/// since servers have been seen to echo the token.
package struct AnswerBody: Sendable {
  /// The OAuth error code, if the body is JSON with one.
  package let error: String?
  /// Whether it is a page for a browser.
  package let isPage: Bool

  package init(_ response: Response) {
    let start = response.body.withBytes { bytes in
      (0..<min(bytes.count, 1024)).map { bytes[$0] }
    }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    let isMarkup =
      first == "<" || ["<html", "<body", "<!doctype", "<head"].contains(where: text.contains)
    self.isPage = isMarkup
    // Some send JSON as text/html, so the type is not asked.
    guard !isMarkup, let root = Self.object(of: response), let value = root["error"], !value.isNull
    else {
      self.error = nil
      return
    }
    self.error = value.string().map(ProviderFailure.code) ?? ProviderFailure.unnamed
  }

  /// The JSON object of an answer, behind a byte order mark too: some servers write one, and what stands there counts.
  ///
  /// - Parameter response: The answer.
  /// - Returns: Nil for everything else.
  package static func object(of response: Response) -> JSONValue? {
    var dialect = JSONDialect.strict
    dialect.allowsByteOrderMark = true
    guard let root = try? JSONDocument(parsing: response.body, dialect: dialect).root,
      root.kind == .object
    else { return nil }
    return root
  }
}
