import CSystem

extension FileFailure: CustomStringConvertible {
  /// `cannot open a/b: permission denied; what to do`, in one line without control characters.
  package var description: String {
    let (why, advice) = explanation
    let sentence = "cannot \(operation.rawValue) \(path.shown): \(why)"
    return advice.isEmpty ? sentence : "\(sentence); \(advice)"
  }

  private var explanation: (why: String, advice: String) {
    switch reason {
    case .system(let code): Self.explanation(of: code)
    case .changing:
      ("it changes while it is in use", "stop the program that writes it, then run again")
    case .tooLarge(let limit):
      ("it holds more than \(limit) bytes", "check that this is the file that was meant")
    case .unexpectedKind(let kind):
      ("it is a \(kind.rawValue), not a regular file", "name the file itself")
    case .locked:
      ("another process holds its lock", "wait until that process ends, then run again")
    case .cancelled: ("cancelled while waiting", "")
    }
  }

  private static func explanation(of code: Int32) -> (why: String, advice: String) {
    switch code {
    case EACCES:
      (
        "permission denied",
        "check the owner and mode of the file and of every folder above it, or run as its owner"
      )
    case EPERM:
      (
        "operation not permitted",
        "run as the file's owner and in its group, or work on a copy of your own"
      )
    case ENOENT: ("no such file or folder", "check the path")
    case ENOTDIR: ("a part of the path is not a folder", "check the path")
    case EISDIR: ("it is a folder", "name a file")
    case EEXIST: ("it exists already", "remove it or choose another name")
    case ENOTEMPTY: ("the folder is not empty", "remove what is in it first")
    case ELOOP:
      ("it is a symbolic link, or links lead in a circle", "name the real file instead of the link")
    case ENOSPC: ("no space left on the device", "free some space, then run again")
    case EDQUOT: ("the disk quota is used up", "free some space, then run again")
    case EROFS: ("the file system is read-only", "copy the data to a writable place first")
    case ENAMETOOLONG: ("the name is too long", "use a shorter path")
    case EMFILE, ENFILE: ("too many open files", "raise `ulimit -n` or use fewer --jobs")
    case ETXTBSY, EBUSY: ("it is in use", "stop the program that uses it, then run again")
    case EIO: ("the device reports an input/output error", "check the disk, then run again")
    case ESTALE: ("the network file system lost it", "mount it again, then run again")
    case EPIPE: ("nobody reads the other end any more", "")
    case ENXIO: ("nobody reads the other end", "name a regular file")
    case EXDEV: ("source and target are on different file systems", "use one file system")
    case EFBIG: ("the file would become too large", "free some space, then run again")
    case EINVAL: ("the name or value is not valid here", "check the path")
    case ENOTSUP: ("the file system does not support it", "use another file system")
    default: (systemText(code), "")
    }
  }
}

/// The C library's words for a code.
private func systemText(_ code: Int32) -> String {
  var words = [CChar](repeating: 0, count: 256)
  let text = unsafe words.withUnsafeMutableBufferPointer { words -> String in
    guard let start = words.baseAddress else { return "" }
    unsafe appauth_error_text(code, start, words.count)
    return unsafe String(decoding: bytesOfCString(start), as: UTF8.self)
  }
  return text.isEmpty ? "error \(code)" : text.prefix(1).lowercased() + text.dropFirst()
}
