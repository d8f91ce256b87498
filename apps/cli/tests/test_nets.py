"""Nets on the command line: the same bytes for any threads and after any number of deaths, odd data, local optima."""

import json

from command import main, more_help
from training import TrainingTest

LEARNERS = ("ranknet", "lambdarank", "softrank", "listnet", "listmle", "focusednet")
SHORT = ("--set", "epochs=5", "--set", "learning_rate=0.01")


class Nets(TrainingTest):
    def test_every_learner_trains_scores_and_shows_its_model(self):
        self.synth("train.txt", 60, 30, 8)
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner, "--set", "epochs=1", "--set", "learning_rate=1e-9", output="start.json")
                self.train(learner, "--set", "epochs=30", "--set", "optimiser=adam", "--set", "batch=4")
                self.assertGreater(self.value("NDCG@10", "train.txt", "model.json"),
                                   self.value("NDCG@10", "train.txt", "start.json") + 0.1)
                self.assertEqual(len(self.gradus("score", "model.json", "train.txt").split()),
                                 self.content("train.txt").count("\n"))
                self.assertIn("hidden      10 units", self.gradus("model", "show", "model.json"))
                self.assertEqual(json.loads(self.content("model.json"))["learner"], learner)

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        self.synth("train.txt", 40, 30, 8)
        self.synth("valid.txt", 20, 30, 8, 2)
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                texts = {self.train(learner, *SHORT, "--set", "batch=8", "--valid", "valid.txt", "--threads", threads)
                         for threads in ("1", "2", "3", "8")}
                self.assertEqual(len(texts), 1)

    def test_survives_being_killed_at_random_moments(self):
        self.synth("train.txt", 60, 40, 20)
        self.synth("valid.txt", 20, 40, 20, 2)
        self.assert_survives_kills(["softrank", "--train", "train.txt", "--valid", "valid.txt", "--for", "AP(rel=2)", "--set", "epochs=60",
                                    "--set", "optimiser=adam", "--set", "sigma=0.1:1", "--set", "restart_after=5", "--checkpoint-every", "0",
                                    "--also", "RR=also.json"])
        epochs = [line for line in self.log("log") if "step" in line]
        self.assertEqual({line["step"] for line in epochs}, set(range(1, 61)))
        self.assertEqual({line["objective"] for line in epochs}, {"soft(ap(rel=2))", "soft(ap(rel=2), sigma=1)"})

    def test_one_training_gives_the_best_epoch_by_several_measures(self):
        self.synth("train.txt", 60, 30, 8)
        self.synth("valid.txt", 30, 30, 8, 2)
        for learner, rounds in (("lambdarank", "epochs=20"), ("lambdamart", "trees=40")):
            with self.subTest(learner=learner):
                run = ("--valid", "valid.txt", "--set", rounds)
                self.train(learner, *run, "--stop-on", "AP(rel=2)", "--also", "P(rel=4)@3=also.json", "--also", "NDCG@1=also1.json")
                for stop_on, name in (("AP(rel=2)", "model.json"), ("P(rel=4)@3", "also.json"), ("NDCG@1", "also1.json")):
                    self.assertEqual(self.train(learner, *run, "--stop-on", stop_on, output="own.json"), self.content(name), stop_on)
                self.assertGreater(len({self.content(name) for name in ("model.json", "also.json", "also1.json")}), 1)

    def test_the_log_has_the_curves_of_every_measure_that_picks(self):
        self.synth("train.txt", 30, 20, 4)
        self.synth("valid.txt", 20, 20, 4, 2)
        self.train("ranknet", *SHORT, "--for", "NDCG", "--valid", "valid.txt", "--stop-on", "AP", "--also", "P@3=also.json", "--log", "log")
        lines = self.log("log")
        self.assertEqual([line["step"] for line in lines], [1, 2, 3, 4, 5])
        for line in lines:
            self.assertEqual(list(line["train"]), ["ndcg", "ap", "p@3"])
            self.assertEqual(list(line["valid"]), ["ap", "p@3"])

    def test_says_what_is_wrong_with_a_further_model(self):
        self.synth("train.txt", 4, 10, 3)
        for text in ("AP", "AP=", "=file", "AP(rel=2)"):
            self.assert_fails(["train", "ranknet", "--train", "train.txt", "--valid", "train.txt", "--also", text, "-o", "m.json"],
                               f"--also {text}: give a measure and a file, as in AP=best-by-ap.json" + more_help("train"), code=2)
        self.assert_fails(["train", "ranknet", "--train", "train.txt", "--also", "AP=a.json", "-o", "m.json"],
                           "--also: on what? Name validation data with --valid" + more_help("train"), code=2)

    def test_a_linear_net_is_a_linear_model(self):
        self.synth("train.txt", 40, 30, 8)
        self.assertEqual(json.loads(self.train("ranknet", *SHORT, "--set", "hidden=0"))["model"], "linear")

    def test_odd_data_is_learned_from_or_refused(self):
        self.write("train.txt", "2 qid:1 1:5 2:NULL\n0 qid:1 1:5 2:1e30\n1 qid:2 1:5\n1 qid:3 1:5 2:2\n0 qid:3 1:5 2:-1e30\n")
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner, *SHORT)
                for score in self.gradus("score", "model.json", "train.txt").split():
                    self.assertLess(abs(float(score)), 1e6)
        self.write("train.txt", "1 qid:1 1:5\n1 qid:1 1:6\n")
        for learner in ("ranknet", "lambdarank", "softrank", "listmle"):
            with self.subTest(learner=learner):
                self.assert_fails(["train", learner, "--train", "train.txt", "-o", "m.json"],
                                  "training data: no query has documents whose order could be learned; "
                                  "give data with different grades within queries")

    def test_huge_grades_are_learned_from_where_the_measure_is_a_share_and_refused_elsewhere(self):
        self.synth("train.txt", 20, 20, 4)
        lines = [line.split(" ", 1) for line in self.content("train.txt").splitlines()]
        self.write("train.txt", "".join(f"{100000 if grade == '2' else grade} {rest}\n" for grade, rest in lines))
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.train(learner, *SHORT, "--for", "NDCG")
                self.assertGreater(self.value("P(rel=100000)@1", "train.txt", "model.json"), 0.0)
        self.write("train.txt", "".join(f"{90 if grade == '2' else grade} {rest}\n" for grade, rest in lines))
        for learner in ("lambdarank", "softrank"):
            with self.subTest(learner=learner):
                result = self.run_gradus("train", learner, "--train", "train.txt", "--for", "DCG", "-o", "m.json", "--quiet")
                self.assertEqual(result.returncode, 1)
                *notes, error = result.stderr.splitlines()
                self.assertEqual(notes[0], "note: epoch 1: the weights left the range of numbers; it is done again with the rate 0.001 instead of 0.01")
                self.assertEqual(error, "error: option --set learning_rate=1e-07: the weights leave the range of numbers even with this rate; "
                                 "use a smaller rate, or grades and weights of a usual size")

    def test_says_what_cannot_be_trained_for(self):
        self.synth("train.txt", 4, 10, 3)
        result = self.run_gradus("train", "softrank", "--train", "train.txt", "--for", "bpref", "-o", "m.json")
        self.assertEqual(result.returncode, 2)
        self.assertIn("measure bpref: it has no smooth form to train for; train for one of ", result.stderr)
        self.train("ranknet", *SHORT)
        self.assert_fails(["train", "listnet", "--train", "train.txt", "--start", "model.json", "--set", "hidden=3", "-o", "m.json"],
                          "model.json: the model to start from is not a net of 3 features and 3 hidden units; "
                          "start from a net of the same shape, or give its number of units with --set hidden")


