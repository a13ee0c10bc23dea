/// Why bytes are no sound property list.
enum PlistFailure: Error, Equatable {
  case xml(XMLFailure)
  case unknownVersion
  case endedEarly
  case badTrailer
  case badObject
  case badReference
  case cycle
  case overlap
  case tooDeep
  case tooMany
  case keyIsNoString
  case unexpectedElement
}

extension PlistFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .xml(let failure):
      failure.reason == .forbiddenSection
        ? "entities of its own, or a CDATA section (line \(failure.line))" : "\(failure)"
    case .unknownVersion: "a binary property list of an unknown version"
    case .endedEarly: "the property list is cut off"
    case .badTrailer: "the property list's trailer leads nowhere"
    case .badObject: "an object of the property list is damaged"
    case .badReference: "the property list refers to an object that is not there"
    case .cycle: "the property list holds itself"
    case .overlap: "objects of the property list lie on top of each other"
    case .tooDeep: "too many values of the property list inside each other"
    case .tooMany: "the property list has more values than are read"
    case .keyIsNoString: "a key of the property list is no text"
    case .unexpectedElement: "an element stands where a property list has none"
    }
  }
}
