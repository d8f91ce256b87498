#!/usr/bin/env python3
"""Holds two builds of the command against each other: the same data, trainings and evaluations with both. Every score must be
equal, byte for byte, and every value of an evaluation to 17 digits. For changes that must change nothing:
    tools/same_results.py BEFORE/gradus AFTER/gradus [FOLDER OF RUNS AND QRELS]

Trains every learner that the second command lists, several ways: with and without validation data, with missing values,
label columns and weights, and for other measures. A way that both commands refuse counts as equal."""

import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

QUICK = {"lambdamart": ["trees=12"], "mart": ["trees=12"], "ranknet": ["epochs=3"], "lambdarank": ["epochs=3"],
         "softrank": ["epochs=2"], "listnet": ["epochs=3"], "listmle": ["epochs=3"], "focusednet": ["epochs=3"],
         "adarank": ["rounds=15"], "rankboost": ["rounds=15"], "focusedboost": ["rounds=8"],
         "coordinate-ascent": ["rounds=2", "restarts=1"], "svm": ["C=1"], "svmacc": ["C=1"], "ranksvm": ["C=1"],
         "focusedsvm": ["C=1"]}
FURTHER = {"lambdamart": [["--for", "AP"], ["--for", "GAP(g=0.4:0.3:0.2:0.1)"], ["--for", "ERR@10"], ["--set", "query_share=0.5"],
                          ["--for", "NDCG@10", "--for", "CNDCG@10", "--columns", "click"],
                          ["--set", "late=sigmoid(NDCG)", "--set", "schedule=linear:0.25:0.1", "--set", "step=gradient", "--set", "gain=variance"], ["--also", "AP=also.json"],
                          ["--set", "objective=ranknet"], ["--set", "rounding=fine"]],
           "svm": [["--for", "NDCG@10"], ["--for", "AUC"], ["--set", "C=0.1:1"], ["--set", "features=bits"]],
           "svmacc": [["--set", "solver=libsvm"], ["--set", "solver=liblinear"]],
           "lambdarank": [["--for", "AP"], ["--set", "hidden=0"], ["--set", "learning_rate=0.001:0.01"]],
           "softrank": [["--for", "AP"]], "focusedboost": [["--set", "beta=0:1"]],
           "coordinate-ascent": [["--for", "AP"], ["--set", "search=steps"]]}
MEASURES = ["NDCG@10", "AP", "ERR@10", "GAP", "RBP(p=0.8)", "P@5", "RR", "bpref", "Q", "judged@10", "kNDCG(k=5)@5", "tau"]


def run(gradus, folder, *arguments):
    return subprocess.run([gradus, *arguments, "--quiet"], cwd=folder, capture_output=True, text=True, timeout=900)


def make_data(gradus, folder):
    for name, seed, queries in (("train", 1, 40), ("valid", 2, 25), ("test", 3, 40)):
        made = run(gradus, folder, "data", "synth", "--queries", str(queries), "--documents", "20", "--features", "12", "--clicks",
                   "--orders", "--seed", str(seed), "-o", name + ".txt")
        assert made.returncode == 0, made.stderr
        lines = pathlib.Path(folder, name + ".txt").read_text().splitlines()
        gaps = [" ".join(word.split(":")[0] + ":NULL" if ":" in word and i > 1 and (n * 7 + i) % 11 == 0 else word
                         for i, word in enumerate(line.split("#")[0].split())) for n, line in enumerate(lines)]
        pathlib.Path(folder, name + "_gaps.txt").write_text("\n".join(gaps) + "\n")
        pathlib.Path(folder, name + "_heavy.txt").write_text("\n".join(lines) + "\n")
        pathlib.Path(folder, name + "_heavy.txt.weight").write_text("".join(f"{1 + len(line.split()[1]) % 3}\n" for line in lines))


