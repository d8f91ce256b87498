"""What training promises of splits, tolerances and costs, and what it says beforehand."""

import json
import random
import re
import resource
import subprocess

from command import GRADUS, main
from test_train import planted
from training import TrainingTest


class Promises(TrainingTest):
    def last_gains(self):
        """Of the splits with a leaf on both sides."""
        trees = json.loads(self.content("m.json"))["trees"]
        return [tree["gain"][i] for tree in trees for i in range(len(tree["gain"])) if tree["left"][i] < 0 and tree["right"][i] < 0]

    def test_no_split_gains_nothing(self):
        # Feature 2 says nothing: whatever feature 1 is, both its values have the same grades.
        lines = [f"{x1 % 2} qid:{query} 1:{x1} 2:{x2}\n" for query in range(20) for x1 in range(6) for x2 in range(4)]
        self.write("train.txt", "".join(lines))
        for learner in ("lambdamart", "mart"):
            for rounding in ("coarse", "fine"):
                with self.subTest(learner=learner, rounding=rounding):
                    self.gradus("train", learner, "--train", "train.txt", "--set", "trees=20", "--set", "min_leaf_documents=1", "--set",
                                f"rounding={rounding}", "-o", "m.json")
                    self.assertGreater(len(self.last_gains()), 5)
                    self.assertGreater(min(self.last_gains()), 1e-10)

    def test_a_least_gain_is_kept(self):
        self.write("train.txt", planted(40, 1))
        self.gradus("train", "lambdamart", "--train", "train.txt", "--set", "trees=20", "--set", "min_leaf_documents=1", "--set", "min_gain=0.5",
                    "-o", "m.json")
        self.assertGreater(len(self.last_gains()), 5)
        self.assertGreater(min(self.last_gains()), 0.5)

    def test_epsilon_says_what_it_means_for_sums_of_hinges(self):
        self.synth("train.txt", 30, 20, 5)
        for learner in ("ranksvm", "svmacc", "svm"):
            with self.subTest(learner):
                help_text = " ".join(self.run_gradus("train", learner, "--help").stdout.split())
                self.assertIn("within C times this of its least; where the hinges are summed up and not averaged (ranksvm, svmacc), times their sum "
                              "without a model", help_text)
        # The gap of ranksvm ends within C·epsilon times the number of pairs, and above C·epsilon.
        self.gradus("train", "ranksvm", "--train", "train.txt", "--set", "C=1", "--set", "epsilon=0.01", "--log", "log", "-o", "m.json")
        first, last = self.log("log")[0], self.log("log")[-1]
        self.assertLessEqual(last["gap"], 0.01 * first["risk"])
        self.assertGreater(last["gap"], 0.01)

    def test_a_huge_cost_ends_and_says_how_far_it_came(self):
        self.synth("train.txt", 60, 40, 20)
        result = self.run_gradus("train", "svm", "--train", "train.txt", "--set", "C=1e12", "--set", "epsilon=1e-9", "--progress", "json", "-o", "m.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        notes = [line["note"] for line in map(json.loads, result.stderr.splitlines()) if "note" in line]
        self.assertTrue(any(re.match(r"C=1e\+12: after \d+ rounds the objective may still be \S+ above its least", note) for note in notes), notes)


class Memory(TrainingTest):
    FEATURES = 30_000

    def setUp(self):
        super().setUp()
        draw = random.Random(1)
        self.write("wide.txt", "".join(f"{i % 3} qid:{i // 15} " + " ".join(f"{j}:{draw.randrange(99)}" for j in range(1, self.FEATURES + 1)) + "\n"
                                       for i in range(30)))

    def limited(self, gigabytes, *arguments):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (int(gigabytes * 2**30),) * 2)
        result = subprocess.run([GRADUS, "train", "lambdamart", "--train", "wide.txt", "--set", "trees=1", "--set", "min_leaf_documents=1", "-o", "m.json",
                                 "--quiet", *arguments], cwd=self.folder, text=True, capture_output=True, preexec_fn=limit)
        if "AddressSanitizer failed to allocate" in result.stderr:
            self.skipTest("SKIPPED LOUDLY: with sanitizers the program needs more room than any limit")
        return result

    def test_many_features_and_leaves_fit_into_little_memory(self):
        result = self.limited(2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreater(len(json.loads(self.content("m.json"))["trees"][0]["gain"]), 5)

    def test_a_lack_of_memory_is_told_with_its_arithmetic(self):
        result = self.limited(0.5)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"error: training data: there is no memory for histograms: [\d,]+ columns x \d+ bins x 12 bytes is \S+ MB for each of "
                                        r"\d+ leaves and \d+ threads?, \S+ GB in all; use fewer features or --threads 1, or allow the process more memory ")


class Beforehand(TrainingTest):
    def test_a_measure_of_a_column_that_was_not_read_names_the_option_and_the_file(self):
        self.write("train.txt", planted(5, 1))
        self.write("valid.txt", planted(5, 2).replace("qid:", "qid:valid"))
        self.write("train.txt.click", "1\n0\n" * 20)
        missing = "{0}: ndcg(labels=click, scale=4)@10 is measured on label column 'click', which was not read; add --columns click, which reads {0}.click"
        self.assert_fails(["train", "lambdamart", "--train", "train.txt", "--for", "CNDCG@10", "-o", "m.json"], missing.format("train.txt"))
        self.assert_fails(["train", "mart", "--train", "train.txt", "--valid", "valid.txt", "--stop-on", "CNDCG@10", "-o", "m.json"],
                          missing.format("valid.txt"))
        self.assert_fails(["train", "mart", "--train", "train.txt", "--valid", "valid.txt", "--also", "CNDCG@10=x.json", "-o", "m.json"],
                          missing.format("valid.txt"))

    def test_learners_of_all_pairs_tell_of_a_long_list(self):
        self.synth("train.txt", 1, 60000, 1)
        for learner in ("ranknet", "softrank", "focusednet"):
            with self.subTest(learner):
                process = self.start(learner, "--train", "train.txt", "--set", "epochs=1", "-o", "m.json")
                said = ""
                while "pairs of different grades" not in said:
                    line = process.stderr.readline()
                    self.assertNotEqual(line, "", said)
                    said += line
                self.assertRegex(said, r"note: query '1' has \d\d,\d{3} documents and up to [\d,]+ pairs of different grades: about .* for each epoch\. "
                                       r"The learner lambdarank looks only at pairs near the top with --set truncation=1000; ")
                process.kill()

    def test_a_list_that_makes_every_step_long_is_told_of(self):
        self.synth("train.txt", 1, 60000, 1)
        process = self.start("lambdamart", "--train", "train.txt", "--for", "AP", "--set", "trees=1", "-o", "m.json")
        said = ""
        while "truncation" not in said:
            line = process.stderr.readline()
            self.assertNotEqual(line, "", said)
            said += line
        self.assertRegex(said, r"note: query '1' has \d\d,\d{3} documents and up to [\d,]+ pairs of different grades, and ap looks at all of them: about "
                         r"\S+ s for each tree\. Only pairs near the top count with a measure with a cutoff, such as --for NDCG@10, or with "
                         r"--set truncation=1000\n$")
        process.kill()
        for more in (["--for", "NDCG@10"], ["--for", "AP", "--set", "truncation=1000"]):
            result = self.run_gradus("train", "lambdamart", "--train", "train.txt", *more, "--set", "trees=1", "-o", "m.json")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn("pairs of different grades", result.stderr)


if __name__ == "__main__":
    main()
