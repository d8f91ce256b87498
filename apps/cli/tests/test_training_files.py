"""A training keeps what an earlier one left: its checkpoint and its log."""

import json
import os
import subprocess
import time

from command import GRADUS, main
from training import TrainingTest

# A short training of each family of learners; each has a checkpoint of its own kind.
LEARNERS = {
    "lambdamart": ["--set", "trees=3"],
    "ranknet": ["--set", "epochs=3"],
    "svm": ["--for", "AP", "--set", "C=1"],
    "rankboost": ["--set", "rounds=3"],
    "coordinate-ascent": ["--set", "restarts=2"],
}
THERE = "part: there is a checkpoint already, of a training that was broken off or is done; --resume goes on from it, --force starts anew and overwrites it"
LOGGED = "log: there is the log of an earlier training; name another file, or overwrite it with --force; --resume goes on with it"


class TrainingFilesTest(TrainingTest):
    def setUp(self):
        super().setUp()
        self.synth("train.txt", 10, 10, 5)
        self.synth("other.txt", 10, 10, 5, 2)

    def train(self, learner, *more):
        always = ["--checkpoint-every", "0"] if "--checkpoint" in more else []
        return ["train", learner, "--train", "train.txt", *LEARNERS[learner], *always, *more]

    def test_a_checkpoint_is_not_overwritten_without_being_told(self):
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                train = self.train(learner, "--checkpoint", "part", "-o", "model.json")
                self.gradus(*train)
                part, model = self.content("part"), self.content("model.json")
                self.assert_fails(train, THERE)  # the very same training
                self.assert_fails([*train, "--seed", "2"], THERE)
                self.assert_fails([word.replace("train.txt", "other.txt") for word in train], THERE)
                for other in LEARNERS:  # of another learner
                    self.assert_fails(self.train(other, "--checkpoint", "part", "-o", "model.json"), THERE)
                self.assertEqual(self.content("part"), part)
                self.gradus(*train, "--resume")  # a finished training is done at once
                self.assertEqual((self.content("part"), self.content("model.json")), (part, model))
                result = self.run_gradus(*train, "--resume", "--seed", "2")
                self.assertEqual(result.returncode, 1)
                self.assertIn("part: the checkpoint belongs to another training: --seed is 1 in the checkpoint and 2 now; "
                              "resume with what the training was started with, or start anew with --force\n", result.stderr)
                self.assertEqual(self.content("part"), part)
                self.gradus(*[word.replace("train.txt", "other.txt") for word in train], "--force")
                self.assertNotEqual(self.content("part"), part)
                os.remove(self.path("part"))

    def test_it_is_told_before_the_data_is_read(self):
        self.gradus(*self.train("lambdamart", "--checkpoint", "part", "-o", "model.json"))
        self.write("train.txt", "broken\n")
        self.assert_fails(self.train("lambdamart", "--checkpoint", "part", "-o", "model.json"), THERE)

    def test_what_is_not_a_checkpoint_is_never_overwritten(self):
        self.gradus(*self.train("lambdamart", "-o", "old.json"))
        for content in ("my notes\n", self.content("old.json")):
            self.write("part", content)
            for more in ([], ["--force"]):
                with self.subTest(content=content[:10], more=more):
                    self.assert_fails(self.train("lambdamart", "--checkpoint", "part", "-o", "model.json", *more),
                                      "part: it is not a checkpoint and would be overwritten; remove it, or name another file")
                    self.assertEqual(self.content("part"), content)
        self.write("part", "")  # as mktemp makes it
        self.gradus(*self.train("lambdamart", "--checkpoint", "part", "-o", "model.json"))

    def test_a_checkpoint_must_be_kept(self):
        os.mkfifo(self.path("pipe"))
        for place in ("-", "pipe"):
            self.assert_fails(self.train("lambdamart", "--checkpoint", place, "-o", "model.json"),
                              f"{place}: a checkpoint must be kept, and a stream keeps nothing; name a file")

    def test_a_log_belongs_to_one_training(self):
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                train = self.train(learner, "--log", "log", "-o", "model.json")
                self.gradus(*train)
                steps = len(self.log("log"))
                self.assertGreater(steps, 0)
                self.assert_fails(train, LOGGED)
                self.assertEqual(len(self.log("log")), steps)
                self.gradus(*train, "--force")
                self.assertEqual(len(self.log("log")), steps)
                os.remove(self.path("log"))

    def test_a_training_that_goes_on_adds_to_its_log(self):
        train = self.train("lambdamart", "--checkpoint", "part", "--log", "log", "-o", "model.json")
        self.gradus(*train)
        with open(self.path("log"), "a") as file:
            file.write('{"step":')  # half a line, as a kill may leave it
        self.gradus(*train, "--resume")
        self.assertEqual([line.get("step", line.get("resumed")) for line in self.log("log")], [1, 2, 3, 3])

    def test_a_refused_checkpoint_says_what_differs(self):
        self.synth("small.txt", 9, 10, 4)
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                self.gradus(*self.train(learner, "--checkpoint", "part", "-o", "model.json"))
                words = self.train(learner, "--checkpoint", "part", "--resume", "-o", "model.json")
                parameter, value = LEARNERS[learner][-1].split("=")
                stderr = self.run_gradus(*words, "--set", f"{parameter}=5").stderr
                self.assertIn(f"another training: --set {parameter} is {value} in the checkpoint and 5 now; ", stderr)
                stderr = self.run_gradus(*[word.replace("train.txt", "small.txt") for word in words]).stderr
                self.assertRegex(stderr, r"another training: the training data is \d+ documents of 10 queries with 5 features \(checksum \w{16}\) in the checkpoint "
                                         r"and \d+ documents of 9 queries with 4 features \(checksum \w{16}\) now; ")
                other = "svm" if learner != "svm" else "ranknet"
                stderr = self.run_gradus(*self.train(other, "--checkpoint", "part", "--resume", "-o", "model.json")).stderr
                self.assertIn(f"another training: the learner is {learner} in the checkpoint and {other} now; ", stderr)
                os.remove(self.path("part"))

    def test_a_damaged_checkpoint_is_noticed(self):
        for learner in LEARNERS:
            train = self.train(learner, "--checkpoint", "part", "-o", "model.json")
            self.gradus(*train)
            with open(self.path("part"), "rb") as file:
                whole = file.read()
            for place in [at for at, byte in enumerate(whole) if byte in b"0123456789"][::max(1, len(whole) // 100)]:
                with self.subTest(learner=learner, place=place), open(self.path("part"), "r+b") as file:
                    file.seek(place)
                    file.write(bytes([whole[place] ^ 1]))  # another digit
                    file.flush()
                    self.assert_fails([*train, "--resume"],
                                      "part: the checkpoint is damaged, or an earlier version of Gradus wrote it: its checksum does not match its content; "
                                      "take the file from a copy, or start anew with --force")
                    file.seek(place)
                    file.write(whole[place:place + 1])
            self.gradus(*train, "--resume")
            os.remove(self.path("part"))

    def test_a_damaged_model_is_noticed(self):
        for learner in LEARNERS:
            self.gradus(*self.train(learner, "-o", "model.json"))
            with open(self.path("model.json"), "rb") as file:
                whole = file.read()
            for place in [at for at, byte in enumerate(whole) if byte in b"0123456789"][::max(1, len(whole) // 100)]:
                with self.subTest(learner=learner, place=place):
                    self.write("damaged.json", (whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:]).decode())
                    result = self.run_gradus("score", "damaged.json", "train.txt")
                    self.assertEqual(result.returncode, 1)
                    self.assertIn("damaged", result.stderr)
            lines = whole.decode().splitlines(keepends=True)
            self.assertIn('"checksum"', lines[1])
            self.write("changed.json", "".join(lines[:1] + lines[2:]).replace("0.1", "0.2"))  # by hand
            self.gradus("score", "changed.json", "train.txt")

    def test_resume_without_a_checkpoint_marks_its_place_in_the_log(self):
        for learner in LEARNERS:
            with self.subTest(learner=learner):
                train = self.train(learner, "--checkpoint", "part", "--log", "log", "-o", "model.json")
                first = self.run_gradus(*train, "--resume")  # a job script says so from the beginning
                self.assertNotIn("resumed", first.stderr)
                steps = self.log("log")
                self.assertFalse(any("resumed" in line for line in steps))
                os.remove(self.path("part"))  # as if killed before the first checkpoint
                again = self.run_gradus(*train, "--resume")
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertIn("part: there is no checkpoint; training starts anew", again.stderr)
                self.assertIn('log: the log has lines of an earlier training; a line {"resumed":0} marks where this one begins', again.stderr)
                lines = self.log("log")
                self.assertEqual(lines[len(steps)], {"resumed": 0})
                self.assertEqual(len(lines), 2 * len(steps) + 1)
                os.remove(self.path("part"))
                os.remove(self.path("log"))

    def test_what_is_not_a_log_is_never_written_into(self):
        clicks = '{"query": "1", "shown": ["a", "b"], "clicked": ["a"]}\n'
        for content in ("my notes\n", clicks, '{"step": "first"}\n', '{"tree": "oak"}\n', '{"query'):
            self.write("log", content)
            for more in ([], ["--force"], ["--resume", "--checkpoint", "part"]):
                with self.subTest(content=content, more=more):
                    self.assert_fails(self.train("lambdamart", "--log", "log", "-o", "model.json", *more),
                                      "log: it is not the log of a training and would be written into; name another file")
            self.assertEqual(self.content("log"), content)

    def test_every_learners_log_is_known_as_one(self):
        for learner in LEARNERS:
            for end in (None, 12):  # whole, and of a training that was killed in its first line
                with self.subTest(learner=learner, end=end):
                    self.gradus(*self.train(learner, "--log", "log", "-o", "model.json"))
                    self.write("log", self.content("log")[:end])
                    self.gradus(*self.train(learner, "--log", "log", "--force", "-o", "model.json"))
                    os.remove(self.path("log"))

    def test_a_checkpoint_and_a_log_are_written_by_one_training_at_a_time(self):
        self.synth("large.txt", 200, 50, 20)
        first = subprocess.Popen([GRADUS, "train", "lambdamart", "--train", "large.txt", "--set", "trees=100000", "--checkpoint", "part",
                                  "--checkpoint-every", "0", "--log", "log", "-o", "first.json", "--quiet"], cwd=self.folder)
        try:
            while not os.path.exists(self.path("part")) or not self.content("log").count("\n"):
                self.assertIsNone(first.poll())
                time.sleep(0.01)
            wait = "wait for it to end, or name another file"
            for name, message in (("checkpoint", f"part: another training is writing this checkpoint; {wait}"),
                                  ("log", f"log: another training is writing this log; {wait}")):
                file = message.split(":")[0]
                with self.subTest(name):
                    result = self.run_gradus(*self.train("lambdamart", "--force", f"--{name}", file, "-o", "second.json", "--quiet"))
                    self.assertEqual((result.returncode, result.stderr), (1, f"error: {message}\n"))
        finally:
            first.kill()
            first.wait()
        self.assertFalse(os.path.exists(self.path("second.json")))
        steps = [line["step"] for line in self.log("log")]
        self.assertEqual(steps, list(range(1, len(steps) + 1)))
        # Whoever was killed holds nothing any more.
        self.gradus(*self.train("lambdamart", "--force", "--checkpoint", "part", "--log", "log", "-o", "second.json"))
        self.assertFalse(os.path.exists(self.path("part.lock")))

    def test_other_pairs_are_another_training(self):
        self.write("pairs", "1\t0\t1\n")
        train = self.train("lambdamart", "--set", "objective=pairs", "--set", "pairs=pairs", "--checkpoint", "part", "-o", "model.json")
        self.gradus(*train)
        self.gradus(*train, "--resume")
        self.write("pairs", "1\t1\t0\n")
        result = self.run_gradus(*train, "--resume")
        self.assertEqual(result.returncode, 1)
        self.assertIn("part: the checkpoint belongs to another training: the objective is pairs(pairs, checksum=", result.stderr)

    def test_a_log_may_go_to_standard_output(self):
        shown = self.gradus(*self.train("lambdamart", "--log", "-", "-o", "model.json"))
        self.assertEqual([json.loads(line)["step"] for line in shown.splitlines()], [1, 2, 3])

    def test_going_on_and_starting_anew_exclude_each_other(self):
        result = self.run_gradus(*self.train("lambdamart", "--checkpoint", "part", "-o", "model.json", "--resume", "--force"))
        self.assertEqual((result.returncode, result.stderr.splitlines()[0]),
                         (2, "error: --resume continues a training, --force starts it over; give one of them"))


if __name__ == "__main__":
    main()
