import POSIX

// A tool for tests and `make demo`: it is never installed.
ProcessHardening.apply()
let arguments = Array(CommandLine.arguments.dropFirst())
await run(arguments)
