"""Support vector machines on the command line: the same bytes for any threads and after any number of deaths, proven optima, odd data."""

import json

from command import main
from training import TrainingTest

LEARNERS = {"svm": "AP", "ranksvm": "NDCG@10", "focusedsvm": "NDCG@10"}


class Svm(TrainingTest):
    def test_every_learner_trains_scores_and_shows_its_model(self):
        self.synth("train.txt", 60, 30, 8)
        for learner, measure in LEARNERS.items():
            with self.subTest(learner=learner):
                self.train(learner, "--set", "C=0", output="start.json")
                self.train(learner)
                self.assertGreater(self.value(measure, "train.txt", "model.json"), self.value(measure, "train.txt", "start.json") + 0.05)
                self.assertEqual({feature["weight"] for feature in json.loads(self.content("start.json"))["features"]}, {0.0})
                shown = self.gradus("model", "show", "model.json")
                self.assertIn(f"kind        linear\nlearner     {learner}\n", shown)
                self.assertIn("parameters  C = 1\n", shown)

    def test_any_measure_with_a_most_violated_ranking_can_be_trained_for(self):
        self.synth("train.txt", 30, 20, 4)
        for measure in ("AP", "AUC", "P@5", "NDCG", "NDCG@5", "RR", "GAP", "RBP"):
            with self.subTest(measure=measure):
                self.train("svm", "--for", measure, "--log", f"log{measure}")
                end = self.log(f"log{measure}")[-1]
                self.assertLessEqual(end["gap"], 1e-3)
                self.assertLessEqual(end["bound"], end["objective"])
                if measure in ("AP", "AUC", "NDCG", "RR", "GAP"):  # whose loss is 1 - the measure: proposition 1 of the paper
                    shown = json.loads(self.gradus("eval", "-m", measure, "--data", "train.txt", "--model", "model.json", "--json", "-q"))
                    losses = [1 - value for value in shown["runs"][0]["values"][0]["by_query"].values() if value is not None]
                    self.assertGreaterEqual(end["risk"], sum(losses) / len(losses) - 1e-9)
        result = self.run_gradus("train", "svm", "--train", "train.txt", "--for", "ERR", "-o", "m.json")
        self.assertIn("measure err: a structural SVM cannot be trained for it; train for one of AP, AUC, ", result.stderr)

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        self.synth("train.txt", 40, 30, 6)
        self.synth("valid.txt", 20, 30, 6, 2)
        for learner in LEARNERS:
            for features in ("values", "bits"):
                with self.subTest(learner=learner, features=features):
                    texts = {self.train(learner, "--valid", "valid.txt", "--set", "C=0.01:0.1", "--set", f"features={features}", "--threads", threads)
                             for threads in ("1", "2", "3", "8")}
                    self.assertEqual(len(texts), 1)

    def test_survives_being_killed_at_random_moments(self):
        self.synth("train.txt", 40, 30, 15)
        self.synth("valid.txt", 20, 30, 15, 2)
        self.assert_survives_kills(["svm", "--train", "train.txt", "--valid", "valid.txt", "--set", "C=1:30:1000", "--set", "epsilon=1e-4",
                                    "--checkpoint-every", "0", "--also", "RR=also.json"])

    def test_c_is_chosen_on_validation_data(self):
        self.synth("train.txt", 60, 30, 8)
        self.synth("valid.txt", 30, 30, 8, 2)
        self.train("svm", "--valid", "valid.txt", "--set", "C=10:0.001:0.1", "--stop-on", "P@3", "--also", "NDCG@1=also.json", "--log", "log")
        chosen_from = [line for line in self.log("log") if "valid" in line]
        self.assertEqual([line["C"] for line in chosen_from], [0.001, 0.1, 10])
        for measure, model in (("p@3", "model.json"), ("ndcg@1", "also.json")):
            values = [line["valid"][measure] for line in chosen_from]
            self.assertGreater(len(set(values)), 1)
            self.assertAlmostEqual(self.value(measure, "valid.txt", model), max(values), delta=5e-5)
        values = [line["valid"]["p@3"] for line in chosen_from]
        best = chosen_from[values.index(max(values))]
        self.assertEqual(chosen_from[-1]["best"], {"step": best["step"], "candidate": 1})
        chosen = f'C={best["C"]:g}'
        self.assertIn(f"chosen = {chosen}\n", self.gradus("model", "show", "model.json"))
        self.assert_fails(["train", "svm", "--train", "train.txt", "--set", "C=1:2", "-o", "m.json"],
                          "option --set C: several values of a parameter can only be chosen from by validation data; give one, or name validation data with --valid")

    def test_other_numbers_are_chosen_on_validation_data_too(self):
        self.synth("train.txt", 40, 30, 6)
        self.synth("valid.txt", 20, 30, 6, 2)
        self.train("focusedsvm", "--valid", "valid.txt", "--set", "C=0.01:1", "--set", "beta=0:0.5:1", "--log", "log")
        lines = [line for line in self.log("log") if "valid" in line]
        self.assertEqual([(line["C"], line["with"]) for line in lines],
                         [(C, f"beta={beta}") for beta in ("0", "0.5", "1") for C in (0.01, 1)])
        best = max(lines, key=lambda line: line["valid"]["ndcg@10"])
        shown = self.gradus("model", "show", "model.json")
        self.assertIn(f'chosen = C={best["C"]:g}, {best["with"]}\n', shown)
        self.assertIn("beta = 0:0.5:1\n", shown)
        self.assertAlmostEqual(self.value("NDCG@10", "valid.txt", "model.json"), best["valid"]["ndcg@10"], delta=5e-5)
        self.train("focusedsvm", "--valid", "valid.txt", "--set", f'C={best["C"]}', "--set", best["with"], output="alone.json")
        self.assertAlmostEqual(self.value("NDCG@10", "valid.txt", "alone.json"), best["valid"]["ndcg@10"], delta=0.02)
        self.assert_fails(["train", "focusedsvm", "--train", "train.txt", "--set", "beta=0:1", "-o", "m.json"],
                          "option --valid: several values of a parameter can only be chosen from by validation data; give one, or name validation data with --valid")
        self.assert_fails(["train", "focusedsvm", "--train", "train.txt", "--valid", "valid.txt", "--set", "beta=0:2", "-o", "m.json"],
                          "option --set beta=2: beta=2 is not a number from 0 to 1; the default is 0.5")

    def test_bits_give_step_functions_that_can_be_shown(self):
        self.synth("train.txt", 60, 30, 5)
        self.train("svm", "--set", "features=bits", "--set", "thresholds=9", "--set", "C=10")
        shown = self.gradus("model", "show", "model.json")
        self.assertIn("kind        steps\nlearner     svm\n", shown)
        bits = len(self.gradus("model", "steps", "model.json").splitlines()) - 1
        self.assertIn(f"thresholds  {bits}\n", shown)
        self.assertGreater(self.value("AP", "train.txt", "model.json"), 0.5)
        rows = [line.split(",") for line in self.gradus("model", "steps", "model.json", "--csv", "--feature", "2", "--svg", "steps.svg").splitlines()]
        self.assertEqual(rows[0], ["feature", "threshold", "jump", "height"])
        self.assertEqual({row[0] for row in rows[1:]}, {"2"})
        self.assertAlmostEqual(sum(float(row[2]) for row in rows[1:]), float(rows[-1][3]), delta=1e-4)
        picture = self.content("steps.svg")
        self.assertEqual(picture.count("<path"), 1)
        self.assertEqual(picture.count(" V"), len(rows) - 1)
        self.assert_fails(["model", "steps", "model.json", "--feature", "9"], "model.json: the model has no feature '9'; did you mean '1'? choose one of: 1, 2, 3, 4, 5")
        self.train("svm", output="linear.json")
        self.assert_fails(["model", "steps", "linear.json"],
                          "linear.json: the model has no step functions; give one that was trained with --set features=bits")

    def test_odd_data_is_learned_from_or_refused(self):
        # Queries without relevant and without nonrelevant documents, constant, missing and huge features, equal documents.
        self.write("train.txt", "1 qid:1 1:5 2:NULL 3:1\n0 qid:1 1:5 2:1e30 3:1\n1 qid:2 1:5\n1 qid:2 1:5 3:2\n0 qid:3 1:5 2:2\n0 qid:3 1:5 2:-1e30\n"
                                "1 qid:4 1:5 3:7\n0 qid:4 1:5 3:7\n")
        for learner in LEARNERS:
            for C in ("0", "1e-6", "1", "1e6"):
                with self.subTest(learner=learner, C=C):
                    self.train(learner, "--set", f"C={C}")
                    for score in self.gradus("score", "model.json", "train.txt").split():
                        self.assertLess(abs(float(score)), 1e9)
        self.write("train.txt", "2 qid:1 1:3\n1 qid:1 1:2\n0 qid:1 1:1\n")  # one feature, separable
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner, "--set", "C=1000")
                self.assertEqual(self.value("NDCG", "train.txt", "model.json"), 1.0)
        self.write("train.txt", "1 qid:1 1:5\n1 qid:1 1:6\n")
        for learner in ("svm", "ranksvm"):
            with self.subTest(learner=learner):
                self.assert_fails(["train", learner, "--train", "train.txt", "-o", "m.json"],
                                  "training data: no query has documents whose order could be learned; give data with different grades within queries")

    def test_says_when_the_hinge_has_nothing_to_teach(self):
        self.write("train.txt", "".join(f"{grade} qid:{query} 1:{(7 * query + 3 * i) % 11}\n" for query in range(1, 9) for i, grade in enumerate((2, 1, 0, 0, 0, 0, 0, 0))))
        result = self.run_gradus("train", "svm", "--train", "train.txt", "--for", "NDCG(psi=discount)", "-o", "m.json")
        self.assertEqual(result.returncode, 1)
        self.assertIn("hardly less than the ", result.stderr)
        self.assertIn("nothing was learned: every weight is 0, and so is every score", result.stderr)
        self.synth("train.txt", 60, 30, 8)
        for measure in ("AP", "NDCG"):
            self.assertNotIn("hardly less", self.run_gradus("train", "svm", "--train", "train.txt", "--for", measure, "-o", "m.json").stderr)

    def test_says_when_the_rounds_do_not_suffice(self):
        self.synth("train.txt", 60, 30, 8)
        result = self.run_gradus("train", "svm", "--train", "train.txt", "--set", "C=100", "--set", "rounds=3", "-o", "m.json")
        self.assertEqual(result.returncode, 0)
        self.assertIn("note: C=100: after 3 rounds the objective may still be ", result.stderr)


if __name__ == "__main__":
    main()