def ways(learner):
    quick = [word for setting in QUICK.get(learner, []) for word in ("--set", setting)]
    yield "alone", [*quick, "--train", "train.txt"]
    yield "valid", [*quick, "--train", "train.txt", "--valid", "valid.txt"]
    yield "gaps", [*quick, "--train", "train_gaps.txt", "--valid", "valid_gaps.txt"]
    yield "weights", [*quick, "--train", "train_heavy.txt", "--seed", "5"]
    for further in FURTHER.get(learner, []):
        yield " ".join(further), [*quick, *further, "--train", "train.txt", "--valid", "valid.txt"]


def trained(gradus, folder, learner, options):
    """What a training came to: the scores of its models on three kinds of data, and its words."""
    for old in ("model.json", "also.json"):
        pathlib.Path(folder, old).unlink(missing_ok=True)
    made = run(gradus, folder, "train", learner, *options, "-o", "model.json")
    found = [made.returncode]
    for model in ("model.json", "also.json"):
        if not pathlib.Path(folder, model).exists():
            continue
        for data in ("test.txt", "test_gaps.txt", "train.txt"):
            scored = run(gradus, folder, "score", model, data)
            found.append(scored.stdout if scored.returncode == 0 else "refused")
    return found


def evaluated(gradus, folder, options):
    made = run(gradus, folder, "eval", *options, "-q", "--csv", "--digits", "17")
    return made.returncode, list(csv.DictReader(io.StringIO(made.stdout)))


def is_same_value(before, after):
    """Digits beyond the 17th behind the point are not compared: not every version prints them."""
    try:
        return abs(float(before) - float(after)) < 1e-16
    except (TypeError, ValueError):
        return before == after


def are_same_evaluations(before, after):
    """Further columns may have come."""
    return before[0] == after[0] and len(before[1]) == len(after[1]) and all(
        is_same_value(row[name], other.get(name)) for row, other in zip(before[1], after[1]) for name in row)


def evaluations(data):
    for profile in ("gradus", "trec9", "letor", "lightgbm"):
        yield ["--data", "test.txt", "--scores", "scores.txt", "--profile", profile,
               *[word for measure in MEASURES for word in ("-m", measure)]]
    for qrels in sorted(data.rglob("qrels*")) if data else []:
        for file in sorted((qrels.parent / "runs").glob("*")):
            yield ["--qrels", str(qrels), "--run", str(file)]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    commands = [os.path.abspath(command) for command in sys.argv[1:3]]
    data = pathlib.Path(sys.argv[3]).absolute() if len(sys.argv) == 4 else None
    counts, different, refused = {}, [], []
    with tempfile.TemporaryDirectory(prefix="gradus-same-") as folder:
        make_data(commands[0], folder)
        learners = [entry["learner"] for entry in json.loads(run(commands[1], folder, "list", "learners", "--json").stdout)]
        for learner in learners:
            for name, options in ways(learner):
                before, after = (trained(command, folder, learner, options) for command in commands)
                counts["trainings"] = counts.get("trainings", 0) + 1
                if before[0] != 0:
                    refused.append(f"{learner}, {name}")
                if before != after:
                    different.append(f"{learner}, {name}: exit {before[0]} and {after[0]}, other scores")
        run(commands[0], folder, "train", "lambdamart", "--train", "train.txt", "--set", "trees=12", "-o", "model.json")
        pathlib.Path(folder, "scores.txt").write_text(run(commands[0], folder, "score", "model.json", "test.txt").stdout)
        for options in evaluations(data):
            before, after = (evaluated(command, folder, options) for command in commands)
            counts["evaluations"] = counts.get("evaluations", 0) + 1
            if before[0] != 0:
                refused.append(" ".join(options))
            if not are_same_evaluations(before, after):
                different.append(" ".join(options))
    for text in refused:
        print("refused by the first command:", text)
    for text in different:
        print("DIFFERENT:", text)
    print(f"{len(learners)} learners, {counts['trainings']} trainings, {counts['evaluations']} evaluations: {len(different)} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
