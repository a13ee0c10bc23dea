/// The words this process was started with, byte for byte.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and a repaired path names another file.
package enum ProcessArguments {
  /// All words behind the program's own name.
  package static var words: [[UInt8]] {
    let start = unsafe CommandLine.unsafeArgv
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      unsafe start[index].map { unsafe bytesOfCString($0) }
    }
  }
}
