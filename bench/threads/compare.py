"""Times of trainings with one thread and with two, and their ratio: compare.py GRADUS [--rounds N] [--load N] [--also GRADUS]"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Queries, documents of a query, features; the first has the shape of a fold of MQ2008.
SETS = {"small": (471, 20, 46), "medium": (1000, 100, 40)}
TRAININGS = {
    "lambdamart, small": ["small", "lambdamart", "--set", "trees=55", "--set", "patience=0"],
    "lambdamart, medium": ["medium", "lambdamart", "--set", "trees=30", "--set", "patience=0"],
    "coordinate-ascent, small": ["small", "coordinate-ascent", "--set", "restarts=0", "--set", "rounds=1", "--set", "search=steps"],
    "ranknet, small": ["small", "ranknet", "--set", "epochs=5"],
}


def seconds(gradus, folder, training, threads):
    data, *arguments = training
    began = time.monotonic()
    subprocess.run([gradus, "train", *arguments, "--train", f"{data}.txt", "--valid", f"{data}.valid.txt", "--threads", str(threads), "--quiet",
                    "-o", "model.json"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def measure(sides, folder, rounds):
    """Medians by side, training and number of threads; all take turns, so that nobody has the quiet minute alone."""
    times = {}
    for _ in range(rounds):
        for name, training in TRAININGS.items():
            for side, gradus in sides.items():
                for threads in (1, 2):
                    times.setdefault((side, name, threads), []).append(seconds(gradus, folder, training, threads))
    return {key: statistics.median(values) for key, values in times.items()}


def report(heading, sides, medians):
    print(heading)
    for name in TRAININGS:
        for side in sides:
            one, two = (medians[side, name, threads] for threads in (1, 2))
            print(f"  {name:26} {side:8} one thread {one:6.2f} s, two {two:6.2f} s, ratio {two / one:.2f}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gradus")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--load", type=int, default=2, help="busy processes beside the training")
    parser.add_argument("--also", help="another gradus, to compare with")
    options = parser.parse_args()
    sides = {"this": os.path.abspath(options.gradus)}
    if options.also:
        sides["other"] = os.path.abspath(options.also)
    with tempfile.TemporaryDirectory(prefix="gradus-threads-") as folder:
        for name, (queries, documents, features) in SETS.items():
            for seed, output in ((1, f"{name}.txt"), (2, f"{name}.valid.txt")):
                subprocess.run([sides["this"], "data", "synth", "--queries", str(queries), "--documents", str(documents), "--features", str(features),
                                "--seed", str(seed), "--quiet", "-o", output], cwd=folder, check=True)
        report("The machine as it is:", sides, measure(sides, folder, options.rounds))
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
        try:
            medians = measure(sides, folder, options.rounds)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        report(f"Beside {options.load} busy processes:", sides, medians)


if __name__ == "__main__":
    main()
