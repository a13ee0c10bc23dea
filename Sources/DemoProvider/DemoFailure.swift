package import Loopback

/// Why the provider did not start.
package enum DemoFailure: Error, Sendable {
  /// Nobody can listen there.
  case loopback(LoopbackFailure)
  /// The file of an earlier run can't be used.
  case stateFile(String)
}

extension DemoFailure: CustomStringConvertible {
  /// What happened and what to do next.
  package var description: String {
    switch self {
    case .loopback(let failure): "\(failure)"
    case .stateFile(let reason): "the state file cannot be used (\(reason)): name another one"
    }
  }
}
