"""Profile trec9 against pytrec_eval (trec_eval 9.0.8)."""

import os
import subprocess

import pytrec_eval
from agreement import SHARED, AgreementTest, main, random_judgments_and_run

NAMES = {"map": "AP", "recip_rank": "RR", "Rprec": "Rprec", "bpref": "bpref", "ndcg": "NDCG"}
for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000):
    NAMES |= {f"P_{k}": f"P@{k}", f"recall_{k}": f"recall@{k}", f"ndcg_cut_{k}": f"NDCG@{k}", f"map_cut_{k}": f"AP@{k}"}
for k in (1, 5, 10):
    NAMES[f"success_{k}"] = f"success@{k}"


def their_values(judgments, run, **options):
    wanted = {theirs.rsplit("_", 1)[0] if theirs[-1].isdigit() else theirs for theirs in NAMES}
    results = pytrec_eval.RelevanceEvaluator(judgments, wanted, **options).evaluate(run)
    return {ours: {query: values[theirs] for query, values in results.items()} for theirs, ours in NAMES.items()}


def read(path):
    return subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True, text=True).stdout.splitlines()


class PytrecEval(AgreementTest):
    def test_agrees_on_random_queries(self):
        for seed in range(3):
            judgments, run = random_judgments_and_run(seed)  # grades below 0 crash it here; the Web 2012 runs have them
            ours = self.ours_of_run(judgments, run, NAMES.values(), "trec9")
            self.assertGreater(self.assert_agree(ours, their_values(judgments, run)), 200 * len(NAMES))

    def test_agrees_on_scores_that_only_a_double_tells_apart(self):
        judgments, run = random_judgments_and_run(9, queries=60)
        run = {q: {d: s + i * 1e-9 for i, (d, s) in enumerate(documents.items())} for q, documents in run.items()}
        self.assert_agree(self.ours_of_run(judgments, run, NAMES.values(), "trec9"), their_values(judgments, run))

    def test_agrees_with_a_relevance_level(self):
        judgments, run = random_judgments_and_run(5)
        ours = self.ours_of_run(judgments, run, ["AP(rel=2)", "RR(rel=2)", "P(rel=2)@10", "bpref(rel=2)"], "trec9")
        theirs = their_values(judgments, run, relevance_level=2)
        self.assert_agree(ours, {"AP(rel=2)": theirs["AP"], "RR(rel=2)": theirs["RR"], "P(rel=2)@10": theirs["P@10"],
                                 "bpref(rel=2)": theirs["bpref"]})

    def test_agrees_on_all_real_runs(self):
        folder = os.path.join(SHARED, "data")
        if not os.path.isdir(SHARED):
            self.skipTest("SKIPPED LOUDLY: ../shared is missing")
        compared = 0
        for collection, qrels in (("trec-dl21-passage", "qrels-pass.txt"), ("trec-robust03", "qrels.txt"),
                                  ("trec-web12", "qrels.web.151-200.txt")):
            judgments = {}
            for line in read(os.path.join(folder, collection, qrels + ".zst")):
                query, _, document, grade = line.split()
                judgments.setdefault(query, {})[document] = int(grade)
            names = sorted(os.listdir(os.path.join(folder, collection, "runs")))
            paths = [os.path.join(folder, collection, "runs", name) for name in names]
            ours = self.ours_of_all(NAMES.values(), "trec9", "--qrels", os.path.join(folder, collection, qrels + ".zst"), *paths)
            self.assertEqual(len(ours), len(paths))
            for path, values in zip(paths, ours):
                run = {}
                for line in read(path):
                    query, _, document, _, score = line.split()[:5]
                    run.setdefault(query, {})[document] = float(score)
                compared += self.assert_agree(values, their_values(judgments, run))
        self.assertGreater(compared, 200_000)


if __name__ == "__main__":
    main()
