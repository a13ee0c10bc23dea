/// What stands between two parameters, and whether the second may be of the same request.
struct RequestGap {
  /// How near two parameters are, the nearest first.
  enum Link: Int, Comparable {
    /// In one form or URL.
    case form
    /// In one line, as the arguments of a command.
    case line
    /// Something ends between them, such as a message.
    case pause
    /// Another request begins between them, or one object ends.
    case stop

    static func < (one: Link, other: Link) -> Bool { one.rawValue < other.rawValue }
  }

  private(set) var link = Link.form
  /// Whether a command or a request with a body begins in it, so that what follows may be its address.
  private(set) var callsAddress = false
  /// Whether a command begins in it, whose arguments may come in any order.
  private(set) var hasCommand = false

  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var (braces, lists) = (0, 0)
    var quotes = CommandQuotes()
    for at in range {
      if hasCommand { quotes.take(bytes[at]) }
      switch bytes[at] {
      case UInt8(ascii: "{"):
        braces += 1
        take(.line)
      case UInt8(ascii: "}"):
        braces -= 1
        take(braces < 0 ? .stop : .line)
      case UInt8(ascii: "["):
        lists += 1
        take(.line)
      case UInt8(ascii: "]"):
        lists -= 1
        take(lists < 0 ? .pause : .line)
      case UInt8(ascii: ";"):
        guard !bytes.matches("&amp", at: at - 4) else { continue }
        guard Self.isBlank(bytes, at + 1), !quotes.isInside else {
          take(.line)
          continue
        }
        take(.pause)
        // What follows is no argument of it any more.
        hasCommand = false
      case _ where Self.endsForm(bytes[at]):
        take(.line)
      default:
        guard let word = RequestWord(bytes, at: at) else { continue }
        take(.stop)
        hasCommand = word == .command || hasCommand && word != .shell
        if word == .command { quotes = CommandQuotes() }
        callsAddress = callsAddress || word == .command || word == .post
      }
    }
    if braces > 0 { take(.stop) }
  }

  private mutating func take(_ other: Link) { link = max(link, other) }

  private static func isBlank(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    at >= bytes.count || bytes[at] <= 0x20
  }

  /// Whether no form or URL goes on over a byte.
  static func endsForm(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: ","), UInt8(ascii: ";"):
      true
    default: false
    }
  }
}
