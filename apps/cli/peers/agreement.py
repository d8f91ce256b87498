"""What the tests of agreement share: random judgments and runs full of odd cases, our values, and the comparison.

The tests here run the real tools, which ./scripts/test peers installs into build/peers-venv."""

import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))
from command import SHARED, CommandTest, main  # noqa: E402,F401  (the tests here use them)

TOLERANCE = 1e-9


def random_judgments_and_run(seed, queries=220, ties=True, grades=(0, 1, 2, 3, 4), complete=False):
    """Dictionaries {query: {document: grade}} and {query: {document: score}} with tied scores, documents that are not judged,
    judged documents that were not retrieved, lists shorter than the cutoffs, queries without a relevant document and, unless
    `complete`, judged queries that the run lacks and queries of the run that nobody judged."""
    draw = random.Random(seed)
    judgments, run = {}, {}
    for number in range(queries):
        query = f"q{number}"
        documents = [f"d{i}" for i in draw.sample(range(1000), draw.choice([1, 2, 3, 8, 20, 60]))]
        weights = [draw.random() for _ in grades] if number % 7 else [1] + [0] * (len(grades) - 1)
        judged = [d for d in documents if draw.random() < 0.7] or documents[:1]
        judgments[query] = {d: draw.choices(grades, weights)[0] for d in judged + [f"unretrieved{i}" for i in range(draw.randrange(4))]}
        score = (lambda: draw.randrange(6) / 4) if ties else (lambda: draw.gauss(0, 1))
        run[query] = {d: score() for d in documents}
    if not complete:
        for query in list(run)[3::17]:
            del run[query]
        run["nobody-judged-it"] = {"d1": 1.0}
    return judgments, run


def lines_of_run(run):
    return "".join(f"{q} Q0 {d} 1 {s!r} peer\n" for q, documents in run.items() for d, s in documents.items())


def lines_of_qrels(judgments):
    return "".join(f"{q} 0 {d} {g}\n" for q, documents in judgments.items() for d, g in documents.items())


class AgreementTest(CommandTest):
    def ours(self, measures, profile, *source, ties=None):
        """{measure: {query or "all": value}} by `gradus eval`, of the first run."""
        return self.ours_of_all(measures, profile, *source, ties=ties)[0]

    def ours_of_all(self, measures, profile, *source, ties=None):
        """The same of each run, in one call."""
        arguments = [argument for measure in measures for argument in ("-m", measure)]
        extra = ["--ties", ties] if ties else []
        out = json.loads(self.gradus("eval", *source, *arguments, "--profile", profile, "-q", "--json", *extra))
        return [{value["measure"]: {**value["by_query"], "all": value["mean"]} for value in run["values"]} for run in out["runs"]]

    def ours_of_run(self, judgments, run, measures, profile, ties=None):
        self.write("q.qrels", lines_of_qrels(judgments))
        self.write("r.run", lines_of_run(run))
        return self.ours(measures, profile, "--qrels", "q.qrels", "--run", "r.run", ties=ties)

    def assert_agree(self, ours, theirs, tolerance=TOLERANCE, undefined=0.0):
        """Every value that they have is ours too; undefined ones of ours count as their rule has it."""
        compared = 0
        for measure, values in theirs.items():
            for query, value in values.items():
                mine = ours[measure][query]
                mine = undefined if mine is None else mine
                self.assertAlmostEqual(mine, value, delta=tolerance, msg=f"{measure} of {query}")
                compared += 1
        self.assertGreater(compared, 0)
        return compared
