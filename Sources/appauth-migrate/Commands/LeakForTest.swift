#if LEAK_FOR_TEST
import LegacyState
import Migration
import POSIX
import Secrets

/// What a careless change to the audit could look like; only one test ever builds it, which must find the leak.
enum LeakForTest {
  static func show(_ states: [AuditedState]) throws(FileFailure) {
    for token in states.compactMap({ $0.state.refreshToken }) {
      try StandardStreams.write(token.secret, to: .output)
    }
  }
}
#endif
