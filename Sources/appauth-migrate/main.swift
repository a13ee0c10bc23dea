import POSIX

ProcessHardening.apply()
Program.start()
