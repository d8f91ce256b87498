"""Mean NDCG@10 on the validation folds for seeds 1, 2 and 3, by set and system: see `seeds`."""

import sys

import cells
import compare
import folds
import systems

POINT = {"leaves": 15, "rate": 0.1, "least": 10}
SEEDS = (1, 2, 3)


def main():
    (compare.OUT / "scores").mkdir(parents=True, exist_ok=True)
    versions = {system: systems.version(system, compare.GRADUS) for system in systems.SYSTEMS}
    for data_set in compare.WANTED:
        folds.make(compare.GRADUS, compare.SHARED, compare.OUT / "data" / data_set, data_set)
    store, work, keys = cells.Cells(compare.OUT / "grid.jsonl"), {}, {}
    for data_set in compare.WANTED:
        for system, version in versions.items():
            for seed in SEEDS:
                for fold in folds.FOLDS:
                    point = {**POINT, "seed": seed}
                    key = compare.key_of(data_set, fold, system, point, version)
                    work[key] = (compare.train, (system, data_set, fold, point, key))
                    keys.setdefault((data_set, system, seed), []).append(key)
    store.fill(work)
    print(cells.header(", ".join(f"{system} {version}" for system, version in versions.items())))
    print(f"{'set':<20}{'system':<10}" + "".join(f"seed {seed}  " for seed in SEEDS))
    for data_set in compare.WANTED:
        for system in versions:
            print(f"{data_set:<20}{system:<10}" + "".join(f"{cells.mean(store.values[key]['vali'] for key in keys[data_set, system, seed]):.4f}  " for seed in SEEDS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
