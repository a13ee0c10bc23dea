import CSystem

extension File {
  /// Where the next bytes that were ever written stand; everything before them reads as zeros.
  ///
  /// A sparse file of many GiB is searched in the time that its data take. The position for ``readStream(limit:)``
  /// moves, so this is for files that are read at offsets.
  ///
  /// - Parameter offset: Where to start looking, in bytes.
  /// - Returns: The range, not beyond the end of the file; nil if only zeros follow, or nothing.
  /// - Throws: If the system refuses; a file system that doesn't know of holes has data everywhere.
  package func nextData(from offset: Int) throws(FileFailure) -> Range<Int>? {
    var start: off_t = 0
    var end: off_t = 0
    do throws(FileFailure) {
      let found = try systemCall(.read, path) {
        unsafe appauth_next_data(descriptor.number, off_t(offset), &start, &end)
      }
      guard found == 1, start >= off_t(offset), end > start else { return nil }
      return Int(start)..<Int(end)
    } catch {
      guard error.code == EINVAL || error.code == ENOTSUP || error.code == ENOTTY else {
        throw error
      }
      let size = try status().size
      return offset < size ? offset..<size : nil
    }
  }
}
