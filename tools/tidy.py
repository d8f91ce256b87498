#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build folder, two at a time. A file that passed is not looked at again until it,
a header of ours, the settings or clang-tidy change: tools/tidy.py build/dev PROGRAM [--deep]

--deep adds the static analyser, which follows paths through functions and takes several times as long as all other checks."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def digest(files):
    total = hashlib.sha256()
    for file in files:
        total.update(str(file).encode() + b"\0" + pathlib.Path(file).read_bytes())
    return total.hexdigest()


def check(program, build, file, deep):
    # GCC 12's std::stable_sort calls a function that GCC 12 itself calls deprecated; GCC holds our own code against it.
    quiet = ["--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-deprecated-declarations"]
    checks = [] if deep else ["--checks=-clang-analyzer-*"]
    run = subprocess.run([program, "--quiet", "-p", build, *quiet, *checks, file], capture_output=True, text=True)
    return run.returncode, run.stdout


def main():
    build, program, *options = sys.argv[1:]
    deep = options == ["--deep"]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    files = sorted({c["file"] for c in commands
                    if str(ROOT) in c["file"] and "/build/" not in c["file"] and not c["file"].endswith("_test.cpp")})
    common = digest([ROOT / ".clang-tidy", *sorted(ROOT.glob("gradus/**/*.hpp")), *sorted(ROOT.glob("apps/**/*.hpp"))])
    stamps_file = pathlib.Path(build) / ("tidy-deep-passed.json" if deep else "tidy-passed.json")
    stamps = json.loads(stamps_file.read_text()) if stamps_file.exists() else {}
    keys = {file: f"{version}{deep}" + common + digest([file]) for file in files}
    wanted = [file for file in files if stamps.get(file) != keys[file]]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, (code, output) in zip(wanted, pool.map(lambda f: check(program, build, f, deep), wanted)):
            if code == 0:
                stamps[file] = keys[file]
            else:
                failed += 1
                print(output)
    stamps_file.write_text(json.dumps(stamps))
    print(f"clang-tidy: {len(files)} files, {len(wanted)} looked at, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
