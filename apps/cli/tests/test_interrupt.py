"""What Ctrl-C, SIGTERM and SIGHUP leave behind."""

import os
import re
import shlex
import signal
import subprocess
import time

from command import GRADUS, main
from training import TrainingTest

# A measure and settings with which each learner takes long.
LEARNERS = {
    "adarank": ["--set", "rounds=1000000", "--set", "patience=0"],
    "coordinate-ascent": ["--set", "restarts=1000"],
    "focusedboost": ["--set", "rounds=1000000"],
    "focusednet": ["--set", "epochs=1000000"],
    "focusedsvm": ["--set", "C=10000", "--set", "epsilon=1e-12", "--set", "rounds=1000000"],
    "lambdamart": ["--set", "trees=1000000", "--set", "patience=0"],
    "lambdarank": ["--set", "epochs=1000000"],
    "listmle": ["--set", "epochs=1000000"],
    "listnet": ["--set", "epochs=1000000"],
    "mart": ["--set", "trees=1000000", "--set", "patience=0"],
    "rankboost": ["--set", "rounds=1000000"],
    "ranknet": ["--set", "epochs=1000000"],
    "ranksvm": ["--set", "C=10000", "--set", "epsilon=1e-12", "--set", "rounds=1000000"],
    "softrank": ["--set", "epochs=1000000"],
    "svm": ["--set", "C=10000", "--set", "epsilon=1e-12", "--set", "rounds=1000000"],
    "svmacc": ["--set", "C=10000", "--set", "epsilon=1e-12", "--set", "rounds=1000000"],
}


