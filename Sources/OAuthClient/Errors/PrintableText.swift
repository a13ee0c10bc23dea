/// Text of a server, fit to be shown: bounded, without control, bidi and line-break characters.
package enum PrintableText {
  package static func bounded(_ text: String, limit: Int = 200) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return shown + "…" }
      shown.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
      count += 1
    }
    return shown
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}
