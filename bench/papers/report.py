"""The tables of a study, in Markdown: values on the test folds beside the published ones, differences with what three tests say, and curves over a setting."""

import collections
import statistics
import subprocess
import tempfile

import cells
import folds
import forms
import paired

TESTS = ("p_t", "p_random", "p_wilcoxon")


class Baselines:
    """Rankers whose scores of the test folds were posted with LETOR."""

    def __init__(self, gradus, shared, out):
        self.gradus, self.shared, self.out = gradus, shared, out

    def values(self, ranker, data_set, measures, profile):
        """By measure: query -> value."""
        all_values = [{} for _ in measures]
        for fold in folds.FOLDS:
            path = self.shared / "letor-baselines" / data_set / ranker / f"Fold{fold}.test.score.zst"
            with tempfile.NamedTemporaryFile() as scores:
                scores.write(subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True).stdout)
                scores.flush()
                data = forms.Form(data_set, fold, 0).file(self.out, "test")
                measured = cells.by_query(self.gradus, data, ["--scores", scores.name, "--profile", profile], measures)
            for own, values in zip(all_values, measured.values()):
                own.update(values)
        return all_values


def chosen(row_cells, values, pick, data_set):
    """(seed, draw) -> fold -> the cell whose variant is best on the validation fold; the first of equals."""
    best = collections.defaultdict(dict)
    for cell in row_cells:
        if cell.form.data_set != data_set:
            continue
        of_run = best[cell.seed, cell.form.draw]
        if cell.form.fold not in of_run or vali(cell, values, pick) > vali(of_run[cell.form.fold], values, pick):
            of_run[cell.form.fold] = cell
    return best


def vali(cell, values, pick):
    return values[cell.key][pick.name]["vali"]


def test_values(runs, values, pick):
    """By measure of the pick: query -> value, the mean over runs; and the mean of each run."""
    queries, means = [], []
    for place in range(len(pick.test)):
        by_query, of_runs = collections.defaultdict(list), []
        for by_fold in runs.values():
            own = {}
            for cell in by_fold.values():
                own.update(values[cell.key][pick.name]["test"][place])
            for query, value in own.items():
                by_query[query].append(value)
            of_runs.append(cells.mean(own.values()))
        queries.append({query: cells.mean(of_query) for query, of_query in by_query.items()})
        means.append(of_runs)
    return queries, means


def show(name, spec, rows, row_cells, values, baselines):
    print(f"\n## {spec['title']}\n\n{cells.header(f'`./bench/papers/run {name}`')}")
    every = {}  # (data set, row, measure, pick) -> query -> value
    for data_set in dict.fromkeys(each for row in rows for each in row.sets):
        for pick in dict.fromkeys(pick for row in rows for pick in row.picks):
            show_table(spec, rows, row_cells, values, baselines, data_set, pick, every)
    show_comparisons(spec, every)
    show_curves(rows, row_cells, values)


def show_table(spec, rows, row_cells, values, baselines, data_set, pick, every):
    lines = []
    for row in rows:
        if data_set not in row.sets or pick not in row.picks:
            continue
        runs = chosen(row_cells[row.name], values, pick, data_set)
        queries, means = test_values(runs, values, pick)
        for measure, by_query in zip(pick.test, queries):
            every[data_set, row.name, measure, pick.name] = by_query
        published = spec.get("published", {}).get(data_set, {}).get(row.name, {})
        lines.append((row.name, [text(means[place], published.get(measure)) for place, measure in enumerate(pick.test)]))
    for ranker in spec.get("baselines", {}).get(data_set, []):
        queries = baselines.values(ranker, data_set, pick.test, pick.profile)
        for measure, by_query in zip(pick.test, queries):
            every[data_set, f"LETOR {ranker}", measure, pick.name] = by_query
        lines.append((f"LETOR {ranker}", [f"{cells.mean(by_query.values()):.4f}" for by_query in queries]))
    if not lines:
        return
    print(f"\n{data_set}, chosen by {'the training measure' if pick.by == 'for' else pick.by} on the validation folds; ± is the deviation over runs, "
          "in brackets what was published:\n")
    print("| trained | " + " | ".join(pick.test) + " |\n|---|" + "---|" * len(pick.test))
    for label, shown in lines:
        print(f"| {label} | " + " | ".join(shown) + " |")


def text(means, published):
    spread = f" ± {statistics.stdev(means):.4f}" if len(means) > 1 else ""
    return f"{cells.mean(means):.4f}{spread}" + (f" ({published:.4f})" if published is not None else "")


def comparisons(spec, every):
    for entry in spec.get("compare", []):
        for learner in entry.get("learners", [""]):
            names = [f"{learner} {entry[side]}".strip() for side in ("first", "second")]
            for (data_set, row, measure, pick), first in every.items():
                second = every.get((data_set, names[1], measure, pick))
                if row == names[0] and second is not None and measure in entry["on"] and pick in entry.get("picks", [measure]):
                    order = sorted(first)
                    yield {"data": data_set, "names": names, "measure": measure, "pick": pick,
                           **paired.compare([first[query] for query in order], [second[query] for query in order])}


def show_comparisons(spec, every):
    found = list(comparisons(spec, every))
    if not found:
        return
    for test in TESTS:
        for row, adjusted in zip(found, paired.holm([row[test] for row in found])):
            row[f"holm_{test}"] = adjusted
    print(f"\nDifferences (paired over queries; intervals by bootstrap; p of t, randomisation and Wilcoxon tests, then by Holm's rule for these {len(found)} comparisons):\n")
    print("| data | on | first | second | difference [95 %] | p t, random, Wilcoxon | Holm |\n|---|---|---|---|---|---|---|")
    for row in found:
        pick = "" if row["pick"] == row["measure"] else f" (by {row['pick']})"
        print(f"| {row['data']} | {row['measure']}{pick} | {row['names'][0]} | {row['names'][1]} | {row['difference']:+.4f} [{row['low']:+.4f}, {row['high']:+.4f}] | "
              + ", ".join(f"{row[test]:.3f}" for test in TESTS) + " | " + ", ".join(f"{row[f'holm_{test}']:.3f}" for test in TESTS) + " |")


def show_curves(rows, row_cells, values):
    """For a learner with variants, test values of each."""
    for row in rows:
        if len(row.variants) < 2:
            continue
        for data_set in row.sets:
            for pick in row.picks:
                print(f"\n{row.name} on {data_set}, chosen by {pick.by}, on the test folds:\n")
                print("| setting | " + " | ".join(pick.test) + " |\n|---|" + "---|" * len(pick.test))
                for variant in row.variants:
                    runs = chosen([cell for cell in row_cells[row.name] if cell.variant == variant], values, pick, data_set)
                    _, means = test_values(runs, values, pick)
                    print(f"| {variant} | " + " | ".join(f"{cells.mean(of_runs):.4f}" for of_runs in means) + " |")
