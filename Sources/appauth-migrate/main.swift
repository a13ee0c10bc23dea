import POSIX
import Terminal

ProcessHardening.apply()
Program.start(ProcessArguments.words.map { Word($0) })
