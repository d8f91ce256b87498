"""How our time a tree grows with documents, features and leaves, one at a time: growth.py GRADUS FOLDER; see `growth`."""

import pathlib
import statistics
import subprocess
import sys

import sides

TREES, ROUNDS = 30, 3
SIDES = ["ours", "fine"]
USUAL = {"queries": 2600, "features": 136, "leaves": 64}
VARIED = {"queries": [650, 1300, 2600, 5200], "features": [17, 34, 68, 136, 272], "leaves": [16, 64, 255, 1023]}


def data_of(gradus, folder, shape):
    data = folder / f"{shape['queries']}-{shape['features']}"
    if not (data / "train.gradus").exists():
        data.mkdir(parents=True, exist_ok=True)
        subprocess.run([gradus, "data", "synth", "--queries", str(shape["queries"]), "--features", str(shape["features"]), "--to", "cache", "-o",
                        data / "train.gradus", "--quiet"], check=True)
    return data


def milliseconds(gradus, folder, shape, side):
    result = sides.train_ours(gradus, data_of(gradus, folder, shape),
                              {"truncation": 30, "leaves": shape["leaves"], "trees": TREES, "min_leaf_documents": 50, **sides.OURS[side]})
    return 1000 * result["seconds"] / TREES


def main():
    gradus, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for name, values in VARIED.items():
        times = {(value, side): [] for value in values for side in SIDES}
        for _ in range(ROUNDS):
            for value, side in times:
                times[value, side].append(milliseconds(gradus, folder, {**USUAL, name: value}, side))
        print(f"\n{name} (else {', '.join(f'{other} {value}' for other, value in USUAL.items() if other != name)}); ms a tree, median of {ROUNDS} runs of {TREES} trees")
        for value in values:
            print(f"{value:>8}" + "".join(f"   {side} {statistics.median(times[value, side]):7.1f}" for side in SIDES), flush=True)


if __name__ == "__main__":
    main()