class Optimality(TrainingTest):
    def setUp(self):
        super().setUp()
        self.synth("train.txt", 30, 20, 4)
        self.synth("test.txt", 30, 20, 4, 2)
        self.gradus("train", "lambdarank", "--train", "train.txt", "--set", "epochs=20", "-o", "net.json")

    def analyse(self, *more, model="net.json"):
        return self.gradus("analyse", "optimality", "--model", model, "--data", "train.txt", "--data", "test.txt", *more)

    def test_tells_in_words_what_the_trials_say(self):
        shown = self.analyse("-m", "NDCG@10", "-m", "AP(rel=2)", "--directions", "20")
        self.assertEqual(len(shown.split("\n\n")[0].splitlines()), 5)
        self.assertIn("test.txt, AP(rel=2): ", shown)
        self.assertRegex(shown, "open: .* 20 directions are too few|not a local optimum: ")

    def test_is_the_same_for_any_number_of_threads_and_kinds_of_models(self):
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "--set", "rounds=2", "-o", "linear.json")
        self.gradus("train", "mart", "--train", "train.txt", "--set", "trees=3", "--set", "leaves=4", "-o", "trees.json")
        for model in ("net.json", "linear.json", "trees.json"):
            with self.subTest(model=model):
                texts = {self.analyse("--directions", "15", "--json", "--threads", threads, model=model)
                         for threads in ("1", "2", "5")}
                self.assertEqual(len(texts), 1)
                result = json.loads(texts.pop())["results"][0]
                self.assertEqual(result["trials"], 150)
                self.assertAlmostEqual(result["value"], self.value("NDCG@10", "train.txt", model), delta=0.00005)

    def test_finds_an_optimum_where_nothing_can_be_better(self):
        self.write("train.txt", "".join(f"{grade} qid:{query} 1:{grade} 2:{query % 3}\n" for query in range(9) for grade in range(3)))
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "-o", "linear.json")
        shown = self.gradus("analyse", "optimality", "--model", "linear.json", "--data", "train.txt", "--relative", "--steps", "0.1,0.2")
        self.assertIn("a local optimum, with 99 % confidence: in no direction does it rise by more than 0.003", shown)


if __name__ == "__main__":
    main()
