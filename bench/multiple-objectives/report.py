"""The tables, in Markdown: printed, and kept in report.md. Here, and only here, the test queries are looked at."""

import json

import numpy

import datasets
import methods
import paired

TIER_PAIRS = [("CNDCG", "NDCG (baseline)"), ("tiers", "NDCG (baseline)"), ("tiers, graded pick", "NDCG (baseline)"),
              ("tiers, as printed", "NDCG (baseline)"), ("tiers, as printed", "tiers")]
SCHEDULE_PAIRS = [("gradient", "Newton"),
                  *((f"L + S, {kind}", base) for base in ("gradient", "Newton") for kind in methods.PACES),
                  *((f"L + S@3, {kind}", f"L + S, {kind}") for kind in methods.TRUNCATED)]


class Report:
    def __init__(self, experiment):
        self.experiment, self.store, self.lines = experiment, experiment.store, []

    def say(self, text=""):
        self.lines.append(text)

    def table(self, header, rows):
        self.say("| " + " | ".join(header) + " |")
        self.say("|" + "---|" * len(header))
        for row in rows:
            self.say("| " + " | ".join(row) + " |")
        self.say()

    def pilot(self):
        pilot = self.experiment.pilot()
        self.say("## Pilot")
        self.say()
        self.table(["difference of NDCG@3", "deviation over 3,000 queries"], [[name, f"{value:.4f}"] for name, value in pilot["deviations"].items()])
        self.say(f"{pilot['needed']:,} queries find {datasets.SMALLEST} with 80 % power at the largest; there are {pilot['queries']:,} test queries.")
        self.say()

    def compared(self, measures, values, pairs):
        """The means of every row; then each pair's differences, with the smallest that would be found."""
        self.table(["method", *measures], [[name, *(f"{100 * mean:.2f}" for mean in rows.mean(axis=0)[:len(measures)])] for name, rows in values.items()])
        found = [[paired.difference(values[a][:, i], values[b][:, i]) for i in range(len(measures))] for a, b in pairs]
        kept = paired.holm([d.p for row in found for d in row])
        rows = []
        for number, ((a, b), row) in enumerate(zip(pairs, found)):
            texts = [difference_text(d, kept[number * len(measures) + i]) for i, d in enumerate(row)]
            rows.append([f"{a} − {b}", *texts])
        rows.append(["found with 80 % power, at the largest deviation", *(f"{100 * max(row[i].detectable for row in found):.2f}" for i in range(len(measures)))])
        self.table([f"difference over {found[0][0].count:,} queries", *measures], rows)

    def chosen(self, data, rows, chosen):
        """What the validation queries chose."""
        self.table(["method", "chosen", "trees", "valid NDCG@3"],
                   [[name, chosen[name].label, str(cell["trees"]), f"{100 * cell['valid']['NDCG@3']:.2f}"]
                    for name in rows for cell in [self.store.done[self.store.key(data, chosen[name])]]])

    def synthetic(self, kind, rows, pairs, measures):
        data = self.experiment.draw(kind, 1)
        chosen = self.experiment.choose(data, rows)
        self.chosen(data, rows, chosen)
        self.compared(measures, {name: self.store.values(data, chosen[name], "test") for name in rows}, pairs)
        return chosen

    def draws(self, kind, chosen, pairs):
        """The same settings trained on other draws: the t-test over queries knows nothing of how much the training data matter."""
        numbers = range(1, datasets.DRAWS + 1)
        draws = [self.experiment.draw(kind, number) for number in numbers]
        rows = []
        for a, b in pairs:
            for measure in ("NDCG@3", "NDCG@10", *(["CNDCG@3"] if "tiers" in chosen else [])):
                column = draws[0].measures.index(measure)
                means = numpy.array([(self.store.values(data, chosen[a], "test") - self.store.values(data, chosen[b], "test"))[:, column].mean()
                                     for data in draws])
                over = paired.difference(means, numpy.zeros(len(means)))
                rows.append([f"{a} − {b}", measure, *(f"{100 * mean:+.2f}".replace("-", "−") for mean in means), difference_text(over, False)])
        self.table(["difference on the same test queries", "measure", *(f"draw {number}" for number in numbers), "mean over draws"], rows)

    def shares(self, chosen):
        """Figure 7."""
        rows = []
        for share in (*datasets.SHARES, 1.0):
            data = self.experiment.draw("rate", 1, share)
            values = {name: self.store.values(data, chosen[name], "test") for name in methods.FIGURE_7}
            for i, measure in enumerate(datasets.GRADED):
                newton, gradient = values["Newton"][:, i], values["gradient"][:, i]
                rows.append([f"{share:.2%}", measure, f"{100 * newton.mean():.2f}", f"{100 * gradient.mean():.2f}",
                             *(f"{100 * values[name][:, i].mean():.2f}, {difference_text(paired.difference(values[name][:, i], gradient), False)}"
                               for name in methods.FIGURE_7[2:])])
        self.table(["of the training queries", "measure", "Newton", "gradient", *(f"{name}, − gradient" for name in methods.FIGURE_7[2:])], rows)

    def pooled(self, folds, rows, pairs, measures):
        """Each fold with the settings that its validation queries choose; the test queries of all folds together."""
        values = {name: [] for name in rows}
        for data in folds:
            for name, setting in self.experiment.choose(data, rows).items():
                values[name].append(self.store.values(data, setting, "test"))
        self.compared(measures, {name: numpy.concatenate(parts) for name, parts in values.items()}, pairs)

    def figures(self):
        self.say("## Figures 2 to 4")
        self.say()
        for path in sorted(self.store.folder.glob("figures-*.json")):
            own, all_pairs = json.loads(path.read_text())
            self.say(f"{path.stem.removeprefix('figures-')}:")
            self.say()
            self.table(*figure_rows(own, all_pairs))


