/// Text from a token as it may be shown: quoted, short, and without anything that moves a terminal's cursor or turns
/// the writing around.
///
/// - Parameter text: An issuer or a client id.
/// - Returns: The text in quotes.
func shown(_ text: String) -> String {
  let limit = 200
  let harmless = text.unicodeScalars.prefix(limit).map { scalar -> Character in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      "\u{FFFD}"
    default:
      Character(scalar)
    }
  }
  return "\"" + String(harmless) + (text.unicodeScalars.count > limit ? "…" : "") + "\""
}
