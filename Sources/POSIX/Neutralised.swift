extension String {
  /// The text as it may be shown: what could steer a terminal, break a line or reverse the reading is spelled out.
  ///
  /// For names and texts that came from outside: control characters, line and paragraph separators, the direction
  /// marks and invisible joiners become `\u{…}`.
  package var neutralised: String {
    guard unicodeScalars.contains(where: \.mustNotBeShown) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.mustNotBeShown {
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var mustNotBeShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
