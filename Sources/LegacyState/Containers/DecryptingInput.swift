import Archive
import Crypto
import Secrets

/// The archive of an Android backup, decrypted as it is read.
final class DecryptingInput: ArchiveInput {
  private static let capacity = 64 << 10

  private let source: any ArchiveInput
  private let decryption: AESCBCDecryption
  private var plain: [UInt8] = []
  private var ready = 0..<0
  private var isOver = false
  /// There is no going back.
  var size: Int? { nil }

  init(_ source: any ArchiveInput, key: SecretBytes, vector: [UInt8]) throws(ArchiveFailure) {
    self.source = source
    do {
      decryption = try AESCBCDecryption(key: key, iv: vector.span)
    } catch {
      throw .damaged("\(error)")
    }
  }

  deinit {
    wipe(&plain)
  }

  func read(into buffer: inout MutableSpan<UInt8>) throws(ArchiveFailure) -> Int {
    while ready.isEmpty, !isOver { try decrypt() }
    let count = min(ready.count, buffer.count)
    for index in 0..<count { buffer[index] = plain[ready.lowerBound + index] }
    ready = ready.dropFirst(count)
    return count
  }

  private func decrypt() throws(ArchiveFailure) {
    var sealed = [UInt8](repeating: 0, count: Self.capacity)
    var input = sealed.mutableSpan
    let got = try source.read(into: &input)
    var next = [UInt8](repeating: 0, count: got + AESCBCDecryption.blockByteCount)
    do throws(CryptoFailure) {
      var output = next.mutableSpan
      if got > 0 {
        ready = 0..<(try decryption.update(sealed.span.extracting(0..<got), into: &output))
      } else {
        isOver = true
        ready = 0..<(try decryption.finish(into: &output))
      }
    } catch {
      throw .damaged("its encrypted data is cut off")
    }
    wipe(&plain)
    plain = next
  }

  func seek(to offset: Int) {}
}
