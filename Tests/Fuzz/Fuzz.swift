import Secrets

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What is fuzzed, as `FUZZ_TARGET` names it; with no such name the names are told.
private let target: FuzzTarget = {
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(name) else {
    print(FuzzTarget.names.joined(separator: "\n"))
    fflush(nil)
    // An exit that libFuzzer hears of is a find.
    _exit(name == "names" ? 0 : 2)
  }
  return target
}()

/// The door through which libFuzzer gives its inputs.
///
/// - Parameters:
///   - data: The input.
///   - count: Its length, in bytes.
/// - Returns: Always zero, as libFuzzer wants it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  target.run(bytes)
  return 0
}
