"""Trains with every side in turn and prints milliseconds a tree, ours/theirs with quartiles, peaks of memory and NDCG@10 on the test queries: see `run`."""

import argparse
import csv
import datetime
import importlib.metadata
import os
import pathlib
import statistics
import subprocess

import sides

HISTORY = pathlib.Path(__file__).resolve().parents[1] / "history" / "train.csv"


def quartiles(values):
    return statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3


def ratios(rows, others):
    return [a["seconds"] / b["seconds"] for a, b in zip(rows, others)]


def with_quartiles(values, digits):
    low, middle, high = quartiles(values)
    return f"{middle:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def print_table(results, leaves, trees):
    own = [name for name in results if name in sides.OURS]
    print(f"\n{f'{leaves} leaves':<14}{'ms a tree':<24}{'test NDCG@10':<18}{'peak, MB':<10}" + "".join(f"{name + '/theirs':<24}" for name in own))
    for name, rows in results.items():
        values = [row["ndcg"] for row in rows]
        spread = statistics.stdev(values) if len(values) > 1 else 0.0
        line = (f"{name:<14}{with_quartiles([1000 * row['seconds'] / trees for row in rows], 1):<24}{f'{statistics.mean(values):.4f} ({spread:.4f})':<18}"
                f"{max(row['peak'] for row in rows):<10.0f}")
        if name not in own:
            line += "".join(f"{with_quartiles(ratios(results[side], rows), 3):<24}" for side in own)
        print(line.rstrip())


def record(results, leaves, best, environment, note):
    new = not HISTORY.exists()
    HISTORY.parent.mkdir(exist_ok=True)
    with HISTORY.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if new:
            writer.writerow(["date", "commit", "processor", "leaves", "side", "peer", "ratio", "low quartile", "high quartile", "rounds", "note"])
        for own in (name for name in results if name in sides.OURS):
            low, middle, high = (f"{value:.3f}" for value in quartiles(ratios(results[own], results[best])))
            writer.writerow([datetime.date.today(), environment["commit"], environment["processor"], leaves, own, f"LightGBM {best}", middle, low, high,
                             len(results[own]), note])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gradus")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--leaves", type=int, nargs="+", default=[64, 255])
    parser.add_argument("--sides", nargs="+", default=[*sides.OURS, *sides.LIGHTGBM], help="which to train with; XGBoost and CatBoost too")
    parser.add_argument("--record", metavar="SENTENCE", help="add the ratios to bench/history/train.csv, with this said of them")
    options = parser.parse_args()
    with open("/proc/cpuinfo") as info:
        processor = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    environment = {"processor": processor, "commit": commit}
    versions = ", ".join(f"{name} {importlib.metadata.version(package)}"
                         for name, package in (("LightGBM", "lightgbm"), ("XGBoost", "xgboost-cpu"), ("CatBoost", "catboost")))
    print(f"{processor}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, commit {commit}, {versions}, {options.rounds} rounds of {options.trees} trees; "
          "median [quartiles]")
    for leaves in options.leaves:
        results = {name: [] for name in options.sides}
        for seed in range(1, options.rounds + 1):
            for name in options.sides:
                results[name].append(sides.run(name, options.gradus, options.data, leaves, options.trees, seed))
                print(f"  round {seed}, {name}: {1000 * results[name][-1]['seconds'] / options.trees:.1f} ms a tree", flush=True)
        print_table(results, leaves, options.trees)
        if options.record is not None:
            modes = [name for name in options.sides if name in sides.LIGHTGBM]
            best = min(modes, key=lambda name: statistics.median(row["seconds"] for row in results[name]))
            record(results, leaves, best, environment, options.record)


if __name__ == "__main__":
    main()
