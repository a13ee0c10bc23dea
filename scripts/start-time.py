#!/usr/bin/env python3
"""How long `version` takes from its start to its end, against an empty Swift program built with the static runtime.

  scripts/start-time.py [RUNS]        wants `make build` to have been run; 400 runs of each by default

The two take turns, so that whatever else the machine does meets both. Prints the shortest and the median time of
each and what they are of the empty program's. Standard library only.
"""
import os, pathlib, statistics, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = ROOT / ".build/release/appauth-migrate"
MANIFEST = '''// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "empty", targets: [.executableTarget(name: "empty")])
'''


def empty(folder):
    """Builds a program whose main.swift holds nothing."""
    sources = pathlib.Path(folder, "Sources/empty")
    sources.mkdir(parents=True)
    sources.joinpath("main.swift").write_text("")
    pathlib.Path(folder, "Package.swift").write_text(MANIFEST)
    static = ["--static-swift-stdlib"] if sys.platform == "linux" else []
    subprocess.run(["swift", "build", "-c", "release", *static, "--package-path", folder],
                   check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(folder, ".build/release/empty")


def run(program, *arguments):
    """Milliseconds from the start of a process to its end."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter_ns()
    process = os.posix_spawn(program, [str(program), *arguments], {}, file_actions=silent)
    status = os.waitpid(process, 0)[1]
    took = (time.perf_counter_ns() - start) / 1e6
    if status != 0:
        raise SystemExit(f"{program} ended with status {status}")
    return took


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    if not COMMAND.exists():
        raise SystemExit("there is no .build/release/appauth-migrate: make build")
    with tempfile.TemporaryDirectory() as folder:
        reference = empty(folder)
        times = [(run(reference), run(COMMAND, "version")) for _ in range(runs)]
    shortest = [min(column) for column in zip(*times)]
    median = [statistics.median(column) for column in zip(*times)]
    for name, (least, middle) in zip(("empty", "version"), zip(shortest, median)):
        print(f"{name:8} shortest {least:6.2f} ms  median {middle:6.2f} ms")
    print(f"{'ratio':8} shortest {shortest[1] / shortest[0]:6.2f}     median {median[1] / median[0]:6.2f}")


if __name__ == "__main__":
    main()