class Interrupt(TrainingTest):
    def begin(self, *arguments, **more):
        process = subprocess.Popen([GRADUS, *arguments], cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for stream in (process.stdin, process.stdout, process.stderr):
            self.addCleanup(stream.close)
        return process

    def wait_until(self, condition, process):
        deadline = time.monotonic() + 120
        while not condition():
            self.assertIsNone(process.poll(), "the command ended by itself: " + str(process.poll()))
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def wait_for_steps(self, process, log, steps=2):
        """Until so many lines of the log are there."""
        def is_there():
            return os.path.exists(self.path(log)) and self.content(log).count("\n") >= steps
        self.wait_until(is_there, process)

    def end(self, process, number):
        process.send_signal(number)
        output, messages = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 128 + number, messages)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".tmp")], [])
        return output, messages

    def begin_one_long_tree(self, *more):
        """A training whose first tree takes some seconds, when the training has begun."""
        self.synth("train.txt", 2000, 60, 30)
        process = self.begin("train", "lambdamart", "--train", "train.txt", "--set", "trees=1000", "--set", "leaves=60000", "--set", "min_leaf_documents=1",
                             "--set", "rounding=fine", "--log", "log", *more, "-o", "model.json")
        self.wait_until(lambda: os.path.exists(self.path("log")), process)
        return process

    def test_the_preparation_of_focusedboost_is_seen_and_can_be_ended(self):
        self.synth("train.txt", 2000, 60, 60)  # more than the second that passes before progress is told
        command = ["train", "focusedboost", "--train", "train.txt", "--set", "rounds=2", "--checkpoint", "part", "--progress", "json", "-o", "model.json"]
        process = self.begin(*command)
        for line in process.stderr:
            if "preparing focusedboost" in line:
                break
        else:
            self.fail("nothing was told of the preparation")
        _, messages = self.end(process, signal.SIGINT)
        self.assertIn("interrupted; part has the state of training. Resume with: ", messages)
        self.assertTrue(os.path.exists(self.path("part")))

    def test_a_request_to_stop_is_heeded_within_a_tree(self):
        process = self.begin_one_long_tree("--checkpoint", "part")
        self.end(process, signal.SIGTERM)
        self.assertEqual(self.content("log"), "")  # no tree was finished
        self.assertTrue(os.path.exists(self.path("part")))

    def test_every_learner_writes_its_checkpoint_and_tells_how_to_resume(self):
        self.synth("short.txt", 40, 20, 8)
        self.synth("long.txt", 20_000, 20, 8)
        self.synth("valid.txt", 20, 20, 8, 2)
        listed = [line.split()[0] for line in self.gradus("list", "learners").splitlines() if re.match(r"^[a-z]", line)]
        self.assertLessEqual(set(LEARNERS), set(listed))
        for learner, settings in LEARNERS.items():
            with self.subTest(learner):
                for name in ("log", "part", "model.json"):
                    if os.path.exists(self.path(name)):
                        os.remove(self.path(name))
                # AdaRank is done when no further round helps, some fifty rounds whatever the data: each must take its time.
                train = "long.txt" if learner == "adarank" else "short.txt"
                command = ["train", learner, "--train", train, "--valid", "valid.txt", *settings, "--checkpoint", "part", "--log", "log",
                           "--on-interrupt", "keep", "-o", "model.json"]
                process = self.begin(*command)
                self.wait_for_steps(process, "log")
                _, messages = self.end(process, signal.SIGTERM)
                self.assertIn("note: interrupted; model.json has the best model so far. Kept ", messages)
                told = re.search(r"Resume with: (.*)\n", messages).group(1)
                self.assertEqual(shlex.split(told), [GRADUS, *command, "--resume"])
                self.gradus("score", "model.json", train, "-o", "scores")
                self.assertIn("Stopped: interrupted.", self.gradus("model", "show", "model.json"))
                os.remove(self.path("log"))
                resumed = self.begin(*shlex.split(told)[1:])
                self.wait_for_steps(resumed, "log")
                _, messages = self.end(resumed, signal.SIGTERM)
                self.assertIn("resumed after", messages)

    def test_the_model_after_a_break_is_the_one_without(self):
        self.synth("train.txt", 60, 30, 10)
        self.synth("valid.txt", 20, 30, 10, 2)
        for learner, settings in (("lambdamart", ["--set", "trees=150", "--set", "patience=0"]), ("ranknet", ["--set", "epochs=60"]),
                                  ("rankboost", ["--set", "rounds=400"]), ("coordinate-ascent", ["--set", "restarts=5"]),
                                  ("svm", ["--set", "C=0.1:1:10:100"])):
            with self.subTest(learner):
                run = ["train", learner, "--train", "train.txt", "--valid", "valid.txt", *settings]
                self.gradus(*run, "-o", "whole.json")
                process = self.begin(*run, "--checkpoint", "part" + learner, "--log", "log" + learner, "-o", "model.json")
                self.wait_for_steps(process, "log" + learner)
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=120)
                if process.returncode == 130:  # it may have been done before
                    self.assertFalse(os.path.exists(self.path("model.json")))
                    self.gradus(*run, "--checkpoint", "part" + learner, "--resume", "-o", "model.json")
                self.assertEqual(self.content("model.json"), self.content("whole.json"))
                os.remove(self.path("model.json"))

    def test_without_a_checkpoint_nothing_is_left_unless_asked(self):
        self.synth("train.txt", 40, 20, 8)
        self.write("model.json", "what was there\n")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.begin("train", "mart", "--train", "train.txt", "--set", "trees=1000000", "--log", f"log{number}", "-o", "model.json")
            self.wait_for_steps(process, f"log{number}")
            output, messages = self.end(process, number)
            self.assertEqual(output, "")
            self.assertIn("note: interrupted; nothing was kept. --checkpoint FILE writes what a training can resume from, "
                          "--on-interrupt keep the best model so far\n", messages)
        self.assertEqual(self.content("model.json"), "what was there\n")

    def test_where_there_is_nothing_to_keep_yet_that_is_told(self):
        process = self.begin_one_long_tree("--on-interrupt", "keep")
        _, messages = self.end(process, signal.SIGINT)
        self.assertIn("note: interrupted before the first step of training was finished; there is no model to keep\n", messages)
        self.assertNotIn("--on-interrupt", messages)
        self.assertFalse(os.path.exists(self.path("model.json")))

    def test_also_models_are_kept_too(self):
        self.synth("train.txt", 40, 20, 8)
        process = self.begin("train", "lambdamart", "--train", "train.txt", "--valid", "train.txt", "--set", "trees=1000000", "--set", "patience=0",
                             "--log", "log", "--also", "AP=ap.json", "--on-interrupt", "keep", "-o", "model.json")
        self.wait_for_steps(process, "log")
        self.end(process, signal.SIGINT)
        for name in ("model.json", "ap.json"):
            self.gradus("score", name, "train.txt", "-o", "scores")

    def test_a_signal_while_data_is_read_ends_at_once(self):
        os.mkfifo(self.path("data.txt"))
        for command in (["train", "mart", "--train", "data.txt", "-o", "out.json"],
                        ["data", "convert", "data.txt", "--to", "csv", "-o", "out.csv"],
                        ["data", "normalise", "data.txt", "-o", "out.txt"]):
            with self.subTest(command):
                process = self.begin(*command)
                with open(self.path("data.txt"), "w") as pipe:
                    pipe.write("1 qid:1 1:3\n")
                    pipe.flush()
                    time.sleep(0.1)
                    self.end(process, signal.SIGINT)
                self.assertEqual(os.listdir(self.folder), ["data.txt"])

    def test_a_second_signal_ends_at_once(self):
        # One tree of a long list takes long: the first signal waits for it, the second does not.
        self.synth("train.txt", 1, 30000, 3)
        process = self.begin("train", "lambdamart", "--train", "train.txt", "--for", "AP", "--checkpoint", "part", "--progress", "json",
                             "-o", "out.json")
        while "training lambdamart" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.stderr.readline(), "\n")
        self.assertEqual(process.stderr.readline(), "stopping after this step; once more ends at once\n")
        self.end(process, signal.SIGINT)
        self.assertEqual(os.listdir(self.folder), ["train.txt"])

    def test_ignored_signals_stay_ignored(self):
        os.mkfifo(self.path("data.txt"))
        process = self.begin("data", "convert", "data.txt", "--to", "csv", "-o", "out.csv",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))  # as nohup does
        with open(self.path("data.txt"), "w") as pipe:
            process.send_signal(signal.SIGHUP)
            time.sleep(0.1)
            pipe.write("1 qid:1 1:3\n")
        _, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, messages)


if __name__ == "__main__":
    main()
