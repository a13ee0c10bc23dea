import POSIX

/// Text from a file or a server as it may stand in a message: bounded, without what could steer a terminal.
func shown(_ text: String, limit: Int = 200) -> String {
  let neutral = text.neutralised
  return neutral.count <= limit ? neutral : neutral.prefix(limit) + "…"
}
