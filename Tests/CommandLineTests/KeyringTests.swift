#if os(Linux)
import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Against GNOME Keyring itself; `secret-tool` is the second witness.
@Suite(.timeLimit(.minutes(10))) struct `A session whose key is in the system keyring` {
  private let keyring: KeyringWorld
  private var world: DemoWorld { keyring.world }
  private static let application = "application io.github.appauth-migrate"

  init() async throws { keyring = try await KeyringWorld() }

  @Test func `has it there alone, and is used and purged as any other`() async throws {
    let run = try await keyring.run(
      """
      set -e
      "$tool" login >login.txt 2>login-errors.txt
      "$tool" status --format json >status.json
      "$tool" token >token.txt
      "$tool" refresh >/dev/null
      secret-tool lookup \(Self.application) >key.txt
      ! ls "$XDG_CONFIG_HOME/appauth-migrate/store.key"
      "$tool" purge --yes >purge.txt
      test ! -e "$XDG_DATA_HOME/appauth-migrate"
      ! secret-tool lookup \(Self.application)
      "$tool" purge --yes
      """
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("nothing to remove"), "\(run.output)")
    #expect(try world.home.folder.text("login.txt").contains("system keyring (Secret Service)"))
    #expect(try world.home.folder.text("status.json").contains(#""key_source": "keyring""#))
    #expect(try world.home.folder.text("key.txt").utf8.count == 43)
    #expect(!world.provider.grants.contains { $0.isLive && $0.client == "migrated-app" })
  }

  @Test func `that is locked stays as it is, and no browser opens`() async throws {
    #expect(try await keyring.run("\"$tool\" login >/dev/null 2>&1").code == 0)
    let before = world.provider.counts
    let run = try await keyring.run(
      """
      dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
        org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login \
        >/dev/null
      for command in status token refresh login logout "purge --yes"; do
        DISPLAY= "$tool" $command; echo "$command: $?"
      done
      # On a desktop somebody is asked, and nothing can be shown here.
      DISPLAY=:99 "$tool" status; echo "asked: $?"
      """
    )
    for command in ["status", "token", "refresh", "login", "logout", "purge --yes", "asked"] {
      #expect(run.output.contains("\(command): 3\n"), "\(run.output)\(run.error)")
    }
    #expect(run.error.contains("the system keyring is locked"), "\(run.error)")
    #expect(run.error.contains("was not unlocked"), "\(run.error)")
    #expect(world.provider.counts == before)
    // Unlocked again, it is all there.
    let later = try await keyring.run("\"$tool\" refresh")
    #expect(later.code == 0, "\(later.error)")
  }

  @Test func `out of reach is told by its reason, and stays as it is`() async throws {
    #expect(try await keyring.run("\"$tool\" login >/dev/null 2>&1").code == 0)
    let before = world.provider.counts
    let run = try await keyring.run(
      """
      before=$(sha256sum "$XDG_DATA_HOME/appauth-migrate/"s*)
      python3 -I mute.py & mute=$!
      until [ -S mute.sock ]; do sleep 0.05; done
      for bus in "" unix:path=/nonexistent unix:path=$PWD/mute.sock; do
        for command in login status; do
          DBUS_SESSION_BUS_ADDRESS=$bus "$tool" $command; echo "$command at $bus: $?"
        done
      done
      kill $mute
      [ "$before" = "$(sha256sum "$XDG_DATA_HOME/appauth-migrate/"s*)" ] && "$tool" status
      """
    )
    #expect(run.code == 0, "\(run.error)")
    for bus in ["", "unix:path=/nonexistent", "unix:path=\(world.home.path)/mute.sock"] {
      for command in ["login", "status"] {
        #expect(run.output.contains("\(command) at \(bus): 3\n"), "\(run.output)")
      }
    }
    #expect(run.error.contains("there is no session bus"), "\(run.error)")
    #expect(run.error.contains("does not answer"), "\(run.error)")
    #expect(world.provider.counts == before)
  }

  @Test func `on a bus without a keyring is told, and a new store takes a file then`() async throws
  {
    #expect(try await keyring.run("\"$tool\" login >/dev/null 2>&1").code == 0)
    let run = try await keyring.run(
      """
      "$tool" status; echo "status: $?"
      "$tool" login --store other; echo "login: $?"
      """,
      hasKeyring: false
    )
    #expect(run.output.contains("status: 3\n"), "\(run.output)")
    #expect(run.error.contains("no program on the session bus is a keyring"), "\(run.error)")
    #expect(run.output.contains("login: 0\n"), "\(run.error)")
    #expect(run.error.contains("the store's key will be in a file"), "\(run.error)")
    #expect(run.output.contains("key file"), "\(run.output)")
  }

  @Test func `that was deleted there is set aside, and the next sign-in has a new one`()
    async throws
  {
    let run = try await keyring.run(
      """
      "$tool" login >/dev/null 2>&1 || exit 9
      secret-tool clear \(Self.application)
      "$tool" status; echo "status: $?"
      "$tool" login && "$tool" refresh
      """
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("status: 5\n"), "\(run.output)")
    #expect(run.error.contains("its key is missing"), "\(run.error)")
    #expect(run.output.contains("no_key") || run.output.contains("superseded"), "\(run.output)")
  }

  @Test func `left by an earlier installation is told and not used`() async throws {
    let run = try await keyring.run(
      """
      "$tool" login >/dev/null 2>&1 || exit 9
      rm -r "$XDG_DATA_HOME/appauth-migrate"
      "$tool" status; echo "status: $?"
      "$tool" login >/dev/null 2>&1 || exit 9
      secret-tool search --all \(Self.application) 2>&1 | grep -c '^attribute.store'
      "$tool" purge --yes >/dev/null 2>&1
      secret-tool search --all \(Self.application) 2>&1 | grep -c '^attribute.store'
      true
      """
    )
    #expect(run.output.contains("status: 5\n2\n0\n"), "\(run.output)\(run.error)")
    #expect(run.error.contains("earlier installation"), "\(run.error)")
  }

  @Test func `costs nothing where the key is in a file`() async throws {
    let run = try await keyring.run(
      """
      "$tool" login --key-source file >/dev/null 2>&1 || exit 9
      strace -f -qq -o trace -e trace=openat "$tool" token >/dev/null
      grep -c 'sessions.sqlite' trace; grep -c libsecret trace
      "$tool" login --store other >/dev/null 2>&1
      strace -f -qq -o trace -e trace=openat "$tool" status --store other --key-source keyring >/dev/null
      grep -q libsecret trace
      """
    )
    let counts = run.output.split(separator: "\n").map(String.init)
    #expect(counts.count == 2 && counts[0] != "0" && counts[1] == "0", "\(run.output)\(run.error)")
  }
}
#endif
