"""The stages of the experiment: see `run`. Settings are chosen on validation queries; the test queries are looked at in the report alone."""

import json
import pathlib
import sys

import cells
import datasets
import methods
import paired
import report

PRIMARY, SECONDARY = "NDCG@3", "CNDCG@3"
STAGES = ["pilot", "tiers", "schedule", "figures", "real-tiers", "real-schedule", "report"]


class Experiment:
    def __init__(self, store, shared):
        self.store, self.shared = store, shared
        self.pilot_path = store.folder / "pilot.json"

    # Made-up data

    def pilot(self):
        """How many test queries there must be, from the deviation of differences on data that is used for nothing else."""
        if not self.pilot_path.exists():
            folder = self.store.folder / "data" / "pilot"
            train, valid, other = (datasets.synth_rate(self.store, folder / f"{name}.gradus", queries, seed)
                                   for name, queries, seed in (("train", 500, 901), ("valid", 500, 902), ("other", 3000, 903)))
            data = cells.Data("pilot", train, valid, other, datasets.CLICKED)
            base, tiers, gradient = methods.newton([0.1])[0], methods.tiers([0.1])[3], methods.gradient([0.1])[0]
            late = methods.scheduled([0.1], "NDCG", "linear")[1]
            self.store.train_all([(data, setting) for setting in (base, tiers, gradient, late)])
            column = data.measures.index(PRIMARY)
            values = {setting: self.store.values(data, setting, "test")[:, column] for setting in (base, tiers, gradient, late)}
            deviations = {f"{a.label} - {b.label}": paired.difference(values[a], values[b]).deviation
                          for a, b in ((tiers, base), (gradient, base), (late, gradient))}
            needed = paired.queries_needed(max(deviations.values()), datasets.SMALLEST)
            result = {"deviations": deviations, "needed": needed, "queries": -(-needed // 1000) * 1000, "engine": str(self.store.model(data, base))}
            self.pilot_path.write_text(json.dumps(result, indent=1))
        return json.loads(self.pilot_path.read_text())

    def draw(self, kind, number, share=1.0):
        pilot = self.pilot()
        return datasets.synth_draw(self.store, kind, number, pilot["queries"], pilot["engine"], share)

    def tiers(self):
        self.grid_and_draws("rate", methods.tier_methods())
        self.choose(self.draw("log", 1), methods.tier_methods())

    def schedule(self):
        chosen = self.grid_and_draws("rate", methods.schedule_methods(methods.BOTH_RATES))
        for share in datasets.SHARES:
            data = self.draw("rate", 1, share)
            self.store.train_all([(data, chosen[name]) for name in methods.FIGURE_7])

    def grid_and_draws(self, kind, rows):
        """All settings on the first draw; those chosen there on the others too."""
        data = self.draw(kind, 1)
        chosen = self.choose(data, rows)
        for number in range(2, datasets.DRAWS + 1):
            other = self.draw(kind, number)
            self.store.train_all([(other, setting) for setting in chosen.values()])
        return chosen

    def figures(self):
        """Figures 2 to 4 on the training data of a baseline that keeps all its trees; of MSLR, all queries of a fold's training part."""
        data = [self.draw("rate", 1), self.draw("log", 1)]
        if self.shared:
            data += [datasets.mslr_folds(self.store, self.shared, clicks)[0] for clicks in datasets.CLICK_FEATURES]
        setting = methods.newton([0.1])[0]
        for each in data:
            path = self.store.folder / f"figures-{each.name}.json"
            if path.exists():
                continue
            model = self.store.folder / "models" / f"figures-{each.name}.json"
            self.store.run("train", "lambdamart", "--train", each.train, "--for", "NDCG", *cells.flags("--set", setting.parameters), "--quiet", "-o", model)
            shown = [json.loads(self.store.run("analyse", "lambdas", "--model", model, "--data", each.train, "--for", "NDCG", "--for", "CNDCG", "--every", 20,
                                               "--high", 3, "--json", "--quiet", *more)) for more in ([], ["--all-pairs"])]
            path.write_text(json.dumps(shown))

    # Real data

    def real_tiers(self):
        for clicks in datasets.CLICK_FEATURES if self.shared else []:
            for data in datasets.mslr_folds(self.store, self.shared, clicks):
                self.choose(data, methods.fold_tier_methods())

    def real_schedule(self):
        for folds in self.real_sets().values():
            for data in folds:
                self.choose(data, methods.fold_schedule_methods())

    def real_sets(self):
        if not self.shared:
            return {}
        sets = {"MQ2008": "letor4-mq2008", "MQ2007 (85 %)": "letor4-mq2007-subset85"}
        folds = {"MSLR sample": datasets.mslr_folds(self.store, self.shared, "query-url")}
        return folds | {name: datasets.letor_folds(self.store, self.shared, source) for name, source in sets.items()}

    # Choices, on validation queries

    def choose(self, data, rows):
        """A setting for each row: the best by validation NDCG@3, as the paper chooses; other rules where the row's name says so."""
        self.store.train_all([(data, setting) for grid in rows.values() for setting in grid])
        chosen = {}
        for name, grid in rows.items():
            if name == "CNDCG":
                chosen[name] = self.best(data, grid, SECONDARY)
            elif name == "tiers, graded pick":
                chosen[name] = self.graded(data, grid, next(iter(rows.values())))
            else:
                chosen[name] = self.best(data, grid, PRIMARY)
        return chosen

    def best(self, data, grid, measure):
        return max(grid, key=lambda setting: self.store.done[self.store.key(data, setting)]["valid"][measure])

    def graded(self, data, grid, baselines):
        """Of the settings that are not significantly worse on tier 1 than the best, the best on tier 2; the baseline where there is none."""
        first = data.measures.index(PRIMARY)
        leader = self.best(data, [*grid, *baselines], PRIMARY)
        values = self.store.values(data, leader, "valid")[:, first]
        equal = [setting for setting in grid if not paired.is_worse(self.store.values(data, setting, "valid")[:, first], values)]
        return self.best(data, equal, SECONDARY) if equal else leader


def main():
    gradus, folder, shared = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    stages = sys.argv[4:] or STAGES
    for stage in stages:
        if stage not in STAGES:
            raise SystemExit(f"unknown stage {stage}; choose from: {' '.join(STAGES)}")
    experiment = Experiment(cells.Store(gradus, folder), None if shared == "none" else pathlib.Path(shared))
    for stage in stages:
        print(f"\n== {stage}", flush=True)
        if stage == "report":
            report.write(experiment)
        else:
            getattr(experiment, stage.replace("-", "_"))()


if __name__ == "__main__":
    main()
