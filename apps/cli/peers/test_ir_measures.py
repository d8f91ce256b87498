"""Profile ir-measures against ir_measures with its back ends that run here."""

import ir_measures
from agreement import AgreementTest, main, random_judgments_and_run

# As ir_measures spells them; ours reads the same text.
SPELLED = ["P@5", "P(rel=2)@10", "R@10", "AP", "AP(rel=2)", "AP@10", "nDCG", "nDCG@10", "nDCG@100", "RR", "Rprec", "Bpref", "Success@5",
           "Success(rel=3)@5", "RBP(rel=1,p=0.8)", "RBP(rel=2,p=0.5)", "Judged@10"]


class IrMeasures(AgreementTest):
    def compare(self, spelled, seed, ties=True, profile="ir-measures", **kind):
        judgments, run = random_judgments_and_run(seed, ties=ties, **kind)
        theirs = {text: {} for text in spelled}
        objects = {ir_measures.parse_measure(text): text for text in spelled}
        for value in ir_measures.iter_calc(list(objects), judgments, run):
            theirs[objects[value.measure]][value.query_id] = value.value
        return self.assert_agree(self.ours_of_run(judgments, run, spelled, profile), theirs)

    def test_agrees_where_trec_eval_breaks_ties(self):
        spelled = [text for text in SPELLED if not text.startswith(("RBP", "Judged"))]
        self.assertGreater(self.compare(spelled, 1), 200 * len(spelled))

    def test_agrees_on_all_measures_without_ties(self):
        # RBP keeps the order of the input among ties, RR@k and Judged@k order them by rising id: one call, three orders.
        self.assertGreater(self.compare([*SPELLED, "RR@10"], 2, ties=False), 200 * len(SPELLED))

    def test_agrees_on_exponential_gain_and_err_to_the_five_digits_it_gets(self):
        judgments, run = random_judgments_and_run(3, ties=False)
        numbers = {query: str(i) for i, query in enumerate({**judgments, **run})}
        judgments = {numbers[q]: d for q, d in judgments.items()}
        run = {numbers[q]: d for q, d in run.items()}
        spelled = ["nDCG(dcg='exp-log2')@10", "ERR@10"]
        objects = {ir_measures.parse_measure(text): text for text in spelled}
        theirs = {text: {} for text in spelled}
        for highest in (4, 3):  # it takes 4 for the highest grade, whatever the judgments have
            lowered = {q: {d: min(g, highest) for d, g in documents.items()} for q, documents in judgments.items()}
            for value in ir_measures.iter_calc(list(objects), lowered, run):
                theirs[objects[value.measure]][value.query_id] = value.value
            self.assert_agree(self.ours_of_run(lowered, run, spelled, "ir-measures"), theirs, tolerance=0.5000001e-5)

    def test_its_accuracy_is_not_ours_and_refused(self):
        judgments, run = {"1": {"a": 1, "b": 0, "c": 0}}, {"1": {"b": 3.0, "a": 2.0, "c": 1.0}}
        (accuracy,) = ir_measures.iter_calc([ir_measures.parse_measure("Accuracy")], judgments, run)
        self.assertEqual(accuracy.value, 1 / 2)  # one of two pairs is right; the best cut classes two of three documents rightly
        self.assertEqual(self.ours_of_run(judgments, run, ["best_accuracy"], "ir-measures")["best_accuracy"]["1"], 2 / 3)
        result = self.run_gradus("eval", "--profile", "ir-measures", "-m", "Accuracy", "--qrels", "q.qrels", "r.run")
        self.assertEqual(result.returncode, 2)
        self.assertIn("in ir-measures 'accuracy' is the share of right pairs", result.stderr)


if __name__ == "__main__":
    main()
