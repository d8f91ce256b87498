"""Learning curves and local optima of nets that are trained for one measure and tested on another: see `optima`."""

import json
import pathlib
import subprocess
import sys
import tempfile

import cells
import forms

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
FORM = forms.Form("mq2007-subset85", 1, 0)
RATES = "learning_rate=0.1:0.01:0.001:0.0001"
SHOWN = (1, 2, 5, 10, 20, 50, 100, 200, 300)
# Trained for, tested on, and what the paper counts of 4600: better and better by more than 0.003 on training data, then on test data.
PAIRS = (("AP", "P@10", (325, 0, 271, 0)), ("P@10", "P@10", (252, 0, 539, 15)), ("NDCG", "NDCG@10", (226, 0, 590, 17)), ("NDCG@10", "NDCG@10", (150, 0, 670, 22)))


def train(target, model, *options):
    subprocess.run([GRADUS, "train", "lambdarank", "--train", FORM.file(OUT, "train"), "--for", target, "--set", "epochs=300", "-o", model, "--quiet", *options], check=True)


def optimality(target, measure, folder):
    """The best epoch on the training data, its weights moved at random."""
    model = folder / "model.json"
    train(target, model, "--set", RATES)
    text = subprocess.run([GRADUS, "analyse", "optimality", "--model", model, "--data", FORM.file(OUT, "train"), "--data", FORM.file(OUT, "test"), "-m", measure,
                           "--json", "--quiet"], check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def curve(target, measure, folder):
    """Lines of the log of the rate that is best on the validation data."""
    log = folder / "log"
    log.unlink(missing_ok=True)
    train(target, folder / "model.json", "--set", RATES, "--valid", FORM.file(OUT, "vali"), "--stop-on", measure, "--log", log, "--force")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    starts = [number for number, line in enumerate(lines) if line["step"] == 1] + [len(lines)]
    best = lines[-1]["best"]["candidate"] - 1
    return lines[starts[best]:starts[best + 1]]


def main():
    forms.make(GRADUS, SHARED, OUT, FORM.data_set, [])
    print(f"## Learning curves and local optima\n\n{cells.header('`./bench/papers/optima`')}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for target, measure, _ in PAIRS:
            lines = curve(target, measure, folder)
            print(f"\nLambdaRank for {target}, rate {lines[0]['rate']}, {lines[-1]['restarts']} restarts in {len(lines)} epochs:\n")
            print("| epoch | " + " | ".join(map(str, SHOWN)) + " |\n|---|" + "---|" * len(SHOWN))
            for side, measures in (("train", lines[0]["train"]), ("valid", lines[0]["valid"])):
                for each in measures:
                    print(f"| {side} {each} | " + " | ".join(f"{lines[epoch - 1][side][each]:.4f}" for epoch in SHOWN) + " |")
        print("\nOf 4600 trials, those that are better, and better by more than 0.003; in brackets the paper's:\n")
        print("| trained for | tested on | training data | | test data | |\n|---|---|---|---|---|---|")
        for target, measure, published in PAIRS:
            found = optimality(target, measure, folder)["results"]
            ours = [count for side in found for count in (side["improved"], side["improved_more"])]
            print(f"| {target} | {measure} | " + " | ".join(f"{own} ({theirs})" for own, theirs in zip(ours, published)) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
