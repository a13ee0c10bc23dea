import Secrets

/// A text under a key, in a document that is a map from keys to values.
struct BareValue {
  /// The key as it is; it may be anything, so it is not for showing.
  let name: String
  /// The key for locators.
  let step: Locator.Step
  let place: any Place
  /// Gives the decoded text.
  let text: () -> SecretBytes
}
