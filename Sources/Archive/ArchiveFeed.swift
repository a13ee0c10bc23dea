import CArchive
import Secrets

/// Gives an input's bytes to libarchive, and keeps what went wrong with them, since no error of ours crosses C.
@safe final class ArchiveFeed {
  private static let capacity = 256 << 10

  let input: any ArchiveInput
  /// What the input threw.
  private(set) var failure: ArchiveFailure?
  /// How many bytes libarchive was given.
  private(set) var given = 0
  private var position = 0
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  init(_ input: any ArchiveInput) {
    self.input = input
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.capacity)
    unsafe buffer.initialize(repeating: 0)
    unsafe self.buffer = unsafe buffer
  }

  deinit {
    unsafe wipe(buffer)
    unsafe buffer.deallocate()
  }

  /// The next bytes, -1 for a failure.
  func next(_ target: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    guard failure == nil else { return -1 }
    do {
      var span = unsafe MutableSpan(_unsafeElements: buffer)
      let got = try input.read(into: &span)
      given += got
      position += got
      unsafe target?.pointee = unsafe UnsafeRawPointer(buffer.baseAddress)
      return got
    } catch {
      failure = error
      return -1
    }
  }

  /// How many bytes were passed over; 0 makes libarchive read them.
  func skip(_ count: Int64) -> Int64 {
    guard let size = input.size, count > 0 else { return 0 }
    let step = min(Int(clamping: count), size - position)
    guard step > 0 else { return 0 }
    position += step
    input.seek(to: position)
    return Int64(step)
  }

  /// The new position, or ARCHIVE_FATAL.
  func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    guard let size = input.size else { return Int64(ARCHIVE_FATAL) }
    let base =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: position
      case SEEK_END: size
      default: Int.min
      }
    let (target, overflow) = base.addingReportingOverflow(Int(clamping: offset))
    guard !overflow, (0...size).contains(target) else { return Int64(ARCHIVE_FATAL) }
    position = target
    input.seek(to: target)
    return Int64(target)
  }
}
