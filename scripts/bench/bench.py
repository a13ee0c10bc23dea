#!/usr/bin/env python3
"""Measures what docs/performance.md says, each against a peer in the same run.

  scripts/bench/bench.py [ROW …]     audit-tree audit-lines audit-memory id-token token start; all by default

Wants `make build`, ripgrep, and orjson, which it gets into .build-bench if Python has none; data is made in .build-bench and kept for the next time (about 3 GB;
audit-memory needs 10 GB more, and takes them away again).
"""
import os, shutil, subprocess, sys

import data, marks, session, turns

COMMAND = turns.COMMAND


def made(name, make):
    """A file or folder of .build-bench, made if it is not there."""
    path = os.path.join(turns.FOLDER, name)
    if not os.path.exists(path):
        os.makedirs(turns.FOLDER, exist_ok=True)
        print(f"making {name}", file=sys.stderr, flush=True)
        unfinished = path + ".unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished)
        os.rename(unfinished, path)
    return path


def python_with_orjson():
    """Debian 12 has no package of orjson: it comes from Python's own index then."""
    try:
        import orjson  # noqa: F401
        return sys.executable
    except ImportError:
        folder = os.path.join(turns.FOLDER, "python")
        python = os.path.join(folder, "bin/python3")
        if not os.path.exists(python):
            os.makedirs(turns.FOLDER, exist_ok=True)
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "orjson"], check=True)
        return python


def audit_tree():
    tree = made("tree", lambda path: data.tree(path, 1500 << 20))
    rg = turns.wanted_program("rg", "ripgrep")
    flags = [word for pattern in marks.patterns() for word in ("-e", pattern)]
    count = [rg, "--count-matches", "--text", "--no-unicode", "--no-ignore", "--hidden", "--no-config", "--no-mmap",
             "--threads", str(os.cpu_count()), *flags, tree]
    turns.compare("audit, 1.5 GB mixed tree, against ripgrep", "at most 1.25",
                  lambda: turns.once([COMMAND, "audit", tree, "--quiet"]), lambda: turns.once(count))


def audit_lines():
    path = made("states.jsonl", lambda path: data.lines(path, 100_000))
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scan_lines.py")
    python = python_with_orjson()
    output = os.path.join(turns.FOLDER, "out.json")
    turns.compare(
        "audit, JSON Lines of 100,000 states, against Python with orjson", "at most 0.5",
        lambda: turns.once([COMMAND, "audit", path, "--format", "json"], output=output),
        lambda: turns.once([python, script, path], output=output), turns=3)


def audit_memory():
    """10 GB of JSON Lines; the same states again and again would be one credential, so each block has its own."""
    size, path = 10 << 30, os.path.join(turns.FOLDER, "ten-gigabytes.jsonl")
    os.makedirs(turns.FOLDER, exist_ok=True)
    try:
        with open(path, "w") as file:
            number = 0
            while file.tell() < size:
                file.write("".join(data.state(number + more) + "\n" for more in range(1000)))
                number += 1000
        took, peak = turns.once([COMMAND, "audit", path, "--format", "json", "--report", f"csv={path}.csv"])
        print(f"audit, {number:,} states in 10 GB of JSON Lines: peak {peak / 2**20:.0f} MiB (wanted under 100), "
              f"{took:.0f} s, {size / took / 1e6:.0f} MB/s", flush=True)
    finally:
        for name in [path, path + ".csv"]:
            if os.path.exists(name): os.remove(name)


def id_token():
    """openssl's own measure of the one operation that an RS256 check cannot do without, in seconds of the clock."""
    subprocess.run(["swift", "build", "-c", "release", "--product", "benchmarks", "--scratch-path", ".build-benchmarks"],
                   cwd=turns.ROOT, env={**os.environ, "BENCH": "1"}, check=True, stdout=subprocess.DEVNULL)
    program = os.path.join(turns.ROOT, ".build-benchmarks/release/benchmarks")
    openssl = turns.wanted_program("openssl", "openssl")
    ours = lambda what: float(subprocess.run([program, what, "1"], check=True, capture_output=True).stdout)
    peer = lambda: float(subprocess.run([openssl, "speed", "-elapsed", "-seconds", "1", "rsa2048"], check=True,
                                        capture_output=True).stdout.split()[-1])
    rates = [(ours("signature"), ours("id-token"), peer()) for _ in range(5)]
    signature, token, speed = (max(column) for column in zip(*rates))
    print(f"RS256 verification of an ID token, against openssl speed rsa2048: {signature / speed:.2f} of the peer's rate "
          f"(wanted at least 0.9); {signature:,.0f} to {speed:,.0f} a second\n"
          f"  with parsing and every rule: {token / speed:.2f}; {token:,.0f} a second", flush=True)


def token():
    curl = turns.wanted_program("curl", "curl")
    with session.Session() as signed_in:
        turns.compare("token from the store, not expired, against curl --version", "at most 0.6",
                      lambda: turns.several(100, signed_in.token), lambda: turns.several(100, [curl, "--version"]))


def start():
    subprocess.run([sys.executable, os.path.join(turns.ROOT, "scripts/start-time.py")], check=True)


ROWS = {"audit-tree": audit_tree, "audit-lines": audit_lines, "audit-memory": audit_memory, "id-token": id_token,
        "token": token, "start": start}


def main():
    unknown = [name for name in sys.argv[1:] if name not in ROWS]
    if unknown:
        raise SystemExit(f"no such row: {', '.join(unknown)}; there are {', '.join(ROWS)}")
    if not os.path.exists(COMMAND):
        raise SystemExit("there is no .build/release/appauth-migrate: make build")
    for name in sys.argv[1:] or ROWS:
        ROWS[name]()


if __name__ == "__main__":
    main()
