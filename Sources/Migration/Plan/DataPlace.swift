package import POSIX

/// Where the data lies that a plan is about; a guess from the path, and what follows from it.
package enum DataPlace: String, Hashable, Sendable, CaseIterable {
  /// A dump, a backup, a checkout: nothing that is done here reaches the phone.
  case copy = "in this copy"
  /// The folders of a simulator on this machine.
  case simulator = "on a simulator"
  /// Where an app of this machine keeps its data while it is used.
  case live = "live folder"

  /// Guesses from where the inputs lie.
  ///
  /// - Parameter inputs: Their paths from the root.
  package init(of inputs: [Path]) {
    let texts = inputs.map(\.text)
    if texts.contains(where: { $0.contains("/CoreSimulator/Devices/") }) {
      self = .simulator
    } else if texts.contains(where: Self.isLive) {
      self = .live
    } else {
      self = .copy
    }
  }

  private static func isLive(_ path: String) -> Bool {
    ["/data/data/", "/data/user/", "/data/user_de/"].contains { path.hasPrefix($0) }
      || ["/Library/Containers/", "/Library/Group Containers/", "/Library/Preferences/"]
        .contains { path.contains($0) }
  }

  /// What deleting there does, and what it does not.
  package var words: String {
    switch self {
    case .copy:
      "this is a copy: deleting here changes nothing on the phone; "
        + "there the updated app, or clearing the app's data, removes the state"
    case .simulator:
      "this is a simulator's own data: quit the app there before it is changed"
    case .live:
      "an app may be using this folder: quit it before it is changed"
    }
  }
}
