"""Runs both sides in turn and prints ours/theirs with quartiles, the rates, the memory and the cache: see `run`."""

import json
import os
import pathlib
import statistics
import subprocess
import sys

OURS, DATA, ROUNDS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
HERE = pathlib.Path(__file__).resolve().parent
TEXT = DATA / "read.txt"


def run(*command):
    return json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.3f}  [{low:.3f}, {high:.3f}]"


def main():
    size = TEXT.stat().st_size
    with open("/proc/cpuinfo") as info:
        processor = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    run(OURS, "parse", TEXT, 2)  # both files into the page cache
    run(sys.executable, HERE / "peer_lightgbm.py", DATA / "read.train", 2)
    ours, theirs, one, user, warm, two, memory = [], [], [], [], [], [], []
    for _ in range(ROUNDS):
        mine = run(OURS, "bin", TEXT, 2)
        peer = run(sys.executable, HERE / "peer_lightgbm.py", DATA / "read.train", 2)
        assert (mine["documents"], mine["queries"]) == (peer["documents"], peer["queries"]), "the two read different data"
        ours.append(mine["seconds"])
        theirs.append(peer["seconds"])
        two.append(size / 1e6 / mine["parse_seconds"])
        alone = run(OURS, "parse", TEXT, 1)
        one.append(size / 1e6 / alone["parse_seconds"])
        user.append(size / 1e6 / alone["parse_user_seconds"])
        warm.append(size / 1e6 / run(OURS, "warm", TEXT, 1)["parse_seconds"])
        memory.append((alone["anonymous_bytes"] - alone["matrix_bytes"]) / 1e6)
    cache = DATA / "read.txt.gradus"
    cache.unlink(missing_ok=True)
    run(OURS, "cache", TEXT, 2)
    opened, streamed, again = [], [], []
    for _ in range(ROUNDS):
        result = run(OURS, "cache", TEXT, 1)
        opened.append(1000 * result["open_seconds"])
        streamed.append(result["bytes"] / 1e9 / result["stream_seconds"])
        result = run(OURS, "again", TEXT, 1)
        again.append(result["bytes"] / 1e9 / result["stream_seconds"])
    small = DATA / "small.txt"
    with open(TEXT) as source, open(small, "w") as target:
        for line, _ in zip(source, range(2000)):
            target.write(line)
    (DATA / "small.txt.gradus").unlink(missing_ok=True)
    run(OURS, "cache", small, 1)
    opened_small = [1000 * run(OURS, "cache", small, 1)["open_seconds"] for _ in range(ROUNDS)]
    print(f"{processor}, {os.cpu_count()} cores, commit {commit}, LightGBM {peer['version']}, {ROUNDS} rounds; "
          f"{size / 1e6:.0f} MB, {mine['documents']:,} documents x {mine['features']} features; median [quartiles]")
    print(f"parse and bin, 2 threads, ours/LightGBM     {quartiles([a / b for a, b in zip(ours, theirs)])}")
    print(f"  ours, seconds                             {quartiles(ours)}")
    print(f"  LightGBM, seconds                         {quartiles(theirs)}")
    print(f"parse alone, 1 thread, MB/s                 {quartiles(one)}")
    print(f"  by processor time outside the kernel      {quartiles(user)}")
    print(f"  the second time in a process              {quartiles(warm)}")
    print(f"parse alone, 2 threads, MB/s                {quartiles(two)}")
    print(f"memory besides the float matrix, MB         {quartiles(memory)}")
    print(f"cache of {cache.stat().st_size / 1e6:.0f} MB: open, ms                 {quartiles(opened)}")
    print(f"cache of {(DATA / 'small.txt.gradus').stat().st_size / 1e6:.0f} MB: open, ms                   {quartiles(opened_small)}")
    print(f"cache, first pass (checked), 1 thread, GB/s {quartiles(streamed)}")
    print(f"cache, later passes, 1 thread, GB/s         {quartiles(again)}")


if __name__ == "__main__":
    main()
