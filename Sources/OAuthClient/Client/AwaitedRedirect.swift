/// The redirect that a browser is out for at this moment.
struct AwaitedRedirect {
  let receiver: RedirectReceiver
  /// Everything before its query, byte for byte.
  let address: String
}
