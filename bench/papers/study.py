"""Trains what a study asks for, fold by fold, and reports: see `run`, and studies/README.md for what stands in a study."""

import dataclasses
import itertools
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import cells
import folds
import forms
import report

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
STUDIES = pathlib.Path(__file__).parent / "studies"


@dataclasses.dataclass(frozen=True)
class Pick:
    """What chooses the epoch and the settings on the validation fold, and what is then measured on the test fold."""
    name: str
    by: str  # "for" = what is trained for
    labels: str
    test: tuple
    profile: str = "gradus"

    def measure(self, target):
        return target if self.by == "for" else self.by

    def stop_on(self, target, labels):
        """As the training spells it, whose labels may be others."""
        measure = self.measure(target)
        if labels == self.labels:
            return measure
        name, _, cutoff = measure.partition("@")
        return f"{name}(labels=graded)" + (f"@{cutoff}" if cutoff else "")


@dataclasses.dataclass(frozen=True)
class Row:
    """One learner with what it is trained for and on; its variants are chosen among on the validation fold."""
    name: str
    learner: str
    target: str
    labels: str
    settings: tuple
    variants: tuple  # of settings
    picks: tuple
    sets: tuple
    seeds: tuple
    draws: tuple


@dataclasses.dataclass(frozen=True)
class Cell:
    row: Row
    form: forms.Form
    seed: int
    variant: str

    @property
    def key(self):
        settings = [*self.row.settings, *([self.variant] if self.variant else [])]
        picks = ",".join(f"{pick.stop_on(self.row.target, self.row.labels)}/{pick.labels}/{pick.profile}/{'+'.join(pick.test)}" for pick in self.row.picks)
        return f"{self.form.name} | {self.row.learner} for {self.row.target} | {' '.join(settings)} | seed {self.seed} | {picks}"


def evaluate(model, data, measures, profile):
    return cells.by_query(GRADUS, data, ["--model", model, "--profile", profile], measures)


def train(cell):
    """The values of the models that the picks choose, on the validation fold and, query by query, on the test fold."""
    row = cell.row
    with tempfile.TemporaryDirectory() as folder:
        models = [f"{folder}/{number}.json" for number in range(len(row.picks))]
        stops = [pick.stop_on(row.target, row.labels) for pick in row.picks]
        settings = [*row.settings, *([cell.variant] if cell.variant else [])]
        subprocess.run([GRADUS, "train", row.learner, "--train", cell.form.file(OUT, "train"), "--valid", cell.form.file(OUT, "vali"), "--for", row.target,
                        "--stop-on", stops[0], "-o", models[0], *(part for stop, model in zip(stops[1:], models[1:]) for part in ("--also", f"{stop}={model}")),
                        *(part for setting in settings for part in ("--set", setting)), *(["--columns", "graded"] if cell.form.draw else []),
                        "--seed", str(cell.seed), "--threads", "1", "--quiet"], check=True)
        value = {}
        for pick, model in zip(row.picks, models):
            seen = cell.form if pick.labels == row.labels else forms.Form(cell.form.data_set, cell.form.fold, 0)
            measure = pick.measure(row.target)
            chosen_by = evaluate(model, seen.file(OUT, "vali"), [measure], pick.profile)
            value[pick.name] = {"vali": cells.mean(next(iter(chosen_by.values())).values()),
                                "test": list(evaluate(model, seen.file(OUT, "test"), pick.test, pick.profile).values())}
    return value


def rows_of(spec):
    picks = {entry.get("name", entry["by"]): Pick(entry.get("name", entry["by"]), entry["by"], entry.get("labels", "grades"), tuple(entry["test"]),
                                                  spec.get("profile", "gradus")) for entry in spec["pick"]}
    rows = []
    for entry in spec["learner"]:
        labels = entry.get("labels", "grades")
        chosen = [picks[name] for name in entry.get("picks", picks)]
        variants = [f"{name}={value}" for name, values in entry.get("vary", {}).items() for value in values] or [""]
        for target in entry["for"]:
            name = entry["label"] if "label" in entry else f"{entry['name']} {target}"
            rows.append(Row(name, entry["name"], target, labels, tuple(entry["set"]), tuple(variants), tuple(chosen), tuple(entry.get("data", spec["data"])),
                            tuple(entry.get("seeds", spec["seeds"])), tuple(spec["draws"]) if labels == "top-k" else (0,)))
    return rows


def cells_of(row):
    for seed, data_set, draw, fold, variant in itertools.product(row.seeds, row.sets, row.draws, folds.FOLDS, row.variants):
        if draw > 1 and data_set == forms.PLANTED:
            continue  # its order is known: there is nothing to draw
        yield Cell(row, forms.Form(data_set, fold, draw), seed, variant)


def run(name):
    spec = tomllib.loads((STUDIES / f"{name}.toml").read_text())
    rows = rows_of(spec)
    for data_set in {each for row in rows for each in row.sets}:
        forms.make(GRADUS, SHARED, OUT, data_set, spec.get("draws", []))
    store = cells.Cells(OUT / f"{name}.jsonl")
    every = [cell for row in rows for cell in cells_of(row)]
    every.sort(key=lambda cell: (cell.seed, cell.form.draw))  # a study that is cut off has whole seeds and draws
    store.fill({cell.key: (train, (cell,)) for cell in every})
    report.show(name, spec, rows, {row.name: list(cells_of(row)) for row in rows}, store.values, report.Baselines(GRADUS, SHARED, OUT))


def main():
    for name in sys.argv[4:] or sorted(path.stem for path in STUDIES.glob("*.toml")):
        run(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
