#if os(Linux)
import DemoProvider
import POSIX
import TestSupport
import Testing

/// The opener's arguments are open to every user of the machine.
@Suite(.timeLimit(.minutes(10))) struct `The start page` {
  @Test(arguments: ["login", "logout"])
  func `gives another user nothing, and waits for ours`(command: String) async throws {
    guard Account.userID == 0 else {
      throw ToolHome.NotPossible(reason: "only root can run as someone else")
    }
    let world = try await DemoWorld()
    if command == "logout" { #expect(try await world.run(["login", "--timeout", "20"]).code == 0) }
    let thief = try world.home.folder.write(
      "thief.sh",
      text: """
        #!/bin/bash
        hostport=${1#http://}; hostport=${hostport%%/*}
        setpriv --reuid=65534 --regid=65534 --clear-groups -- bash -c '
          exec 3<>/dev/tcp/127.0.0.1/${1##*:}
          printf "GET /%s HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" "$2" "$1" >&3
          cat <&3' - "$hostport" "${1#http://*/}" >\(world.home.path)/stolen
        exec \(world.browser) "$1"

        """,
      permissions: 0o755
    )
    let run = try await world.run(
      [command, "--timeout", "20"],
      environment: ["BROWSER": thief.text]
    )
    #expect(run.code == 0, "\(run.error)")
    let stolen = try world.home.folder.text("stolen")
    #expect(stolen.hasPrefix("HTTP/1.1 403 "), "\(stolen)")
    #expect(!stolen.contains("state="))
    #expect(world.markers.sightings(in: Array(stolen.utf8), "stolen") == [])
  }
}
#endif
