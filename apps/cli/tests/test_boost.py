"""Boosting on the command line: the same bytes for any threads and after any number of deaths, odd data, what is chosen on validation data."""

import json

from command import main
from training import TrainingTest

LEARNERS = {"rankboost": "NDCG@10", "adarank": "NDCG@10", "focusedboost": "NDCG"}


class Boost(TrainingTest):
    def test_every_learner_trains_scores_and_shows_its_model(self):
        self.synth("train.txt", 60, 30, 8)
        for learner, measure in LEARNERS.items():
            with self.subTest(learner=learner):
                self.train(learner, "--set", "rounds=1", output="one.json")
                self.train(learner, "--set", "rounds=40")
                self.assertGreater(self.value(measure, "train.txt", "model.json"), self.value(measure, "train.txt", "one.json") + 0.01)
                shown = self.gradus("model", "show", "model.json")
                self.assertIn(f"kind        {'linear' if learner == 'adarank' else 'trees'}\nlearner     {learner}\n", shown)
                self.assertIn("rounds = 40\n", shown)

    def test_rankboost_logs_a_bound_that_holds(self):
        self.synth("train.txt", 40, 20, 6)
        self.train("rankboost", "--set", "rounds=60", "--log", "log")
        lines = self.log("log")
        self.assertEqual([line["step"] for line in lines], list(range(1, 61)))
        for line, tree in zip(lines, json.loads(self.content("model.json"))["trees"], strict=True):
            self.assertAlmostEqual(line["threshold"], tree["threshold"][0], delta=1e-6 * abs(line["threshold"]))
            self.assertEqual((line["feature"], [0, line["alpha"]]), (str(tree["feature"][0] + 1), tree["value"]))
        product = 1.0
        for line in lines:
            self.assertLessEqual(line["z"], (1 - line["r"] ** 2) ** 0.5 + 1e-9)
            product *= line["z"]
            self.assertAlmostEqual(line["bound"], product, delta=1e-9)
        wrong = 1.0 - self.value("pair_accuracy", "train.txt", "model.json")
        self.assertLessEqual(wrong, 2 * product)  # the mean over queries instead of that over pairs

    def test_adarank_takes_any_measure_from_0_to_1(self):
        self.synth("train.txt", 30, 20, 4)
        for measure in ("AP", "AUC", "P@5", "NDCG", "RR", "GAP", "ERR", "RBP"):
            with self.subTest(measure=measure):
                self.train("adarank", "--for", measure, "--set", "rounds=20")
        self.assert_fails(["train", "adarank", "--train", "train.txt", "--for", "DCG", "-o", "m.json"],
                          "measure dcg: its values are not all between 0 and 1, as boosting by a measure needs them; train for another, such as NDCG or AP")

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        self.synth("train.txt", 60, 40, 8)
        self.synth("valid.txt", 20, 30, 8, 2)
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                texts = {self.train(learner, "--valid", "valid.txt", "--set", "rounds=30", "--threads", threads) for threads in ("1", "2", "3", "8")}
                self.assertEqual(len(texts), 1)

    def test_survives_being_killed_at_random_moments(self):
        self.synth("train.txt", 60, 30, 10)
        self.synth("valid.txt", 20, 30, 10, 2)
        for learner, more in {"rankboost": ["--set", "rounds=60"], "adarank": ["--set", "rounds=60", "--set", "patience=0", "--for", "AP"],
                              "focusedboost": ["--set", "rounds=20", "--set", "beta=0:0.5:1"]}.items():
            with self.subTest(learner=learner):
                self.assert_survives_kills([learner, "--train", "train.txt", "--valid", "valid.txt", "--checkpoint-every", "0", "--also", "RR=also.json", *more])

    def test_beta_is_chosen_on_validation_data(self):
        self.synth("train.txt", 60, 30, 8)
        self.synth("valid.txt", 30, 30, 8, 2)
        self.train("focusedboost", "--valid", "valid.txt", "--set", "beta=1:0.2:0", "--set", "rounds=10", "--stop-on", "P@3", "--log", "log")
        lines = self.log("log")
        self.assertEqual([(line["with"], line["step"]) for line in lines], [(f"beta={beta}", n) for beta in (1, 0.2, 0) for n in range(1, 11)])
        values = [line["valid"]["p@3"] for line in lines]
        first = lines[values.index(max(values))]
        self.assertEqual(lines[-1]["best"], {"step": first["step"], "candidate": first["candidate"]})
        self.assertAlmostEqual(self.value("p@3", "valid.txt", "model.json"), max(values), delta=5e-5)
        self.assertEqual(len(json.loads(self.content("model.json"))["trees"]), first["step"])
        self.assert_fails(["train", "focusedboost", "--train", "train.txt", "--set", "beta=0:1", "-o", "m.json"],
                          "option --valid: several values of a parameter can only be chosen from by validation data; give one, or name validation data with --valid")

    def test_what_boosting_does_not_do_is_said(self):
        self.synth("train.txt", 10, 10, 3)
        self.train("rankboost", "--set", "rounds=2")
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.assert_fails(["train", learner, "--train", "train.txt", "--for", "NDCG", "--for", "AP", "-o", "m.json"],
                                  "option --for: boosting is for one measure; give one --for; several --stop-on may pick the best round")
                self.assert_fails(["train", learner, "--train", "train.txt", "--start", "model.json", "-o", "m.json"],
                                  "model.json: boosting does not go on from a finished model; leave out --start; --checkpoint and --resume go on after a break")

    def test_odd_data_is_learned_from_or_refused(self):
        # Queries without relevant and without nonrelevant documents, constant, missing and huge features, equal documents.
        self.write("train.txt", "1 qid:1 1:5 2:NULL 3:1\n0 qid:1 1:5 2:1e30 3:1\n1 qid:2 1:5\n1 qid:2 1:5 3:2\n0 qid:3 1:5 2:2\n0 qid:3 1:5 2:-1e30\n"
                                "1 qid:4 1:5 3:7\n0 qid:4 1:5 3:7\n0.5 qid:5 2:3\n1e9 qid:5 2:4\n0 qid:5 2:5\n")
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner, *(["--for", "NDCG(gain=linear)"] if learner != "rankboost" else []))
                for score in self.gradus("score", "model.json", "train.txt").split():
                    self.assertLess(abs(float(score)), 1e35)
        self.write("train.txt", "2 qid:1 1:3\n1 qid:1 1:2\n0 qid:1 1:1\n")  # one feature, separable
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner)
                self.assertEqual(self.value("NDCG", "train.txt", "model.json"), 1.0)
        self.write("train.txt", "0 qid:1 1:5\n0 qid:1 1:6\n")
        for learner in ("rankboost", "focusedboost"):
            with self.subTest(learner=learner):
                self.assert_fails(["train", learner, "--train", "train.txt", "-o", "m.json"],
                                  "training data: no query has documents whose order could be learned; give data with different grades within queries")
        self.assert_fails(["train", "adarank", "--train", "train.txt", "-o", "m.json"],
                          "training data: the measure ndcg@10 is undefined in every query; give data with relevant documents")


if __name__ == "__main__":
    main()
