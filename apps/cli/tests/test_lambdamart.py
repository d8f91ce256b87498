"""Trees on the command line: the same bytes for any threads and after any number of deaths, odd data, full disks."""

import json
import os
import random
import subprocess
import time

from command import main, more_help
from training import TrainingTest

SMALL = ["--set", "trees=20", "--set", "leaves=8", "--set", "min_leaf_documents=5"]


class LambdaMart(TrainingTest):
    def train(self, data, output, *more):
        self.gradus("train", "lambdamart", "--train", data, "-o", output, *more)
        return self.content(output)

    def trees(self, model):
        return len(json.loads(self.content(model))["trees"])


class SameBytes(LambdaMart):
    def test_for_any_number_of_threads(self):
        """Large enough that eight threads are used: each has 100,000 values."""
        self.synth("train.txt", 80, 100, 136, 1, "--clicks")
        lines = self.content("train.txt").count("\n")
        self.assertGreaterEqual(lines * 136, 800_000)
        self.synth("valid.txt", 10, 50, 136, 2, "--clicks")
        few = ["--set", "trees=5", "--set", "leaves=12"]
        for more in ([], ["--valid", "valid.txt"], ["--set", "rounding=fine"],
                     ["--set", "query_share=0.7", "--set", "feature_share=0.5"],
                     ["--for", "ERR", "--for", "CNDCG", "--columns", "click"]):
            with self.subTest(more=more):
                models = {threads: self.train("train.txt", f"m{threads}", "--threads", threads, *few, *more)
                          for threads in ("1", "2", "3", "8")}
                self.assertGreaterEqual(self.trees("m1"), 1)
                self.assertEqual(len(set(models.values())), 1, "models differ")

    def test_for_any_order_of_the_queries(self):
        self.synth("train.txt", 40, 30, 10)
        queries = {}
        for line in self.content("train.txt").splitlines(keepends=True):
            queries.setdefault(line.split()[1], []).append(line)
        order = list(queries)
        random.Random(5).shuffle(order)
        self.write("mixed.txt", "".join(line for query in order for line in queries[query]))
        self.assertNotEqual(self.content("train.txt"), self.content("mixed.txt"))
        for more in ([], ["--for", "AP", "--set", "query_share=0.5", "--set", "feature_share=0.5"]):
            with self.subTest(more=more):
                self.assertEqual(self.train("train.txt", "a", *SMALL, *more),
                                 self.train("mixed.txt", "b", *SMALL, *more))

    def test_another_seed_gives_another_model(self):
        self.synth("train.txt", 20, 30, 8)
        drawn = [*SMALL, "--set", "query_share=0.5"]
        first = json.loads(self.train("train.txt", "a", *drawn))
        second = json.loads(self.train("train.txt", "b", *drawn, "--seed", "2"))
        self.assertNotEqual(first["trees"], second["trees"])

    def test_after_being_killed_at_random_moments(self):
        self.synth("train.txt", 60, 40, 20)
        self.synth("valid.txt", 20, 40, 20, 2)
        self.assert_survives_kills(["lambdamart", "--train", "train.txt", "--valid", "valid.txt", "--set", "patience=0", "--set", "trees=100",
                                    "--set", "leaves=16", "--set", "query_share=0.8", "--checkpoint-every", "0"])
        self.assertEqual(self.trees("whole.part"), 100)  # the model has fewer: those up to the best
        self.assertEqual(sorted(set(line["step"] for line in self.log("log") if "step" in line)),
                         list(range(1, 101)))


