import Foundation
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A key file` {
  let temporary: TemporaryFolder
  let path: String
  let store: String

  init() throws {
    temporary = try TemporaryFolder()
    path = temporary.path.appending("key").text
    store = temporary.path.appending("store").text
    try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
  }

  @Test func `is made once, with 32 bytes for its owner only`() throws {
    #expect(try KeyFile(path: path).key(storeFolder: store, isCreating: false) == nil)
    let made = try #require(try KeyFile(path: path).key(storeFolder: store, isCreating: true))
    #expect(made.count == 32)
    let again = try #require(try KeyFile(path: path).key(storeFolder: store, isCreating: true))
    #expect(again.equals(made))
    #expect(try Directory.status(of: Path(path)).mode == 0o600)
  }

  @Test func `may be read-only`() throws {
    _ = try KeyFile(path: path).key(storeFolder: store, isCreating: true)
    unsafe chmod(path, 0o400)
    #expect(try KeyFile(path: path).key(storeFolder: store, isCreating: false) != nil)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666, 0o777] as [mode_t])
  func `that others can reach is refused`(mode: mode_t) throws {
    _ = try KeyFile(path: path).key(storeFolder: store, isCreating: true)
    unsafe chmod(path, mode)
    #expect(throws: StoreFailure(.unsafePlace, "")) {
      try KeyFile(path: path).key(storeFolder: store, isCreating: true)
    }
  }

  @Test func `that is a link is refused, even to a good key`() throws {
    _ = try KeyFile(path: path).key(storeFolder: store, isCreating: true)
    let link = temporary.path.appending("link").text
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: StoreFailure(.unsafePlace, "")) {
      try KeyFile(path: link).key(storeFolder: store, isCreating: true)
    }
  }

  @Test func `in the store's own folder is refused`() {
    #expect(throws: StoreFailure(.unsafePlace, "")) {
      try KeyFile(path: store + "/key").key(storeFolder: store, isCreating: true)
    }
  }

  @Test(arguments: [0, 31, 33, 64])
  func `of another length is refused and not written over`(count: Int) throws {
    try DurableWrite.create(Path(path), contents: [UInt8](repeating: 7, count: count))
    #expect(throws: StoreFailure(.unsafePlace, "")) {
      try KeyFile(path: path).key(storeFolder: store, isCreating: true)
    }
    #expect(try File.open(Path(path)).readAll(limit: 1_000).count == count)
  }
}
