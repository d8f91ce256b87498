"""What tests of trainings share: data, logs, and trainings that are killed."""

import contextlib
import json
import os
import random
import signal
import subprocess
import time

from command import GRADUS, CommandTest


class TrainingTest(CommandTest):
    def synth(self, name, queries, documents, features, seed=1, *more):
        self.gradus("data", "synth", "--queries", str(queries), "--documents", str(documents),
                    "--features", str(features), "--seed", str(seed), *more, "-o", name)
        return name

    def train(self, learner, *more, output="model.json"):
        """The text of a model of train.txt."""
        self.gradus("train", learner, "--train", "train.txt", "-o", output, *more)
        return self.content(output)

    def start(self, *arguments):
        """A training that goes on while the test does other things."""
        process = subprocess.Popen([GRADUS, "train", *arguments], cwd=self.folder, text=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def log(self, name):
        return [json.loads(line) for line in self.content(name).splitlines()]

    def value(self, measure, data, model):
        shown = self.gradus("eval", "-m", measure, "--data", data, "--model", model, "--csv")
        return float(shown.splitlines()[-1].split(",")[-1])

    def assert_survives_kills(self, run):
        """The model and the checkpoint at the end are those of a run that nobody killed: whole.json, model.json and log stay."""
        began = time.monotonic()
        self.gradus("train", *run, "--checkpoint", "whole.part", "--force", "-o", "whole.json")
        whole_time = time.monotonic() - began
        draw = random.Random()
        share = 0.3  # of the time of the whole run: the most that a life may last
        for _ in range(30):
            resumed, killed = self.killed_run(run, whole_time, share, draw)
            if killed >= 5 and resumed >= 1:
                break
            share = share / 1.5 if killed < 5 else share * 1.3  # it was done too early, or died before its first checkpoint
        else:
            self.fail(f"{killed} deaths, {resumed} of which came after a checkpoint, however long lives were")
        self.assertEqual(self.content("model.json"), self.content("whole.json"))
        self.assertEqual(self.content("part"), self.content("whole.part"))

    def killed_run(self, run, whole_time, share, draw):
        """Lives of random length until one is long enough; how many resumed, how many were cut short."""
        for name in ("part", "log", "model.json"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path(name))
        killed = resumed = 0
        while True:
            process = self.start(*run, "--checkpoint", "part", "--resume", "--log", "log", "-o", "model.json")
            try:
                limit = None if killed >= 8 else draw.uniform(0, share) * whole_time + 0.02
                _, messages = process.communicate(timeout=limit)
                self.assertEqual(process.returncode, 0, messages)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                _, messages = process.communicate()
                killed += 1
            resumed += "resumed after" in messages
            # Death may come between the last file's renaming and the exit: then the model is there, and whole.
            if os.path.exists(self.path("model.json")):
                self.assertEqual(self.content("model.json"), self.content("whole.json"))
                return resumed, killed
            self.assertNotEqual(process.returncode, 0)
