"""What validation adds to each tree of LambdaMART: compare.py GRADUS [--before GRADUS] [--rounds N] [--sizes NAME ...]

Each training runs with validation data and without, and each of these once with many trees and once with one: what lies between is the trees'. Processor
time is what the work costs, whatever else the machine does; elapsed time is the median over the trees of the log.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile

TREES = 60
# Queries to train on, queries to validate on; documents of a query, features. The last validates on as much as a fold of MSLR-WEB10K does.
SIZES = {
    "2,000 + 10,000 documents": (20, 100, 100, 40),
    "20,000 + 100,000 documents": (200, 1000, 100, 40),
    "60,000 + 240,000 documents": (500, 2000, 120, 136),
}
MEASURES = {"NDCG@10": ["NDCG@10"], "NDCG@10, AP, ERR": ["NDCG@10", "AP", "ERR"]}


def train(gradus, folder, trees, threads, measures):
    """Processor seconds of a training, and the seconds at which each tree was done; `measures` are those of the validation, [] = there is none."""
    arguments = ["train", "lambdamart", "--train", "train.gradus", "--set", f"trees={trees}", "--set", "leaves=31", "--set", "patience=0",
                 "--threads", str(threads), "--quiet", "--log", "log.json", "--force", "-o", "model.json"]
    if measures:
        arguments += ["--valid", "valid.gradus"]
    for measure in measures:
        arguments += ["--stop-on", measure]
    process = subprocess.Popen([gradus, *arguments], cwd=folder, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"gradus {' '.join(arguments)} failed")
    with open(os.path.join(folder, "log.json"), encoding="utf-8") as log:
        return usage.ru_utime + usage.ru_stime, [json.loads(line)["seconds"] for line in log]


def tree(gradus, folder, threads, measures):
    """Milliseconds of a tree: of processors, and elapsed."""
    once, _ = train(gradus, folder, 1, threads, measures)
    often, times = train(gradus, folder, TREES, threads, measures)
    elapsed = statistics.median(after - before for before, after in zip(times, times[1:]))
    return 1000 * (often - once) / (TREES - 1), 1000 * elapsed


def quartiles(values):
    if len(values) < 2:
        return f"{values[0]:7.2f}"
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:7.2f} [{low:.2f}, {high:.2f}]"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gradus")
    parser.add_argument("--before", help="another gradus, to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    options = parser.parse_args()
    sides = {"this": os.path.abspath(options.gradus)}
    if options.before:
        sides = {"before": os.path.abspath(options.before), **sides}
    print(f"ms a tree, medians and quartiles of {options.rounds} rounds of {TREES} trees with 31 leaves")
    for size in options.sizes:
        with tempfile.TemporaryDirectory(prefix="gradus-validation-") as folder:
            train_queries, valid_queries, documents, features = SIZES[size]
            for seed, name, queries in ((1, "train", train_queries), (2, "valid", valid_queries)):
                subprocess.run([sides["this"], "data", "synth", "--queries", str(queries), "--documents", str(documents), "--features", str(features),
                                "--seed", str(seed), "--quiet", "-o", f"{name}.gradus"], cwd=folder, check=True)
            report(size, sides, folder, options.rounds)


def report(size, sides, folder, rounds):
    found = {}
    for _ in range(rounds):  # all take turns, so that nobody has the quiet minute alone
        for threads in (1, 2):
            for side, gradus in sides.items():
                bare = tree(gradus, folder, threads, [])
                found.setdefault((side, threads, None), []).append(bare)
                for name, measures in MEASURES.items():
                    processor, elapsed = tree(gradus, folder, threads, measures)
                    found.setdefault((side, threads, name), []).append((processor - bare[0], elapsed - bare[1]))
    print(f"\n{size}")
    print(f"  {'threads':8}{'':34}{'':8}{'of processors':28}elapsed")
    for threads in (1, 2):
        for name in (None, *MEASURES):
            what = "a tree without validation" if name is None else f"validation by {name} adds"
            for side in sides:
                processor, elapsed = zip(*found[side, threads, name])
                print(f"  {threads:<8}{what:34}{side:8}{quartiles(processor):28}{quartiles(elapsed)}", flush=True)


if __name__ == "__main__":
    main()
