"""What surrounds a command may be broken too: closed streams, full devices, files that change, limits, signals."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest

from command import GRADUS, main
from training import TrainingTest


class Streams(TrainingTest):
    """A closed stream hands its number to the next file that is opened."""

    def shell(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env={**os.environ, "GRADUS": GRADUS}, capture_output=True,
                              text=True, timeout=60).returncode

    def test_messages_do_not_end_up_in_the_output(self):
        self.synth("a.txt", 20, 10, 5)
        train = "$GRADUS train lambdamart --train a.txt --set trees=3"
        self.assertEqual(self.shell(train + " -o open.json"), 0)
        for streams in ("2>&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(streams):
                self.shell(f"{train} --force --log log.jsonl -o closed.json {streams}")
                self.assertEqual(self.content("closed.json"), self.content("open.json"))
                self.assertEqual(len(self.log("log.jsonl")), 3)
        self.assertEqual(self.shell("$GRADUS score open.json a.txt -o open.txt"), 0)
        self.assertEqual(self.shell("$GRADUS score open.json a.txt -o closed.txt 2>&-"), 0)
        self.assertEqual(self.content("closed.txt"), self.content("open.txt"))

    def test_streams_of_an_event_loop_are_waited_for(self):
        """Pipes and sockets that are set not to wait, empty at first and full in between."""
        self.synth("a.txt", 200, 60, 5)
        self.gradus("train", "lambdamart", "--train", "a.txt", "--set", "trees=3", "-o", "m.json")
        expected = self.gradus("score", "m.json", "a.txt")
        for kind in ("pipe", "socket"):
            with self.subTest(kind):
                scores = [GRADUS, "score", "m.json", "-", "--quiet"]
                ends = [self.ends(kind) for _ in range(2)]
                (input_read, input_write), (output_read, output_write) = ends
                os.set_blocking(input_read, False)
                os.set_blocking(output_write, False)
                with subprocess.Popen(scores, cwd=self.folder, stdin=input_read, stdout=output_write,
                                      stderr=subprocess.PIPE) as process:
                    os.close(input_read)
                    os.close(output_write)
                    time.sleep(0.2)
                    writer = threading.Thread(target=self.feed, args=(input_write, self.content("a.txt").encode()))
                    writer.start()
                    time.sleep(0.3)
                    with open(output_read, "rb") as output:
                        text = output.read().decode()
                    writer.join()
                    self.assertEqual((process.wait(60), process.stderr.read()), (0, b""))
                self.assertEqual(text, expected)

    def ends(self, kind):
        if kind == "pipe":
            return os.pipe()
        a, b = socket.socketpair()
        return a.detach(), b.detach()

    def feed(self, descriptor, content):
        with open(descriptor, "wb") as file:
            file.write(content)

    def test_an_error_that_cannot_be_told_has_its_exit_code(self):
        for streams in ("2>&-", "2>/dev/full", "2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}"):
            with self.subTest(streams):
                self.assertEqual(self.shell("$GRADUS data stats missing.txt " + streams), 1)
                self.assertEqual(self.shell("$GRADUS nonsense " + streams), 2)

    def test_output_that_nobody_can_have_is_an_error(self):
        self.synth("a.txt", 5, 5, 3)
        self.assertEqual(self.shell("$GRADUS data stats a.txt >&-"), 1)


class Files(TrainingTest):
    @unittest.skipUnless(hasattr(signal, "SIGBUS"), "SKIPPED LOUDLY: this system has no SIGBUS")
    def test_a_file_that_shrinks_while_it_is_read_is_told(self):
        self.synth("large.txt", 400, 100, 30)
        self.gradus("data", "convert", "large.txt", "-o", "large.gradus")
        size = os.path.getsize(self.path("large.gradus"))
        # A mapped cache is read again and again: take its pages away in the middle of a training.
        process = self.start("lambdamart", "--train", "large.gradus", "--set", "trees=100000", "--log", "log", "-o", "m.json")
        self.wait_for_steps()
        os.truncate(self.path("large.gradus"), size // 100)
        process.send_signal(signal.SIGTERM)  # where all was in memory already, it ends as asked
        _, messages = process.communicate(timeout=60)
        self.assertIn(process.returncode, (1, 143), messages)
        if process.returncode == 1:
            self.assertIn("error: a file became shorter while it was read; run the command again when nothing writes to it\n", messages)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".tmp")], [])

    def wait_for_steps(self):
        for _ in range(600):
            if os.path.exists(self.path("log")) and os.path.getsize(self.path("log")) > 0:
                return
            time.sleep(0.05)
        self.fail("the training did not begin")

    def test_a_file_that_may_not_grow_is_an_error(self):
        self.synth("a.txt", 100, 20, 10)
        before = sorted(os.listdir(self.folder))
        result = subprocess.run([GRADUS, "data", "convert", "a.txt", "-o", "b.txt", "--quiet"], cwd=self.folder, capture_output=True, text=True,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.assertEqual((result.returncode, result.stderr),
                         (1, "error: b.txt: writing failed: File too large; free some space or choose another place\n"))
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_an_interrupted_split_leaves_nothing(self):
        self.synth("large.txt", 1500, 100, 30)
        for delay in (0.1, 0.3, 0.6):
            with self.subTest(delay=delay):
                process = subprocess.Popen([GRADUS, "data", "split", "large.txt", "--folds", "5", "-o", "folds", "--force", "--quiet"],
                                           cwd=self.folder, stderr=subprocess.PIPE)
                time.sleep(delay)
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=60)
                self.assertIn(process.returncode, (0, 143, -signal.SIGTERM))  # the last: before it could heed signals
                left = set(os.listdir(self.folder)) - {"large.txt"}
                self.assertEqual(left, {"folds"} if process.returncode == 0 else left & {"folds"})

    def test_a_folder_that_goes_while_a_training_runs_does_not_cost_the_models(self):
        self.synth("train.txt", 40, 20, 5)
        os.mkdir(self.path("models"))
        os.mkdir(self.path("temporary"))
        process = subprocess.Popen(
            [GRADUS, "train", "lambdamart", "--train", "train.txt", "--valid", "train.txt", "--set", "trees=1000", "--set",
             "patience=0", "--also", "AP=models/ap.json", "--log", "log.jsonl", "-o", "models/ndcg.json", "--quiet"],
            cwd=self.folder, env={**os.environ, "TMPDIR": self.path("temporary")}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (os.path.exists(self.path("log.jsonl")) and self.content("log.jsonl")):
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "the training ended before the test could begin")
        shutil.rmtree(self.path("models"))
        output, message = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (1, ""), message)
        rescued = [self.path(f"temporary/gradus-{process.pid}-{name}.json") for name in ("ndcg", "ap")]
        self.assertTrue(message.endswith(f"; the training is not lost: its models were written to {rescued[0]} and {rescued[1]}\n"), message)
        for model in rescued:
            self.assertEqual(len(self.gradus("score", model, "train.txt").splitlines()), len(self.content("train.txt").splitlines()))


class Data(TrainingTest):
    def learners(self):
        return [line.split()[0] for line in self.gradus("list", "learners").split("\n\n")[0].splitlines()[1:]]

    def test_documents_without_features_teach_nobody(self):
        self.write("bare.txt", "1 qid:1\n0 qid:1\n")
        self.assertGreaterEqual(len(self.learners()), 16)
        for learner in self.learners():
            with self.subTest(learner):
                self.assert_fails(["train", learner, "--train", "bare.txt", "-o", "m.json"],
                                  "the training data: its documents have no features; give data with features, as in '2 qid:1 1:0.5'")

    def test_validation_data_on_which_the_measure_is_undefined_chooses_nothing(self):
        self.synth("a.txt", 20, 10, 2)
        self.write("z.txt", "0 qid:x 1:1 2:1\n0 qid:x 1:2 2:1\n")
        for learner in ("lambdamart", "svm", "ranknet", "rankboost", "coordinate-ascent"):
            with self.subTest(learner):
                self.assert_fails(["train", learner, "--train", "a.txt", "--valid", "z.txt", "--for", "AP", "-o", "m.json"],
                                  "the validation data: AP is undefined for every query of it; "
                                  "give data with relevant documents, or choose by another measure")


if __name__ == "__main__":
    main()
