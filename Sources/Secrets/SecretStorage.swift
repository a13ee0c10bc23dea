import COpenSSL

/// The buffer of one secret: OpenSSL's secure heap, which is locked, outside core dumps and guarded by pages.
///
/// The heap is small (``secureHeapBytes``): when it is full, or the secret is a whole document, ordinary memory
/// serves, which is overwritten all the same.
///
/// `@unchecked Sendable`: written only while `SecretBytes.init` runs, before anyone else can see it.
@safe @usableFromInline final class SecretStorage: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutableRawPointer
  private let capacity: Int

  init(capacity: Int) {
    _ = secureHeap
    self.capacity = max(capacity, 1)
    let hasRoom =
      self.capacity <= largestSecured
      && CRYPTO_secure_used() + self.capacity <= secureHeapBytes - reservedBytes
    let secured = hasRoom ? unsafe appauth_secure_malloc(self.capacity) : nil
    if let secured = unsafe secured {
      unsafe start = secured
    } else {
      unsafe start = .allocate(byteCount: self.capacity, alignment: 16)
    }
  }

  deinit {
    if unsafe CRYPTO_secure_allocated(start) == 1 {
      unsafe appauth_secure_clear_free(start, capacity)
    } else {
      unsafe OPENSSL_cleanse(start, capacity)
      unsafe start.deallocate()
    }
  }
}

/// Above this many bytes a secret is a document, and would only push tokens out of the small heap.
private let largestSecured = 16 * 1024

/// Two MiB: below the 8 MiB that Linux lets any user lock, and room for some thousand tokens.
private let secureHeapBytes = 2 * 1024 * 1024

/// What is left for libcrypto itself, which keeps private numbers there and fails to sign when the heap is full.
private let reservedBytes = secureHeapBytes / 2

/// Makes the heap once; 0 (no heap) and 2 (not locked) are both lived with.
private let secureHeap: Int32 = CRYPTO_secure_malloc_init(secureHeapBytes, 64)
