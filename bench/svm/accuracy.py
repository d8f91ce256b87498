"""Times svmacc's solvers: see `accuracy`."""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import cells
import folds

GRADUS, SHARED = sys.argv[1], pathlib.Path(sys.argv[2])
SETS = ("mq2008", "ohsumed")
SOLVERS = ("planes", "libsvm", "liblinear")
COSTS = ("0.001", "0.01", "0.1", "1")


def trained(data, cost, solver, log):
    """Seconds, and the objective at the end."""
    began = time.perf_counter()
    subprocess.run([GRADUS, "train", "svmacc", "--train", data, "--set", f"C={cost}", "--set", f"solver={solver}", "--set", "weighted=yes", "--set", "epsilon=1e-5",
                    "--set", "rounds=1000000", "--threads", "1", "--log", log, "--force", "-o", log.with_suffix(".json"), "--quiet"], check=True)
    seconds = time.perf_counter() - began
    return seconds, [line["objective"] for line in map(json.loads, log.read_text().splitlines()) if "objective" in line][-1]


def main():
    print(f"{cells.header('`./bench/svm/accuracy`')}\n\n| set | C | " + " | ".join(f"{solver}, s" for solver in SOLVERS) + " | libsvm's objective | liblinear's |")
    print("|---|---|" + "---|" * (len(SOLVERS) + 2))
    with tempfile.TemporaryDirectory() as folder:
        for name in SETS:
            data = pathlib.Path(folder) / f"{name}.txt"
            data.write_text("\n".join(folds.turned(folds.letor_parts(SHARED / folds.LETOR[name]), 1)["train"]) + "\n")
            for cost in COSTS:
                runs = {solver: trained(data, cost, solver, pathlib.Path(folder) / "log") for solver in SOLVERS}
                planes = runs["planes"][1]
                above = [f"{100 * (runs[solver][1] / planes - 1):+.4f} %" for solver in SOLVERS[1:]]
                print(f"| {name} | {cost} | " + " | ".join(f"{seconds:.2f}" for seconds, _ in runs.values()) + f" | {' | '.join(above)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
