"""Trains with every side in turn and prints seconds a tree, ours/theirs with quartiles, and NDCG@10 on the test queries: see `run`."""

import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import sys

GRADUS, DATA, ROUNDS, TREES = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
LEAVES = [int(text) for argument in sys.argv[5:] for text in argument.split()]
HERE = pathlib.Path(__file__).resolve().parent
OURS = {"ours": [], "ours, coarse": ["--set", "rounding=coarse"]}
THEIRS = ["row-wise", "column-wise", "quantised 4", "quantised 64"]


def ndcg(scores):
    output = subprocess.run([GRADUS, "eval", "-m", "NDCG@10", "--data", DATA / "test.gradus", "--scores", scores, "--json", "--quiet"], check=True,
                            capture_output=True, text=True).stdout
    return json.loads(output)["runs"][0]["values"][0]["mean"]


def ours(name, leaves, seed):
    log, model, scores = DATA / "log.jsonl", DATA / "model.json", DATA / "scores.txt"
    log.unlink(missing_ok=True)
    # The bins change with the round, as LightGBM's do: one run says little of a ranking's quality.
    command = [GRADUS, "train", "lambdamart", "--train", DATA / "train.gradus", "--for", "NDCG", "--set", "truncation=30", "--set", f"leaves={leaves}",
               "--set", f"trees={TREES}", "--set", "min_leaf_documents=50", "--set", f"bins={256 - seed}", *OURS[name], "--seed", str(seed),
               "--threads", "2", "--log", log, "-o", model, "--quiet"]
    subprocess.run([str(part) for part in command], check=True)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    subprocess.run([GRADUS, "score", model, DATA / "test.gradus", "-o", scores, "--quiet"], check=True)
    return {"seconds": lines[-1]["seconds"], "ndcg": ndcg(scores)}


def lightgbm(mode, leaves, seed):
    scores = DATA / "scores.txt"
    result = subprocess.run([sys.executable, str(HERE / "peer_lightgbm.py"), str(DATA), mode, str(leaves), str(TREES), str(seed), str(scores)], check=True,
                            capture_output=True, text=True).stdout
    return {"seconds": json.loads(result.splitlines()[-1])["seconds"], "ndcg": ndcg(scores)}


def quartiles(values):
    return statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3


def main():
    with open("/proc/cpuinfo") as info:
        processor = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    print(f"{processor}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, commit {commit}, LightGBM {importlib.metadata.version('lightgbm')}, "
          f"{ROUNDS} rounds of {TREES} trees; median [quartiles]")
    for leaves in LEAVES:
        results = {name: [] for name in [*OURS, *THEIRS]}
        for round_number in range(ROUNDS):
            for name in OURS:
                results[name].append(ours(name, leaves, round_number + 1))
            for mode in THEIRS:
                results[mode].append(lightgbm(mode, leaves, round_number + 1))
        best = min(THEIRS, key=lambda mode: statistics.median(r["seconds"] for r in results[mode]))
        print(f"{leaves} leaves{'':<12}ms a tree                 ours/best of theirs ({best})   test NDCG@10, mean")
        for name, rows in results.items():
            low, middle, high = quartiles([1000 * row["seconds"] / TREES for row in rows])
            text = f"{name:<20}{middle:7.1f} [{low:.1f}, {high:.1f}]"
            if name in OURS:
                ratios = quartiles([a["seconds"] / b["seconds"] for a, b in zip(rows, results[best])])
                text += f"{'':<8}{ratios[1]:.3f} [{ratios[0]:.3f}, {ratios[2]:.3f}]"
            mean = statistics.mean(row["ndcg"] for row in rows)
            print(f"{text:<72}{mean:.4f}")


if __name__ == "__main__":
    main()
