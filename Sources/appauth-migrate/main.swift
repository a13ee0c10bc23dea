import POSIX
import Terminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

ProcessHardening.apply()
exit(await Program.run(ProcessArguments.words.map { Word($0) }).rawValue)
