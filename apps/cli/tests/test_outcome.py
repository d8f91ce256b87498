"""What a training says at its end, and what its model file keeps of it."""

import json
import re

from command import main
from test_train import planted
from training import TrainingTest

NOTHING_TO_LEARN = {"judged": ["--for", "judged@5"], "ap": ["--for", "AP"]}


class Outcome(TrainingTest):
    def train(self, *arguments):
        result = self.run_gradus("train", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def learners(self):
        return [entry.split()[0] for entry in re.findall(r"^## (.*)$", self.gradus("list", "learners", "--markdown"), re.MULTILINE)]

    def test_every_learner_tells_it_and_keeps_it_in_the_model(self):
        self.write("train.txt", planted(40, 1))
        self.write("valid.txt", planted(20, 2))
        self.assertGreaterEqual(len(self.learners()), 16)
        for learner in self.learners():
            with self.subTest(learner):
                settings = ["--set", "epochs=5"] if "net" in learner or learner in ("lambdarank", "softrank", "listmle") else []
                said = self.train(learner, "--train", "train.txt", "--valid", "valid.txt", "--stop-on", "NDCG@3", *settings, "-o", "m.json")
                kept, wrote = said.splitlines()
                found = re.fullmatch(r"Kept ([^:]+): validation NDCG@3 (0\.\d{4}|1\.0000), .*training .*\. Stopped: [^.]+\..*", kept)
                self.assertIsNotNone(found, kept)
                self.assertRegex(wrote, r"^Trained in .* s; wrote m\.json\.$")
                self.assertAlmostEqual(float(found.group(2)), self.value("NDCG@3", "valid.txt", "m.json"), delta=5.1e-5)
                model = json.loads(self.content("m.json"))
                self.assertEqual(model["outcome"]["kept"], found.group(1))
                self.assertEqual(model["outcome"]["validation"][0][0], "NDCG@3")
                self.assertIn(kept, self.gradus("model", "show", "m.json"))
                quiet = self.gradus("train", learner, "--train", "train.txt", "--valid", "valid.txt", "--stop-on", "NDCG@3", *settings,
                                    "--threads", "3", "-o", "quiet.json")
                self.assertEqual(quiet, "")
                self.assertEqual(self.content("quiet.json"), self.content("m.json"))

    def test_without_validation_data_no_value_is_called_one_of_validation(self):
        self.write("train.txt", planted(40, 1))
        for learner in ("ranknet", "lambdamart", "adarank", "coordinate-ascent", "svm"):
            with self.subTest(learner):
                settings = ["--set", "epochs=5"] if learner == "ranknet" else []
                result = self.run_gradus("train", learner, "--train", "train.txt", *settings, "-o", "m.json")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn(": training ", result.stdout)
                self.assertNotIn("validation", result.stdout)
                self.assertNotIn("best in epoch", result.stderr)

    def test_tells_why_it_stopped(self):
        self.write("train.txt", planted(40, 1))
        self.write("valid.txt", planted(20, 2))
        run = ["--train", "train.txt", "--valid", "valid.txt", "-o", "m.json"]
        said = self.train("lambdamart", *run, "--set", "patience=7")
        trees, made = re.match(r"Kept (\d+) of (\d+) trees: ", said).groups()
        self.assertEqual(int(made) - int(trees), 7)
        self.assertIn("Stopped: no improvement for 7 trees.\n", said)
        self.assertIn("Stopped: no improvement for 1 tree.\n", self.train("lambdamart", *run, "--set", "patience=1"))
        said = self.train("lambdamart", *run, "--set", "trees=1")
        self.assertIn("Kept 1 of 1 tree: ", said)
        self.assertIn("Stopped: trees=1 reached. The best was the last tree: try more, such as --set trees=2.\n", said)
        said = self.train("ranknet", *run, "--set", "epochs=400", "--set", "patience=3")
        self.assertIn("Stopped: no improvement for 3 epochs.\n", said)
        said = self.train("svm", *run, "--set", "C=0.001:0.01")
        self.assertRegex(said, r"^Kept C=0\.0?01 after \d+ rounds? with a gap of \S+: ")

    def test_a_model_on_stdout_leaves_the_words_to_stderr(self):
        self.write("train.txt", planted(40, 1))
        result = self.run_gradus("train", "mart", "--train", "train.txt", "--set", "trees=2", "-o", "-")
        self.assertEqual(json.loads(result.stdout)["learner"], "mart")
        self.assertIn("Kept 2 of 2 trees: training NDCG@10 ", result.stderr)

    def test_the_gap_that_is_told_is_that_of_the_chosen_c(self):
        self.synth("train.txt", 60, 30, 8)
        self.synth("valid.txt", 30, 30, 8, 2)
        said = self.train("svm", "--train", "train.txt", "--valid", "valid.txt", "--set", "C=0.01:1:100", "--log", "log", "-o", "m.json")
        cost, rounds, gap = re.match(r"Kept C=(\S+) after (\d+) rounds? with a gap of (\S+): ", said).groups()
        own = [line for line in self.log("log") if line["C"] == float(cost) and "valid" in line][-1]
        self.assertEqual((int(rounds), f"{own['gap']:.2g}"), (own["rounds"], gap))
        chosen = dict(json.loads(self.content("m.json"))["parameters"])["chosen"]
        self.assertEqual(chosen, f"C={cost}")

    def test_a_start_that_is_better_than_anything_after_it_stays(self):
        self.write("train.txt", planted(40, 1))
        self.write("valid.txt", planted(20, 2))
        self.write("noise.txt", re.sub(r"^\d", lambda found: str(2 - int(found.group(0))), planted(40, 3), flags=re.MULTILINE))
        for learner, settings in (("lambdamart", ["--set", "trees=5"]), ("mart", ["--set", "trees=5"]), ("ranknet", ["--set", "epochs=3"])):
            with self.subTest(learner):
                self.train(learner, "--train", "train.txt", "--valid", "valid.txt", *settings, "-o", "good.json")
                said = self.train(learner, "--train", "noise.txt", "--valid", "valid.txt", "--start", "good.json", "--also", "AP=ap.json", *settings,
                                  "-o", "m.json")
                before = self.value("NDCG@10", "valid.txt", "good.json")
                self.assertGreaterEqual(self.value("NDCG@10", "valid.txt", "m.json"), before)
                self.assertGreaterEqual(self.value("AP", "valid.txt", "ap.json"), self.value("AP", "valid.txt", "good.json"))
                if learner != "ranknet":
                    self.assertRegex(said, r"^Kept [1-5] of ([6-9]|10) trees \([1-5] from the start\): ")


class NothingLearned(TrainingTest):
    def refuse(self, arguments, message):
        result = self.run_gradus("train", *arguments, "-o", "m.json", "--quiet")
        self.assertEqual((result.returncode, result.stdout), (1, ""), (arguments, result.stderr))
        self.assertRegex(result.stderr, "(?m)^error: training data: " + message, arguments)  # perhaps after notes

    def learners(self):
        return [entry.split()[0] for entry in re.findall(r"^## (.*)$", self.gradus("list", "learners", "--markdown"), re.MULTILINE)]

    def test_grades_that_are_all_0(self):
        self.write("zero.txt", re.sub(r"^\d", "0", planted(40, 1), flags=re.MULTILINE))
        for learner in self.learners():
            with self.subTest(learner):
                self.refuse([learner, "--train", "zero.txt"], "")

    def test_weights_that_are_all_0(self):
        self.write("train.txt", planted(40, 1))
        self.write("train.txt.weight", "0\n" * 320)
        for learner in ("lambdamart", "mart", "ranknet", "lambdarank", "listnet", "svm", "ranksvm", "svmacc"):
            with self.subTest(learner):
                self.refuse([learner, "--train", "train.txt"], "")

    def test_a_measure_that_no_order_changes(self):
        self.write("train.txt", planted(40, 1))
        for learner in ("lambdamart", "lambdarank", "adarank", "coordinate-ascent"):
            with self.subTest(learner):
                self.refuse([learner, "--train", "train.txt", "--for", "judged@5"], "nothing was learned: ")

    def test_grades_that_are_not_relevant_to_the_measure(self):
        self.write("half.txt", re.sub(r"^\d", lambda found: "0.5" if found.group(0) != "0" else "0", planted(40, 1), flags=re.MULTILINE))
        for learner in ("lambdamart", "lambdarank", "softrank", "svm", "adarank", "coordinate-ascent"):
            with self.subTest(learner):
                self.refuse([learner, "--train", "half.txt", "--for", "AP"], "")

    def test_features_that_are_the_same_for_all_documents(self):
        self.write("constant.txt", re.sub(r" 1:.*", " 1:5 2:7", planted(40, 1)))
        for learner in self.learners():
            with self.subTest(learner):
                self.refuse([learner, "--train", "constant.txt"], "nothing was learned: ")

    def test_features_that_differ_between_queries_only(self):
        self.write("constant.txt", re.sub(r"qid:(\d+) 1:.*", r"qid:\1 1:\1 2:7", planted(40, 1)))
        for learner in ("adarank", "listnet", "ranknet", "svm", "rankboost"):
            with self.subTest(learner):
                self.refuse([learner, "--train", "constant.txt"], "nothing was learned: ")

    def test_grades_that_are_all_equal(self):
        self.write("equal.txt", re.sub(r"^\d", "2", planted(40, 1), flags=re.MULTILINE))
        for learner in self.learners():
            with self.subTest(learner):
                self.refuse([learner, "--train", "equal.txt"], "")

    def test_one_document_a_query(self):
        lines = planted(10, 1).splitlines(keepends=True)
        self.write("single.txt", "".join(re.sub(r"qid:\S+", f"qid:{i}", line) for i, line in enumerate(lines)))
        for learner in set(self.learners()) - {"mart", "svmacc"}:  # these look at no query
            with self.subTest(learner):
                self.refuse([learner, "--train", "single.txt"], "")

    def test_data_too_small_for_the_leaves(self):
        self.write("small.txt", planted(3, 1))
        self.refuse(["lambdamart", "--train", "small.txt"],
                    "nothing was learned: no tree found a split of the 24 documents that leaves 20 documents on each side; give more data or features "
                    "that differ, or lower --set min_leaf_documents and --set min_leaf_hessian\n$")


if __name__ == "__main__":
    main()