def figure_rows(own, all_pairs):
    """Figure 3a, 3b, 4 and 2, in percent, a row for each number of trees looked at."""
    grades = range(len(own["points"][0]["partner_shares"]))
    header = ["trees", *(f"λ from {grade}" for grade in grades), *(f"top 3: {grade}" for grade in grades), "rank changed", "top 3 changed", "agree", "agree, all pairs"]
    rows = []
    for point, other in zip(own["points"], all_pairs["points"]):
        numbers = [*point["partner_shares"], *point["top_shares"], point["changes"], point["top_changes"], *point["agreements"], *other["agreements"]]
        rows.append([str(point["trees"]), *("–" if number is None else f"{100 * number:.1f}" for number in numbers)])
    return header, rows


def difference_text(d, kept):
    """In points, with the interval and p; bold where p < 0.05, a star where Holm's procedure over the table keeps it."""
    text = f"{100 * d.mean:+.2f} ± {100 * d.half_width:.2f}".replace("-", "−")
    p = f"p {d.p:.3f}" if d.p >= 0.001 else "p < 0.001"
    return f"**{text}**{'*' if kept else ''}, {p}" if d.p < paired.ALPHA else f"{text}, {p}"


def write(experiment):
    report = Report(experiment)
    report.pilot()
    for kind in ("rate", "log"):
        report.say(f"## Tiers, made-up data, clicks: {kind}")
        report.say()
        chosen = report.synthetic(kind, methods.tier_methods(), TIER_PAIRS, datasets.CLICKED)
        if kind == "rate":
            report.draws(kind, chosen, TIER_PAIRS)
    report.say("## Schedule, made-up data")
    report.say()
    chosen = report.synthetic("rate", methods.schedule_methods(methods.BOTH_RATES), SCHEDULE_PAIRS, datasets.GRADED)
    report.draws("rate", chosen, SCHEDULE_PAIRS)
    report.shares(chosen)
    for clicks in datasets.CLICK_FEATURES if experiment.shared else []:
        report.say(f"## Tiers, MSLR sample, clicks: {clicks}")
        report.say()
        report.pooled(datasets.mslr_folds(report.store, experiment.shared, clicks), methods.fold_tier_methods(), TIER_PAIRS, datasets.CLICKED)
    for name, folds in experiment.real_sets().items():
        report.say(f"## Schedule, {name}")
        report.say()
        report.pooled(folds, methods.fold_schedule_methods(), SCHEDULE_PAIRS, datasets.GRADED)
    report.figures()
    if not experiment.shared:
        report.say("REAL DATA WAS SKIPPED: the shared folder is not there.")
    text = "\n".join(report.lines)
    (report.store.folder / "report.md").write_text(text + "\n")
    print(text)
