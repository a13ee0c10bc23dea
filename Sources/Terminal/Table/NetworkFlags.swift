extension Table {
  /// How providers are reached.
  static let networkFlags: [FlagSpec] = [
    FlagSpec(
      .cacert,
      group: .network,
      kind: .path("FILE"),
      help:
        "trust the certificates in FILE (PEM) besides the system's; there is no switch to trust blindly"
    ),
    FlagSpec(
      .proxy,
      group: .network,
      kind: .string("URL"),
      help: "reach providers through this proxy (default: https_proxy); never for loopback"
    ),
    FlagSpec(.offline, group: .network, help: "make no request at all"),
  ]
}
