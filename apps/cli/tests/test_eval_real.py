"""Published results on public data: what trec_eval 9 and the LETOR script printed, in every digit."""

import csv
import io
import os
import subprocess

from command import SHARED, CommandTest, main, needs_shared

DATA = os.path.join(SHARED, "data")
DL21 = os.path.join(DATA, "trec-dl21-passage")
LETOR = os.path.join(DATA, "letor-baselines")


def text_of(*path):
    return subprocess.run(["zstd", "-dcq", os.path.join(*path) + ".zst"], capture_output=True, text=True,
                          check=True).stdout


@needs_shared
class TrecEval9(CommandTest):
    # On these topics R·0.3 and R·0.7 come out a hair below or above a whole number, so the recall to
    # reach depends on the machine that printed the table; the mean over topics follows.
    ROUNDED = {("iprec_at_recall_0.30", "629937"): 18, ("iprec_at_recall_0.30", "688007"): 10,
               ("iprec_at_recall_0.30", "all"): 26, ("iprec_at_recall_0.70", "253263"): 14,
               ("iprec_at_recall_0.70", "all"): 11}

    def check(self, expected_file, flags):
        """The values that differ, by measure and topic."""
        expected = {}
        for line in text_of(DL21, expected_file).splitlines():
            run, measure, topic, value = line.split("\t")
            expected.setdefault(run, {})[measure, topic] = value
        self.assertEqual(len(expected), 63)
        different = {}
        for run, values in expected.items():
            out = self.gradus("trec_eval", "--profile", "trec9", "-q", *flags, os.path.join(DL21, "qrels-pass.txt.zst"),
                              os.path.join(DL21, "runs", run + ".run.zst"))
            ours = {}
            for line in out.splitlines():
                measure, topic, value = line.split("\t")
                ours[measure.strip(), topic] = value
            self.assertEqual(set(ours), set(values), run)
            for key, value in values.items():
                if ours[key] != value:
                    different[key] = different.get(key, 0) + 1
        return different

    def test_the_official_measures_of_63_runs(self):
        self.assertEqual(self.check("expected-treceval.tsv", []), self.ROUNDED)

    def test_ndcg_at_cutoffs_of_63_runs(self):
        self.assertEqual(self.check("expected-ndcgeval.tsv", ["-c", "-m", "Rndcg", "-m", "ndcg_cut"]), {})


@needs_shared
class LetorScript(CommandTest):
    MEASURES = ([f"NDCG@{k}" for k in range(1, 11)] + ["NDCG(mean=yes)"] + [f"P@{k}" for k in range(1, 11)] + ["AP"])

    def table(self, data, ranker):
        """The values of the five test parts, by fold: NDCG@1..10, MeanNDCG, P@1..10, MAP."""
        chosen_by = "NDCG" if ranker == "svm_rank" else "MAP"
        test_part = text_of(LETOR, data, ranker, f"eval-selected-by-{chosen_by}.txt").lower()
        values = {}
        for line in test_part.split("performance on validation")[0].splitlines():
            words = line.split()
            if words and words[0].startswith("fold") and words[0] != "folds":
                values.setdefault(int(words[0][4:]), []).extend(words[1:])
        return values

    def test_the_profile_letor_prints_the_1100_values_of_the_tables(self):
        folders = {"mq2008": "letor4-mq2008", "ohsumed": os.path.join("letor3-ohsumed", "QueryLevelNorm")}
        measures = [word for measure in self.MEASURES for word in ("-m", measure)]
        checked = 0
        for data, folder in folders.items():
            for ranker in ("AdaRank", "ListNet", "RankBoost", "RankNet", "svm_rank"):
                for fold, values in self.table(data, ranker).items():
                    part = os.path.join(DATA, folder, f"S{fold - 1 if fold > 1 else 5}.txt.zst")
                    scores = os.path.join(LETOR, data, ranker, f"Fold{fold}.test.score.zst")
                    out = self.gradus("eval", "--profile", "letor", "--csv", "--digits", "4", *measures, "--data", part, "--scores", scores)
                    ours = list(csv.reader(io.StringIO(out)))[-1][4:]
                    self.assertEqual(ours, values, (data, ranker, fold))
                    checked += len(values)
        self.assertEqual(checked, 1100)


if __name__ == "__main__":
    main()
