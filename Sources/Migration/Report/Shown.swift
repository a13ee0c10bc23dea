import POSIX

/// Text from a file or a server as it may stand in a message: bounded, without what could steer a terminal.
func shown(_ text: String, limit: Int = 200) -> String {
  // Almost everything is.
  if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
  let neutral = text.neutralised
  return neutral.count <= limit ? neutral : neutral.prefix(limit) + "…"
}
