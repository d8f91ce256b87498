"""Checks that all sides agree, runs them in turn and prints ours/theirs with quartiles: see `run`."""

import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import sys

OURS, DATA, ROUNDS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
HERE = pathlib.Path(__file__).resolve().parent
FILES = [DATA / "eval.qrels", DATA / "eval.run"]


def run(*command):
    return json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def ours(threads):
    return run(OURS, *FILES, threads)


def peer(name):
    return run(sys.executable, HERE / f"peer_{name}.py", *FILES)


def check(mine, theirs):
    """Their means of what both sides have, against ours and against the report's four decimals."""
    shared = mine["means"].keys() & theirs["means"].keys()
    assert len(shared) >= 6, f"only {sorted(shared)} could be compared"
    for name in shared:
        assert abs(mine["means"][name] - theirs["means"][name]) <= 1e-9, f"{name}: the values differ"
        assert abs(float(mine["report"][name]) - theirs["means"][name]) <= 5.1e-5, f"{name}: the report differs"


def main():
    with open("/proc/cpuinfo") as info:
        processor = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    first, one = ours(2), ours(1)  # both files into the page cache
    assert first["means"] == one["means"] and first["report"] == one["report"], "the number of threads shows in the values"
    check(first, peer("pytrec_eval"))
    mine, trec, ranx = [], [], []
    for _ in range(ROUNDS):
        mine.append(ours(2))
        trec.append(peer("pytrec_eval"))
        ranx.append(peer("ranx"))
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("pytrec-eval-terrier", "ranx"))
    print(f"{processor}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, commit {commit}, {versions}, {ROUNDS} rounds; "
          f"1,000,000 documents of 1,000 queries, 100,000 judgments; median [quartiles]")

    def show(title, values, digits=3):
        low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
        print(f"{title:<44}{middle:.{digits}f}  [{low:.{digits}f}, {high:.{digits}f}]")

    def compare(what, parts, others):
        """Our seconds against theirs, by the clock and by the processors' time."""
        sums = {}
        for side, results in (("ours", mine), *others.items()):
            for clock in ("", "_cpu"):
                sums[side, clock] = [sum(result[part + clock] for part in parts) for result in results]
        for side in others:
            for clock, words in (("", ""), ("_cpu", ", processor time")):
                show(f"{what}, ours/{side}{words}", [a / b for a, b in zip(sums["ours", clock], sums[side, clock])])
        for side in ("ours", *others):
            show(f"  {side}, seconds", sums[side, ""])
            show("    of the processors", sums[side, "_cpu"])

    compare("files", ("read", "all"), {"pytrec_eval": trec})
    compare("arrays", ("shared",), {"pytrec_eval": trec, "ranx": ranx})


if __name__ == "__main__":
    main()
