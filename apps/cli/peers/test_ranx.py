"""Profile ranx against ranx. Its sort is not stable, so the runs have no ties here."""

import warnings

from agreement import AgreementTest, main, random_judgments_and_run
from ranx import Qrels, Run, evaluate

MEASURES = ["map", "map@10", "ndcg", "ndcg@10", "ndcg@100", "ndcg_burges@10", "mrr", "mrr@5", "precision@5", "precision@100", "recall@10",
            "r-precision", "hit_rate@5", "rbp.95", "rbp.50", "rbp.8"]


class Ranx(AgreementTest):
    def test_agrees_on_random_queries(self):
        judgments, run = random_judgments_and_run(4, ties=False, complete=True)
        qrels, ranx_run = Qrels(judgments), Run(run)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its compiler warns of its own casts
            evaluate(qrels, ranx_run, MEASURES)
        theirs = {measure: ranx_run.scores[measure] for measure in MEASURES}
        ours = self.ours_of_run(judgments, run, MEASURES, "ranx")
        self.assertGreaterEqual(self.assert_agree(ours, theirs), 200 * len(MEASURES))


if __name__ == "__main__":
    main()
