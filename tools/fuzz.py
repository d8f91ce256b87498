#!/usr/bin/env python3
"""Runs every fuzz target from its corpus, two at a time: tools/fuzz.py build/dev --seconds 600, or --runs 3000 for so many
executions from a fixed seed, the same each time.

What a run finds new is kept in the build folder; a crashing input is named, and belongs into fuzz/corpus/<target>/ once the
fault is mended. The last line says how many executions ran in all."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(build, target, limits):
    name = target.name.removeprefix("fuzz_")
    found = build / ("corpus" if "-seed=1" not in limits else "corpus-fixed") / name
    shutil.rmtree(build / "corpus-fixed" / name, ignore_errors=True)
    found.mkdir(parents=True, exist_ok=True)
    command = [target, *limits, "-timeout=20", "-rss_limit_mb=4096", "-max_len=65536",
               "-print_final_stats=1", f"-artifact_prefix={build}/crash-{name}-", found, ROOT / "fuzz" / "corpus" / name]
    # Targets write files: in memory, where syncing costs nothing.
    memory = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", env={**os.environ, **memory})
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", result.stderr)
    return name, result.returncode, int(executions.group(1)) if executions else 0, result.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    targets = sorted(t for t in options.build.glob("fuzz_*") if os.access(t, os.X_OK) and t.is_file())
    limits = ["-seed=1", f"-runs={options.runs}"] if options.runs else [f"-max_total_time={options.seconds}"]
    total = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, code, executions, output in pool.map(lambda t: run(options.build, t, limits), targets):
            total += executions
            print(f"  {name}: {executions:,} executions ({' '.join(limits)})" + ("" if code == 0 else ", FAILED"), flush=True)
            if code != 0:
                failed += 1
                print(output[-6000:])
    print(f"fuzz: {len(targets)} targets, {total:,} executions, {failed} failed")
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
