"""Compares a property list before and after a removal with Python's own reader.

    compare_plists.py BEFORE AFTER [KEY...]

With keys: AFTER must be BEFORE without the value at that path, types and order included.
Without: both are keyed archives; every object must be the same, or nothing, or have lost
references to what is nothing now. Prints "same", or where they differ.
"""
import plistlib
import sys


def with_uids(value):
    """XML spells a reference as a dictionary, which the reader leaves as it is."""
    if isinstance(value, dict):
        if list(value) == ["CF$UID"]:
            return plistlib.UID(value["CF$UID"])
        return {k: with_uids(v) for k, v in value.items()}
    return [with_uids(v) for v in value] if isinstance(value, list) else value


def difference(a, b, path="$"):
    if type(a) is not type(b):
        return "%s: %s is %s" % (path, type(a).__name__, type(b).__name__)
    if isinstance(a, dict):
        if list(a) != list(b):
            return "%s: other keys" % path
        pairs = [(path + "." + k, a[k], b[k]) for k in a]
    elif isinstance(a, list):
        if len(a) != len(b):
            return "%s: other length" % path
        pairs = [("%s[%d]" % (path, n), x, y) for n, (x, y) in enumerate(zip(a, b))]
    else:
        return None if repr(a) == repr(b) else "%s: other value" % path
    for name, x, y in pairs:
        found = difference(x, y, name)
        if found:
            return found
    return None


def archive_difference(a, b):
    gone = {n for n, (x, y) in enumerate(zip(a["$objects"], b["$objects"])) if x != y and y == "$null"}

    def without(value):
        if isinstance(value, plistlib.UID):
            return plistlib.UID(0) if value.data in gone else value
        if isinstance(value, dict):
            if isinstance(value.get("NS.objects"), list):
                kept = [n for n, v in enumerate(value["NS.objects"]) if v.data not in gone]
                value = dict(value)
                for name in ("NS.objects", "NS.keys"):
                    if name in value:
                        value[name] = [value[name][n] for n in kept]
            return {k: without(v) for k, v in value.items()}
        if isinstance(value, list):
            return [without(v) for v in value]
        return value

    expected = dict(a)
    expected["$top"] = without(a["$top"])
    expected["$objects"] = ["$null" if n in gone else without(v) for n, v in enumerate(a["$objects"])]
    return difference(expected, b)


with open(sys.argv[1], "rb") as f:
    before = with_uids(plistlib.load(f))
with open(sys.argv[2], "rb") as f:
    after = with_uids(plistlib.load(f))
if len(sys.argv) > 3:
    owner = before
    for key in sys.argv[3:-1]:
        owner = owner[key]
    del owner[sys.argv[-1]]
    print(difference(before, after) or "same")
else:
    print(archive_difference(before, after) or "same")
