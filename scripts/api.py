#!/usr/bin/env python3
"""The public interface of the client library, as a listing that shows every change of it in review.

  scripts/api.py check [BUILD]   is docs/api what the code declares, and is every public symbol documented?
  scripts/api.py write [BUILD]   writes docs/api anew
  scripts/api.py docc  [BUILD]   makes the documentation of the library in .build/documentation, warnings are errors

BUILD is a build folder with the modules in it, .build/debug by default. Exit code 1: there is something to do.
"""
import glob, json, os, re, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What an app sees of this package: the client, its overloads for Foundation, and the type of its secrets.
MODULES = ["OAuthClient", "OAuthClientFoundation", "Secrets"]
DOCUMENTED = ["OAuthClient", "OAuthClientFoundation"]


def modules(build):
    return [name for name in MODULES if os.path.exists(os.path.join(build, "Modules", name + ".swiftmodule"))]


def extract(build, module, folder):
    """The compiler's own account of a module's public symbols."""
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["triple"]
    maps = [word for path in sorted(glob.glob(os.path.join(ROOT, "Sources/C*/module.modulemap")))
            for word in ("-Xcc", "-fmodule-map-file=" + path)]
    done = subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I", os.path.join(build, "Modules"), *maps,
         "-target", target, "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder],
        capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"api: the symbols of {module} cannot be read, build the package first: {done.stderr.strip()}")
    # Extensions of other modules' types stand in files of their own.
    graphs = [json.load(open(path)) for path in sorted(glob.glob(os.path.join(folder, module + "*.symbols.json")))]
    return ([symbol for graph in graphs for symbol in graph["symbols"]],
            [relation for graph in graphs for relation in graph["relationships"]])


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return re.sub(r"\s+", " ", text).strip()


def listing(module, symbols, relations):
    names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in symbols}
    lines = {(".".join(symbol["pathComponents"]), declaration(symbol)) for symbol in symbols}
    for relation in relations:
        if relation["kind"] != "conformsTo" or relation["source"] not in names: continue
        protocol = relation.get("targetFallback") or names.get(relation["target"], relation["target"])
        # What the compiler adds to every type is no promise of ours.
        if protocol in ("Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"): continue
        lines.add((names[relation["source"]], f"conforms to {protocol}"))
    text = f"# Public interface of {module}: written by scripts/api.py, one line a symbol.\n"
    return text + "".join(f"{name}\t{what}\n" for name, what in sorted(lines))


def undocumented(symbols):
    return sorted({".".join(symbol["pathComponents"]) for symbol in symbols
                   if not symbol.get("docComment", {}).get("lines")})


def check(build, is_writing):
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for module in modules(build):
            symbols, relations = extract(build, module, folder)
            for name in undocumented(symbols):
                print(f"api: {module}: {name} is public and has no documentation")
                failed = True
            path = os.path.join(ROOT, "docs/api", module + ".txt")
            now = listing(module, symbols, relations)
            before = open(path).read() if os.path.exists(path) else ""
            if is_writing:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w").write(now)
            elif now != before:
                failed = True
                for sign, ours, theirs in (("+", now, before), ("-", before, now)):
                    for line in sorted(set(ours.splitlines()) - set(theirs.splitlines())):
                        print(f"api: {module}: {sign} {line}")
                print(f"api: docs/api/{module}.txt is not what the code declares: if that is meant, make api")
    return failed


def docc(build):
    for module in [name for name in modules(build) if name in DOCUMENTED]:
        with tempfile.TemporaryDirectory() as folder:
            extract(build, module, folder)
            catalog = os.path.join(ROOT, "Sources", module, module + ".docc")
            output = os.path.join(ROOT, ".build/documentation", module + ".doccarchive")
            os.makedirs(os.path.dirname(output), exist_ok=True)
            subprocess.run(
                ["docc", "convert", *([catalog] if os.path.exists(catalog) else []), "--additional-symbol-graph-dir",
                 folder, "--output-dir", output, "--fallback-display-name", module, "--fallback-bundle-identifier",
                 "appauth-migrate." + module, "--warnings-as-errors"], check=True)
            print(f"api: {os.path.relpath(output, ROOT)}")


def main():
    words = sys.argv[1:]
    if len(words) not in (1, 2) or words[0] not in ("check", "write", "docc"): raise SystemExit(__doc__)
    build = os.path.abspath(words[1] if len(words) == 2 else os.path.join(ROOT, ".build/debug"))
    if not modules(build): raise SystemExit(f"api: there are no modules in {build}: swift build")
    if words[0] == "docc": return docc(build)
    if check(build, words[0] == "write"): raise SystemExit(1)


if __name__ == "__main__":
    main()
