/// A word with which another request begins.
enum RequestWord {
  case command, post, get
  /// A sign of the shell between two commands.
  case shell

  /// Nil if none begins at a place.
  init?(_ bytes: Span<UInt8>, at place: Int) {
    switch bytes[place] {
    case UInt8(ascii: "&"), UInt8(ascii: "|"):
      let isAlone = place > 0 && bytes[place - 1] == 0x20
      guard isAlone, bytes[place] == UInt8(ascii: "|") || bytes.matches("&& ", at: place) else {
        return nil
      }
      self = .shell
    case UInt8(ascii: "c"), UInt8(ascii: "w"), UInt8(ascii: "-"):
      let isCommand =
        bytes.matches("curl ", at: place) || bytes.matches("wget ", at: place)
        || bytes.matches("--next ", at: place)
      guard isCommand, Self.isWord(bytes, place) else { return nil }
      self = .command
    case UInt8(ascii: "P"), UInt8(ascii: "G"), UInt8(ascii: "D"):
      guard let end = Self.methodEnd(bytes, place), Self.isWord(bytes, place) else { return nil }
      // `-X POST` is an argument.
      let isArgument =
        bytes.matches("-X ", at: place - 3) || bytes.matches("--request ", at: place - 10)
      guard !isArgument, bytes.matches("/", at: end) || bytes.matches("http", at: end) else {
        return nil
      }
      self = bytes[place] == UInt8(ascii: "P") ? .post : .get
    default: return nil
    }
  }

  private static func methodEnd(_ bytes: Span<UInt8>, _ place: Int) -> Int? {
    let methods: [StaticString] = ["POST ", "PUT ", "PATCH ", "GET ", "DELETE "]
    return methods.first { bytes.matches($0, at: place) }.map { place + $0.utf8CodeUnitCount }
  }

  private static func isWord(_ bytes: Span<UInt8>, _ place: Int) -> Bool {
    place == 0 || !RequestParameter.isInName(bytes, place - 1)
  }
}