class Files(LambdaMart):
    def test_the_log_is_lines_of_json_that_grow_with_the_trees(self):
        self.synth("train.txt", 100, 80, 40)
        self.synth("valid.txt", 10, 20, 40, 2)
        process = self.start("lambdamart", "--train", "train.txt", "--valid", "valid.txt", "--stop-on", "AP", "--stop-on", "P@5",
                             "--set", "trees=100000", "--set", "patience=0", "--log", "log", "-o", "model.json")
        seen = []
        while len(seen) < 3 or seen[-1] < seen[0] + 3:
            self.assertIsNone(process.poll(), "it should go on for minutes")
            if os.path.exists(self.path("log")):
                whole_lines = self.content("log").rpartition("\n")[0]
                seen.append(len(whole_lines.splitlines()))
            time.sleep(0.02)
        process.kill()
        lines = [json.loads(line) for line in self.content("log").rpartition("\n")[0].splitlines()]
        self.assertEqual([line["step"] for line in lines], list(range(1, len(lines) + 1)))
        for line in lines:
            self.assertEqual(list(line), ["step", "candidate", "valid", "best", "leaves", "seconds"])
            self.assertEqual(list(line["valid"]), ["ap", "p@5"])
            self.assertLessEqual(line["best"]["step"], line["step"])

    def test_start_goes_on_from_a_model(self):
        self.synth("train.txt", 30, 30, 10)
        self.train("train.txt", "whole.json", *SMALL)
        self.train("train.txt", "half.json", *SMALL, "--set", "trees=12")
        self.train("train.txt", "rest.json", *SMALL, "--set", "trees=8", "--start", "half.json")
        rest, whole = (json.loads(self.content(name)) for name in ("rest.json", "whole.json"))
        self.assertEqual(rest["trees"], whole["trees"])

    def test_validation_keeps_the_best_number_of_trees(self):
        self.synth("train.txt", 30, 30, 10)
        self.synth("valid.txt", 30, 30, 10, 2)
        self.train("train.txt", "best.json", *SMALL, "--set", "patience=0", "--valid", "valid.txt",
                   "--stop-on", "P@3", "--log", "log")
        values = [line["valid"]["p@3"] for line in self.log("log")]
        self.assertEqual(len(values), 20)
        self.assertEqual(self.trees("best.json"), values.index(max(values)) + 1)
        self.assertAlmostEqual(self.value("P@3", "valid.txt", "best.json"), max(values), delta=0.00005)

    def test_patience_ends_a_training_early(self):
        self.synth("train.txt", 30, 30, 10)
        self.synth("valid.txt", 30, 30, 10, 2)
        self.train("train.txt", "model.json", *SMALL, "--set", "trees=5000", "--set", "patience=6",
                   "--valid", "valid.txt", "--log", "log")
        self.assertEqual(len(self.log("log")), self.trees("model.json") + 6)


class LostCheckpoints(LambdaMart):
    def assert_note_and_model(self, returncode, messages):
        self.assertEqual(returncode, 0, messages)
        notes = [line for line in messages.splitlines() if "no new checkpoint: " in line]
        self.assertEqual(len(notes), 1, messages)
        self.assertIn("training goes on and tries again at the next one", notes[0])
        self.assertEqual(self.content("model.json"), self.content("undisturbed.json"))

    def test_a_full_disk_costs_the_checkpoint_but_not_the_model(self):
        os.mkdir(self.path("tiny"))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", self.path("tiny")],
                                 capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"SKIPPED LOUDLY: no small disk can be mounted: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", self.path("tiny")], check=True)
        self.synth("train.txt", 30, 30, 10)
        settings = [*SMALL, "--set", "trees=60"]
        self.train("train.txt", "undisturbed.json", *settings)
        self.assertGreater(len(self.content("undisturbed.json")), 16_384)
        result = self.run_gradus("train", "lambdamart", "--train", "train.txt", *settings, "--checkpoint", "tiny/part",
                                 "--checkpoint-every", "0", "-o", "model.json")
        self.assert_note_and_model(result.returncode, result.stderr)
        self.assertIn("No space left on device", result.stderr)
        # What was saved before the disk was full can still be gone on from.
        result = self.run_gradus("train", "lambdamart", "--train", "train.txt", *settings, "--checkpoint", "tiny/part",
                                 "--resume", "-o", "model.json")
        self.assertRegex(result.stderr, r"tiny/part: resumed after \d+ trees")
        self.assertEqual(self.content("model.json"), self.content("undisturbed.json"))

    def test_a_folder_that_goes_away_costs_the_checkpoint_but_not_the_model(self):
        self.synth("train.txt", 60, 60, 20)
        settings = ["--set", "trees=150", "--set", "leaves=16"]
        self.train("train.txt", "undisturbed.json", *settings)
        os.mkdir(self.path("folder"))
        process = self.start("lambdamart", "--train", "train.txt", *settings, "--checkpoint", "folder/part",
                             "--checkpoint-every", "0", "-o", "model.json")
        while not os.path.exists(self.path("folder/part")):
            self.assertIsNone(process.poll(), "it should write a checkpoint")
            time.sleep(0.001)
        os.rename(self.path("folder"), self.path("elsewhere"))
        _, messages = process.communicate(timeout=600)
        self.assert_note_and_model(process.returncode, messages)


