"""AdaRank's options on validation folds: see `adarank`."""

import pathlib
import subprocess
import sys
import tempfile

import cells
import folds
import forms

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
OPTIONS = {"as it is": [], "`standardise=no`": ["--set", "standardise=no"], "`set_aside=no`": ["--set", "set_aside=no"]}


def value(form, options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([GRADUS, "train", "adarank", "--train", form.file(OUT, "train"), "--for", "NDCG@10", *options, "-o", f"{folder}/model.json", "--quiet"],
                       check=True)
        found = cells.by_query(GRADUS, form.file(OUT, "vali"), ["--model", f"{folder}/model.json"], ["NDCG@10"])
    return cells.mean(next(iter(found.values())).values())


def main():
    print(f"{cells.header('`./bench/papers/adarank`')}\n\n| mean NDCG@10 of five validation folds | {' | '.join(OPTIONS)} |\n|---|" + "---|" * len(OPTIONS))
    for data_set in ("ohsumed", "mq2008"):
        forms.make(GRADUS, SHARED, OUT, data_set, [])
        means = [cells.mean(value(forms.Form(data_set, fold, 0), options) for fold in folds.FOLDS) for options in OPTIONS.values()]
        print(f"| {data_set} | " + " | ".join(f"{mean:.4f}" for mean in means) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
