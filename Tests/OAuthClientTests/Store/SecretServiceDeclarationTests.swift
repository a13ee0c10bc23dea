#if os(Linux)
import POSIX
import TestSupport
import Testing

@Suite struct `The declarations of libsecret` {
  @Test func `agree with its own headers, by the compiler's word`() async throws {
    let shim = BuiltTool.package.appending("Sources/CSecret/shim.h").text
    let line =
      "cc -fsyntax-only -x c -Wall -Werror -DAPPAUTH_SECRET_WITH_HEADERS $(pkg-config --cflags libsecret-1 gio-2.0) "
    let good = try await ChildProcess.run("sh", arguments: ["-c", line + "\"$0\"", shim])
    #expect(good.exit == .code(0), "\(good.errorText)")
    // One that does not agree is found.
    let bad = try await ChildProcess.run(
      "sh",
      arguments: [
        "-c",
        "sed 's/^gboolean secret_item_get_locked/int *secret_item_get_locked/' \"$0\" | \(line) -",
        shim,
      ]
    )
    #expect(bad.exit != .code(0))
  }
}
#endif
