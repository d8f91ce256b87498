"""A training keeps what an earlier one left: its checkpoint and its log."""

import json
import os

from command import main
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
LOGGED = "log: there is the log of an earlier training; name another file, or say --force to overwrite it; --resume goes on with it"


class TrainingFilesTest(TrainingTest):
    def setUp(self):
        super().setUp()
        self.synth("train.txt", 10, 10, 5)
        self.synth("other.txt", 10, 10, 5, 2)

    def train(self, learner, *more):
        return ["train", learner, "--train", "train.txt", *LEARNERS[learner], "--checkpoint-every", "0", *more]

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
                self.assertIn("part: the checkpoint is of other data, parameters, targets or another seed; "
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
                                      "part: it is not a checkpoint and would be overwritten; name another file")
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
            file.write('{"tree":')  # half a line, as a kill may leave it
        self.gradus(*train, "--resume")
        self.assertEqual([line.get("tree", line.get("resumed")) for line in self.log("log")], [1, 2, 3, 3])

    def test_what_is_not_a_log_is_never_written_into(self):
        self.write("log", "my notes\n")
        for more in ([], ["--force"], ["--resume", "--checkpoint", "part"]):
            with self.subTest(more=more):
                self.assert_fails(self.train("lambdamart", "--log", "log", "-o", "model.json", *more),
                                  "log: it is not the log of a training and would be written into; name another file")
        self.assertEqual(self.content("log"), "my notes\n")

    def test_a_log_may_go_to_standard_output(self):
        shown = self.gradus(*self.train("lambdamart", "--log", "-", "-o", "model.json"))
        self.assertEqual([json.loads(line)["tree"] for line in shown.splitlines()], [1, 2, 3])

    def test_going_on_and_starting_anew_exclude_each_other(self):
        result = self.run_gradus(*self.train("lambdamart", "--checkpoint", "part", "-o", "model.json", "--resume", "--force"))
        self.assertEqual((result.returncode, result.stderr.splitlines()[0]),
                         (2, "error: --resume goes on with a training, --force starts it anew; give one of them"))


if __name__ == "__main__":
    main()
