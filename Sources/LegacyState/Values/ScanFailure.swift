package import POSIX

/// Something that could not be read, or is not as it should be; the scan went on behind it.
public struct ScanFailure: Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// The system refused: what it said and what to do.
    case unreadable(String)
    /// The document breaks the rules of its format.
    case malformed(String)
    /// A value begins like a state and is cut off or damaged.
    case brokenState(String)
    /// An archive of objects is damaged, so that nothing can be said of what it held.
    case brokenArchive(String)
    /// The name of a member is a token; given is its fingerprint.
    case tokenAsName(String)
    /// Values were wrapped into each other more often than is undone.
    case tooDeep
    /// The file, a line or the number of states is beyond a limit.
    case beyondLimit(String)
    /// Values in which a state may be were not all undone: they give more than is looked into.
    case valuesUnread(String)
    /// The file holds the marks of a state in a format that is not read: given is the format.
    case unreadFormat(String)
  }

  /// The document.
  package let origin: DocumentOrigin
  /// Where in the document, if that is known.
  public let locator: Locator?
  /// What is wrong.
  public let reason: Reason

  /// The file.
  package var file: Path { origin.file }
  /// The file as text, invalid UTF-8 replaced; neutralise it before it is shown.
  public var path: String { file.text }
  /// Inside an archive: the member, and the member inside that.
  public var inner: [String] { origin.innerNames }

  /// Whether a state was begun there, so that a credential may be in the bytes.
  public var beganState: Bool {
    switch reason {
    case .brokenState, .brokenArchive, .tokenAsName, .unreadFormat: true
    case .unreadable, .malformed, .tooDeep, .beyondLimit, .valuesUnread: false
    }
  }

  init(_ origin: DocumentOrigin, locator: Locator? = nil, reason: Reason) {
    self.origin = origin
    self.locator = locator
    self.reason = reason
  }
}

extension ScanFailure.Reason {
  /// Whether it is one although the file shows no mark of a state: in a decoded value there may be one.
  var countsAnywhere: Bool {
    switch self {
    case .tokenAsName, .brokenArchive, .brokenState, .valuesUnread, .tooDeep: true
    default: false
    }
  }
}

extension ScanFailure: CustomStringConvertible {
  /// The reason in words, without the file and without anything that was in it.
  public var description: String {
    let place = locator.map { $0.description.isEmpty ? "" : "\($0): " } ?? ""
    return place + reason.description
  }
}

extension ScanFailure.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .unreadable(let words): words
    case .malformed(let words): "malformed: \(words)"
    case .brokenState(let words): "a state begins here and is damaged: \(words)"
    case .brokenArchive(let words):
      "an archive of objects is damaged, so what it held cannot be told: \(words)"
    case .tokenAsName(let fingerprint):
      "a token (\(fingerprint)) stands where a name belongs; its owner has to remove it by hand"
    case .tooDeep: "values are wrapped into each other too often to be looked into"
    case .beyondLimit(let words), .valuesUnread(let words): words
    case .unreadFormat(let format):
      """
      \(format) holds marks of AppAuth state in a format that this version cannot read: export what is in it as JSON and \
      audit that, or delete it whole
      """
    }
  }
}
