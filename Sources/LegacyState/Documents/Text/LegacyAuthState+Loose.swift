import Secrets

extension LegacyAuthState {
  /// Tokens that stand in a text, of which nothing proves that AppAuth had them: low confidence, and nothing is taken out.
  init(looseAt locator: Locator, contentDigest: Fingerprint) {
    self.init(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: locator,
      contentDigest: contentDigest
    )
    removal = .wholeFile
  }
}