class OddData(LambdaMart):
    def lines(self, name, rows):
        """LETOR text of (grade, query, features)."""
        return self.write(name, "".join(
            f"{grade} qid:{query} " + " ".join(f"{j + 1}:{x:.4f}" for j, x in enumerate(features)) + "\n"
            for grade, query, features in rows))

    def test_a_query_of_a_hundred_thousand_documents(self):
        draw = random.Random(1)
        rows = []
        for _ in range(100_000):
            x = [draw.random() for _ in range(3)]
            rows.append((int(3 * x[0]), 1, [x[0] + draw.gauss(0, 0.2), *x[1:]]))
        self.lines("train.txt", rows)
        self.train("train.txt", "model.json", "--set", "trees=5")
        self.assertGreater(self.value("NDCG@10", "train.txt", "model.json"), 0.9)

    def test_more_leaves_than_documents(self):
        draw = random.Random(2)
        self.lines("train.txt", [(i % 3, i // 4, [draw.random() for _ in range(3)]) for i in range(12)])
        self.train("train.txt", "model.json", "--set", "leaves=1000", "--set", "min_leaf_documents=0",
                   "--set", "min_leaf_hessian=0", "--set", "trees=30")
        for tree in json.loads(self.content("model.json"))["trees"]:
            self.assertLessEqual(len(tree["value"]), 12)
        self.assertEqual(self.value("NDCG", "train.txt", "model.json"), 1.0)

    def test_one_document_a_query_leaves_nothing_to_learn(self):
        draw = random.Random(3)
        self.lines("train.txt", [(i % 3, i, [draw.random()]) for i in range(50)])
        self.assert_fails(["train", "lambdamart", "--train", "train.txt", "-o", "model.json"],
                          "training data: no query has documents whose order could be learned; give data with different grades within queries")


class Refusals(LambdaMart):
    def test_say_what_is_wrong(self):
        self.synth("train.txt", 10, 10, 5)
        self.write("valid.txt", self.content(self.synth("other.txt", 10, 10, 5, 3)).replace("qid:", "qid:9"))
        self.synth("wide.txt", 5, 10, 9, 2)
        self.train("train.txt", "five.json", *SMALL)
        self.train("train.txt", "model.json", *SMALL, "--checkpoint", "part", "--checkpoint-every", "0")
        train = ["train", "lambdamart", "--train", "train.txt", *SMALL, "-o", "new.json"]
        more = more_help("train")
        self.assert_fails([*train, "--resume"], "--resume: from what? Name the file with --checkpoint" + more, 2)
        self.assert_fails([*train, "--stop-on", "AP"],
                          "--stop-on: on what? Name validation data with --valid" + more, 2)
        self.assert_fails([*train, "--valid", "wide.txt"],
                          "wide.txt: it has 9 features, but the training data has 5; "
                          "give data with the same features, or leave out the others with --extra-features ignore")
        for change, what in ((["--set", "l2=1"], "--set l2 is 0 in the checkpoint and 1 now"), (["--seed", "2"], "--seed is 1 in the checkpoint and 2 now"),
                             (["--for", "AP"], "--for is ndcg@10 in the checkpoint and ap now"),
                             (["--valid", "valid.txt"], "the validation data is not given in the checkpoint and "),
                             (["--start", "five.json"], "--start is not given in the checkpoint and the model with checksum ")):
            with self.subTest(change=change):
                result = self.run_gradus(*train, "--checkpoint", "part", "--resume", *change)
                self.assertEqual(result.returncode, 1)
                self.assertIn("part: the checkpoint belongs to another training: ", result.stderr)
                self.assertIn(what, result.stderr)
                self.assertIn("; resume with what the training was started with, or start anew with --force\n", result.stderr)
        self.assert_fails([*train, "--checkpoint", "five.json", "--resume"],
                          "five.json: it is not a checkpoint; give the file of an earlier --checkpoint")
        self.assert_fails([*train, "--checkpoint", "nowhere/part.json"], "nowhere/part.json: its folder does not exist; create the folder first")
        self.assert_fails([*train[:2], "--train", "wide.txt", "-o", "new.json", "--start", "five.json"],
                          "wide.txt: it has 9 features, but the model to start from has 5; "
                          "give data with the same features, or leave out the others with --extra-features ignore")
        self.assert_fails([*train, "--set", "leaves=1"],
                          "option --set leaves=1: leaves=1 is not a number from 2 to 65536; the default is 31")

    def test_resume_without_a_checkpoint_starts_anew_and_says_so(self):
        self.synth("train.txt", 10, 10, 5)
        result = self.run_gradus("train", "lambdamart", "--train", "train.txt", *SMALL, "--checkpoint", "part",
                                 "--resume", "-o", "model.json")
        self.assertEqual(result.returncode, 0)
        self.assertIn("part: there is no checkpoint; training starts anew", result.stderr)


if __name__ == "__main__":
    main()
