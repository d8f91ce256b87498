"""Chooses each system's point of the grid on the validation folds, measures it on the test folds and tests the differences: see `run`."""

import itertools
import json
import pathlib
import sys

import cells
import folds
import paired
import systems

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
WANTED = sys.argv[4:] or folds.SETS
MEASURES = ["NDCG@10", "AP"]
GRID = [{"leaves": leaves, "rate": rate, "least": least} for leaves, rate, least in itertools.product((7, 15, 31), (0.05, 0.1), (10, 50))]
# Little things move a ranking: ours goes by the seed, which decides ties in training and how gradients are rounded, all go by the number of bins. So each system is
# trained with three seeds, each with its own number of bins (systems.bins), and a query's value is the mean over them.
SEEDS = (1, 2, 3)


def fold_of(data_set, fold):
    return OUT / "data" / data_set / str(fold)


def scores_of(key):
    name = key.replace(" ", "_")
    return {part: OUT / "scores" / f"{name}.{part}" for part in ("vali", "test")}


def key_of(data_set, fold, system, point, version):
    return f"{data_set} {fold} {system}-{version} leaves={point['leaves']} rate={point['rate']} least={point['least']} seed={point['seed']}"


def train(system, data_set, fold, point, key):
    """One cell: trains, writes the scores of both parts, looks at those of the validation fold alone."""
    scores = scores_of(key)
    trees = systems.SYSTEMS[system](GRADUS, fold_of(data_set, fold), point, scores)
    value = cells.by_query(GRADUS, fold_of(data_set, fold) / "vali.txt", ["--scores", scores["vali"]], ["NDCG@10"])["NDCG@10"]
    return {"trees": trees, "vali": cells.mean(value.values())}


def choose(store, data_set, fold, system, version, seed):
    """The first of the best points of the grid on the validation fold."""
    points = [{**point, "seed": seed} for point in GRID]
    return max(points, key=lambda point: store.values[key_of(data_set, fold, system, point, version)]["vali"])


def test_values(store, data_set, system, version):
    """measure -> values of all test queries of the five folds, and what was chosen."""
    values, chosen = {measure: [] for measure in MEASURES}, []
    for fold in folds.FOLDS:
        by_seed = {measure: [] for measure in MEASURES}
        for seed in SEEDS:
            point = choose(store, data_set, fold, system, version, seed)
            key = key_of(data_set, fold, system, point, version)
            chosen.append({**point, **store.values[key]})
            measured = cells.by_query(GRADUS, fold_of(data_set, fold) / "test.txt", ["--scores", scores_of(key)["test"]], MEASURES)
            for measure in MEASURES:
                by_seed[measure].append(measured[measure].values())
        for measure in MEASURES:
            values[measure] += [cells.mean(of_query) for of_query in zip(*by_seed[measure])]
    return values, chosen


def main():
    (OUT / "scores").mkdir(parents=True, exist_ok=True)
    versions = {system: systems.version(system, GRADUS) for system in systems.SYSTEMS}
    for data_set in WANTED:
        folds.make(GRADUS, SHARED, OUT / "data" / data_set, data_set)
    store = cells.Cells(OUT / "grid.jsonl")
    work = {}
    for data_set, fold, system, point, seed in itertools.product(WANTED, folds.FOLDS, systems.SYSTEMS, GRID, SEEDS):
        own = {**point, "seed": seed}
        key = key_of(data_set, fold, system, own, versions[system])
        work[key] = (train, (system, data_set, fold, own, key))
    store.fill(work)
    print(cells.header(", ".join(f"{system} {version}" for system, version in versions.items())))
    rows = []
    for data_set in WANTED:
        results = {}
        for system, version in versions.items():
            results[system], chosen = test_values(store, data_set, system, version)
            print(f"{data_set} {system}: leaves, rate, least, trees by fold and seed: "
                  + "; ".join(f"{point['leaves']} {point['rate']} {point['least']} {point['trees']}" for point in chosen)
                  + f"; validation NDCG@10 {cells.mean(point['vali'] for point in chosen):.4f}")
        rows += [{"set": data_set, "measure": measure, "peer": peer, **paired.compare(results["ours"][measure], results[peer][measure])}
                 for measure in MEASURES for peer in ("LightGBM", "XGBoost")]
    for name in ("p_t", "p_random", "p_wilcoxon"):
        for row, adjusted in zip(rows, paired.holm([row[name] for row in rows])):
            row[f"holm_{name}"] = adjusted
    show(rows)
    (OUT / "compare.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return 0


def show(rows):
    print(f"{'set':<20}{'measure':<9}{'peer':<10}{'queries':>7}  ours    theirs  difference [95 %]            p t     p random  p Wilcoxon  Holm: t, random, Wilcoxon")
    for row in rows:
        print(f"{row['set']:<20}{row['measure']:<9}{row['peer']:<10}{row['queries']:>7}  {row['ours']:.4f}  {row['theirs']:.4f}  "
              f"{row['difference']:+.4f} [{row['low']:+.4f}, {row['high']:+.4f}]  {row['p_t']:.4f}  {row['p_random']:.4f}    {row['p_wilcoxon']:.4f}      "
              f"{row['holm_p_t']:.3f}, {row['holm_p_random']:.3f}, {row['holm_p_wilcoxon']:.3f}")
    worse = [row for row in rows if row["difference"] < 0 and min(row["holm_p_t"], row["holm_p_random"], row["holm_p_wilcoxon"]) < 0.05]
    better = [row for row in rows if row["difference"] > 0 and min(row["holm_p_t"], row["holm_p_random"], row["holm_p_wilcoxon"]) < 0.05]
    for row in worse:
        print(f"FINDING: {row['peer']} is significantly above ours on {row['set']}, {row['measure']}")
    print(f"{len(rows)} comparisons: peer significantly above ours in {len(worse)}, ours significantly above the peer in {len(better)} (Holm, 0.05, any of the three tests)")


if __name__ == "__main__":
    sys.exit(main())
