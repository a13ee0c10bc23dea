"""Runs two programs in turns, so that whatever else the machine does meets both, and says what one is of the other."""
import os, resource, statistics, subprocess, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = os.path.join(ROOT, ".build/release/appauth-migrate")
FOLDER = os.path.join(ROOT, ".build-bench")


def once(arguments, allowed=(0, 1), env=None, output=None):
    """Seconds from the start of a process to its end, and its peak memory in bytes."""
    start = time.perf_counter()
    with open(output or os.devnull, "wb") as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=subprocess.PIPE, env=env)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        raise SystemExit(f"{arguments[0]} ended with {process.returncode}: {said.decode()[-2000:]}")
    unit = 1 if os.uname().sysname == "Darwin" else 1024
    return took, usage.ru_maxrss * unit


def several(count, command):
    """Seconds of so many runs one after another, and the peak memory of one in bytes; a command with its environment."""
    arguments, env = command if isinstance(command, tuple) else (command, None)
    runs = [once(arguments, allowed=(0,), env=env) for _ in range(count)]
    return sum(took for took, _ in runs), max(peak for _, peak in runs)


def compare(figure, wanted, ours, peer, turns=5, before=lambda: None, after=lambda: None):
    """Prints one row: our shortest and median time, the peer's, and the ratio of the shortest.

    ours, peer: functions that run once and give (seconds, bytes); before, after: called around each turn.
    """
    times, memory = [], 0
    for _ in range(turns):
        before()
        (own, bytes_), (other, _) = ours(), peer()
        after()
        times.append((own, other))
        memory = max(memory, bytes_)
    least = [min(column) for column in zip(*times)]
    middle = [statistics.median(column) for column in zip(*times)]
    ratio = least[0] / least[1]
    print(
        f"{figure}: {ratio:.2f} of the peer's time (wanted {wanted}); "
        f"shortest {least[0]:.3f} s to {least[1]:.3f} s, median {middle[0]:.3f} s to {middle[1]:.3f} s, "
        f"peak {memory / 2**20:.0f} MiB",
        flush=True,
    )
    return ratio


def wanted_program(name, package):
    from shutil import which
    path = which(name)
    if not path:
        raise SystemExit(f"{name} is missing: apt-get install {package}")
    return path
