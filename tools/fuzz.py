#!/usr/bin/env python3
"""Runs every fuzz target for some seconds, two at a time, from its corpus: tools/fuzz.py build/fuzz --seconds 600

What a run finds new is kept in the build folder; a crashing input is named, and belongs into fuzz/corpus/<target>/ once the
fault is mended. The last line says how many executions ran in all."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(build, target, seconds):
    name = target.name.removeprefix("fuzz_")
    found = build / "corpus" / name
    found.mkdir(parents=True, exist_ok=True)
    command = [target, f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=4096", "-max_len=65536",
               "-print_final_stats=1", f"-artifact_prefix={build}/crash-{name}-", found, ROOT / "fuzz" / "corpus" / name]
    # Targets write files: in memory, where syncing costs nothing.
    memory = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", env={**os.environ, **memory})
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", result.stderr)
    return name, result.returncode, int(executions.group(1)) if executions else 0, result.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    targets = sorted(t for t in options.build.glob("fuzz_*") if os.access(t, os.X_OK) and t.is_file())
    total = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, code, executions, output in pool.map(lambda t: run(options.build, t, options.seconds), targets):
            total += executions
            print(f"  {name}: {executions:,} executions in {options.seconds} s" + ("" if code == 0 else ", FAILED"), flush=True)
            if code != 0:
                failed += 1
                print(output[-6000:])
    print(f"fuzz: {len(targets)} targets, {total:,} executions, {failed} failed")
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
