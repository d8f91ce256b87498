"""Compares options of LambdaMART with the defaults on the validation folds, which nothing in training has seen: see `defaults`."""

import itertools
import json
import pathlib
import sys

import numpy

import cells
import folds
import paired
import systems

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
WANTED = sys.argv[4:] or [*folds.SETS, "synth"]
# what to train for -> what stops and judges it, and the options, each by itself, all others at their defaults
GOALS = {
    "NDCG@10": ("NDCG@10", ["leaves=15", "leaves=63", "learning_rate=0.05", "min_leaf_documents=5", "min_leaf_documents=10", "min_leaf_documents=50", "l2=1", "l2=10",
                            "normalise=none", "normalise=deviation", "bins=63", "bins=127", "query_share=0.7", "feature_share=0.7",
                            "query_share=0.7 feature_share=0.7", "rounding=fine", "coarse_mean=0.5", "coarse_mean=0.03"]),
    "NDCG": ("NDCG@10", ["truncation=10", "truncation=20", "truncation=30", "truncation=60", "normalise=none", "normalise=deviation"]),
    "AP": ("AP", ["truncation=10", "truncation=20", "truncation=30", "truncation=60", "normalise=none", "normalise=deviation"]),
}


SEEDS = (1, 2, 3)  # each with its own number of bins; a query's value is the mean over them


def key_of(version, data_set, fold, goal, option, seed):
    return f"{version} {data_set} {fold} {goal} {option} seed={seed}"


def train(key, data_set, fold, goal, option, seed):
    """One cell: stops on a fifth of the training queries, judged on the validation fold."""
    folder, judge = OUT / "data" / data_set / str(fold), GOALS[goal][0]
    scores = {"vali": OUT / "scores" / key.replace(" ", "_")}
    options = ["--for", goal, "--stop-on", judge, *(argument for setting in option.split() if setting != "defaults" for argument in ("--set", setting))]
    trees = systems.ours(GRADUS, folder, {"seed": seed}, scores, options, train="fit", stop="stop")
    return {"trees": trees, "values": cells.by_query(GRADUS, folder / "vali.txt", ["--scores", scores["vali"]], [judge])[judge]}


def pooled(store, version, data_set, goal, option):
    by_seed = [[value for fold in folds.FOLDS for value in store.values[key_of(version, data_set, fold, goal, option, seed)]["values"].values()]
               for seed in SEEDS]
    return numpy.mean(by_seed, axis=0)


def across_sets(differences):
    """Mean over sets of the mean difference, all sets alike, with a bootstrap over the queries of each set."""
    generator = numpy.random.default_rng(1)
    drawn = numpy.zeros(paired.DRAWS)
    for values in differences:
        drawn += paired.resampled_means(values, generator)
    low, high = numpy.percentile(drawn / len(differences), [2.5, 97.5])
    return numpy.mean([values.mean() for values in differences]), low, high


def main():
    (OUT / "scores").mkdir(parents=True, exist_ok=True)
    version = systems.version("ours", GRADUS)
    for data_set in WANTED:
        folds.make(GRADUS, SHARED, OUT / "data" / data_set, data_set)
    store = cells.Cells(OUT / "defaults.jsonl")
    rows = [(goal, option) for goal, (_, options) in GOALS.items() for option in ["defaults", *options]]
    work = {}
    for data_set, (goal, option), fold, seed in itertools.product(WANTED, rows, folds.FOLDS, SEEDS):
        key = key_of(version, data_set, fold, goal, option, seed)
        work[key] = (train, (key, data_set, fold, goal, option, seed))
    store.fill(work)
    print(cells.header(f"gradus {version}"))
    records = [row(store, version, goal, option) for goal, option in [*rows, ("NDCG", "instead of NDCG@10")]]
    show(records)
    (OUT / "defaults-table.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return 0


def row(store, version, goal, option):
    """Differences from the defaults for the same goal; training for NDCG is also held against training for NDCG@10."""
    base, own = (("NDCG@10", "defaults"), (goal, "defaults")) if option == "instead of NDCG@10" else ((goal, "defaults"), (goal, option))
    record, all_differences = {"goal": goal, "option": option, "judged": GOALS[goal][0], "sets": {}}, []
    for data_set in WANTED:
        ours, theirs = (pooled(store, version, data_set, *which) for which in (own, base))
        record["sets"][data_set] = paired.compare(ours, theirs) if option != "defaults" else {"ours": float(ours.mean())}
        all_differences.append(ours - theirs)
    record["mean"], record["low"], record["high"] = (float(value) for value in across_sets(all_differences))
    return record


def show(records):
    """`!` marks an interval of a set that leaves out 0, at 95 % and not corrected for the number of comparisons."""
    print(f"{'trained for':<12}{'option':<36}" + "".join(f"{name:<26}" for name in WANTED) + "mean of the sets [95 %]")
    for record in records:
        text = f"{record['goal']:<12}{record['option']:<36}"
        for name in WANTED:
            value = record["sets"][name]
            if record["option"] == "defaults":
                text += f"{value['ours']:.4f}{'':<20}"
            else:
                mark = "!" if value["low"] > 0 or value["high"] < 0 else " "
                interval = f"[{value['low']:+.4f},{value['high']:+.4f}]{mark}"
                text += f"{value['difference']:+.4f} {interval:<19}"
        print(text + ("" if record["option"] == "defaults" else f"{record['mean']:+.4f} [{record['low']:+.4f}, {record['high']:+.4f}]"))


if __name__ == "__main__":
    sys.exit(main())
