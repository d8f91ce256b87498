"""Where output goes: what stands there is never replaced by something of another kind."""

import os
import stat
import subprocess
import threading
import unittest

from command import GRADUS, CommandTest, main

DATA = "".join(f"{grade} qid:{query} 1:{grade + query / 10} 2:{query}\n" for query in (1, 2, 3, 4) for grade in (0, 1, 2))
MODEL = ["train", "mart", "--train", "data.txt", "--set", "trees=3", "--set", "min_leaf_documents=1"]
CLICKS = '{"query":"q","shown":["a","b"],"clicks":[{"doc":"a"}]}\n'

# A way to write each kind of file, up to the option that names it.
WRITERS = {
    "train": [*MODEL, "-o"],
    "train --also": [*MODEL, "--valid", "valid.txt", "-o", "best.json", "--also", "AP="],
    "train --log": [*MODEL, "-o", "logged.json", "--log"],
    "score": ["score", "model.json", "data.txt", "-o"],
    "data convert": ["data", "convert", "data.txt", "--to", "csv", "-o"],
    "data convert to a cache": ["data", "convert", "data.txt", "--to", "cache", "-o"],
    "data convert to qrels": ["data", "convert", "data.txt", "--to", "qrels", "-o"],
    "data normalise": ["data", "normalise", "data.txt", "--to", "letor", "-o"],
    "data map-grades": ["data", "map-grades", "data.txt", "--map", "0=0,rest=1", "--to", "letor", "-o"],
    "data sort": ["data", "sort", "data.txt", "--to", "letor", "-o"],
    "data bin": ["data", "bin", "data.txt", "--to", "letor", "-o"],
    "data bin --save": ["data", "bin", "data.txt", "-o", "bits.txt", "--save"],
    "data synth": ["data", "synth", "--queries", "2", "--documents", "3", "--features", "2", "--to", "letor", "-o"],
    "data top-k": ["data", "top-k", "data.txt", "--drop", "--to", "letor", "-o"],
    "data from-runs": ["data", "from-runs", "--qrels", "a.qrels", "a.run", "--to", "letor", "-o"],
    "data from-clicks": ["data", "from-clicks", "log.jsonl", "-o"],
    "data simulate-clicks": ["data", "simulate-clicks", "data.txt", "--sessions", "5", "-o"],
    "model steps --svg": ["model", "steps", "bits.json", "--svg"],
}


class OutputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("data.txt", DATA)
        self.write("valid.txt", DATA.replace("qid:", "qid:9"))
        self.write("a.qrels", "q1 0 d1 1\nq1 0 d2 0\n")
        self.write("a.run", "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n")
        self.write("log.jsonl", CLICKS)
        self.gradus(*MODEL, "-o", "model.json")
        self.gradus("train", "svm", "--for", "AP", "--train", "data.txt", "--set", "features=bits", "-o", "bits.json")

    def command(self, writer, place):
        *start, last = WRITERS[writer]
        return [*start, last + place] if last.endswith("=") else [*start, last, place]

    def mode(self, name):
        return stat.S_IMODE(os.stat(self.path(name)).st_mode)

    def assert_tidy(self):
        self.assertEqual([name for name in os.listdir(self.folder) if "tmp" in name], [])


class OutputPlaceTest(OutputTest):
    def expected(self, writer):
        """What the command writes into a new file."""
        self.gradus(*self.command(writer, "plain"))
        with open(self.path("plain"), "rb") as file:
            content = file.read()
        os.remove(self.path("plain"))
        return content

    @unittest.skipUnless(os.geteuid() == 0, "SKIPPED LOUDLY: only root makes devices")
    def test_a_device_stays_a_device(self):
        for writer in WRITERS:
            with self.subTest(writer=writer):
                name = self.path("null")
                os.mknod(name, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
                self.gradus(*self.command(writer, "null"))
                self.assertTrue(stat.S_ISCHR(os.lstat(name).st_mode))
                os.remove(name)
                self.assert_tidy()

    @unittest.skipUnless(os.geteuid() == 0, "SKIPPED LOUDLY: only root makes devices")
    def test_a_full_device_is_an_error(self):
        os.mknod(self.path("full"), 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        for writer in WRITERS:
            with self.subTest(writer=writer):
                result = self.run_gradus(*self.command(writer, "full"))
                self.assertIn("failed: No space left on device; ", result.stderr)
                if writer != "train --log":  # which costs a note, not the training
                    self.assertEqual(result.returncode, 1)

    def test_a_pipe_gets_the_output_and_stays(self):
        for writer in WRITERS:
            with self.subTest(writer=writer):
                if writer in ("data convert to a cache", "train --log"):
                    continue
                expected = self.expected(writer)
                os.mkfifo(self.path("pipe"))
                got = []

                def read(got=got):
                    with open(self.path("pipe"), "rb") as file:
                        got.append(file.read())

                reader = threading.Thread(target=read)
                reader.daemon = True
                reader.start()
                self.gradus(*self.command(writer, "pipe"))
                reader.join(60)
                self.assertEqual(got, [expected])
                self.assertTrue(stat.S_ISFIFO(os.lstat(self.path("pipe")).st_mode))
                os.remove(self.path("pipe"))

    def test_a_cache_does_not_go_through_a_pipe(self):
        result = subprocess.run([GRADUS, *self.command("data convert to a cache", "-"), "--quiet"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (1, "", "error: <stdout>: a cache is not written from front to back, as a pipe needs it; name a file, or another format\n"))

    def test_a_link_stays_and_its_target_is_written(self):
        os.mkdir(self.path("far"))
        for writer in WRITERS:
            with self.subTest(writer=writer):
                expected = self.expected(writer)
                for there in (True, False):  # an old target, and a link that leads nowhere yet
                    if there and writer != "train --log":
                        self.write("far/target", "old")
                    os.symlink("second", self.path("link"))
                    os.symlink("far/target", self.path("second"))
                    self.gradus(*self.command(writer, "link"))
                    self.assertEqual((os.readlink(self.path("link")), os.readlink(self.path("second"))), ("second", "far/target"))
                    self.assertFalse(os.path.islink(self.path("far/target")))
                    with open(self.path("far/target"), "rb") as file:
                        content = file.read()
                    if writer == "train --log":  # with the seconds it took
                        self.assertTrue(content.startswith(b"{"))
                    else:
                        self.assertEqual(content, expected)
                    for name in ("link", "second", "far/target"):
                        os.remove(self.path(name))
                    self.assertEqual(os.listdir(self.path("far")), [])

    def test_a_ring_of_links_is_refused(self):
        os.symlink("two", self.path("one"))
        os.symlink("one", self.path("two"))
        self.assert_fails(self.command("score", "one"),
                          "one: cannot be written: Too many levels of symbolic links; repair the links or choose another name")

    def test_an_old_file_keeps_its_mode_and_owner_and_a_new_one_heeds_the_umask(self):
        is_root = os.geteuid() == 0
        for writer in WRITERS:
            with self.subTest(writer=writer):
                if writer == "train --log":
                    continue
                for mode in (0o600, 0o640, 0o664):
                    self.write("out", "old")
                    os.chmod(self.path("out"), mode)
                    if is_root:
                        os.chown(self.path("out"), 1234, 4321)
                    self.gradus(*self.command(writer, "out"))
                    status = os.stat(self.path("out"))
                    self.assertNotEqual(status.st_size, len("old"))
                    self.assertEqual(stat.S_IMODE(status.st_mode), mode)
                    if is_root:
                        self.assertEqual((status.st_uid, status.st_gid), (1234, 4321))
                    os.remove(self.path("out"))
                for umask in (0o077, 0o022, 0o002):
                    subprocess.run(["sh", "-c", f'umask {umask:o}; exec "$@"', "sh", GRADUS, *self.command(writer, "out"), "--quiet"],
                                   cwd=self.folder, check=True, capture_output=True)
                    self.assertEqual(self.mode("out"), 0o666 & ~umask)
                    os.remove(self.path("out"))

    def test_every_name_of_a_file_sees_the_new_content(self):
        for writer in WRITERS:
            with self.subTest(writer=writer):
                if writer == "train --log":
                    continue
                expected = self.expected(writer)
                for old in (b"old", b"long " * 100000):
                    self.write("out", old)
                    os.link(self.path("out"), self.path("other"))
                    self.gradus(*self.command(writer, "out"))
                    self.assertTrue(os.path.samefile(self.path("out"), self.path("other")))
                    with open(self.path("other"), "rb") as file:
                        self.assertEqual(file.read(), expected)
                    os.remove(self.path("out"))
                    os.remove(self.path("other"))
                self.assert_tidy()

    def test_a_folder_is_refused_before_the_work(self):
        os.mkdir(self.path("folder"))
        for writer in WRITERS:
            with self.subTest(writer=writer):
                with open(self.path("data.txt"), "w") as file:
                    file.write("broken\n")  # which the work would find
                self.assert_fails(self.command(writer, "folder"), "folder: is a directory; name a file in it")
                self.assert_fails(self.command(writer, "nowhere/out"), "nowhere/out: its folder does not exist; create the folder first")
                self.write("data.txt", DATA)

    @unittest.skipUnless(os.geteuid() == 0, "SKIPPED LOUDLY: only root can be somebody else")
    def test_a_read_only_file_is_refused(self):
        os.chmod(self.folder, 0o777)
        self.write("out", "old")
        os.chmod(self.path("out"), 0o444)
        os.chown(self.path("out"), 65534, 65534)
        for writer in WRITERS:
            with self.subTest(writer=writer):
                if writer == "model steps --svg" or "train" in writer or "bin --save" in writer:
                    continue  # they write a second file, too
                result = subprocess.run([GRADUS, *self.command(writer, "out")], cwd=self.folder, capture_output=True, text=True,
                                        user=65534, group=65534, extra_groups=[])
                self.assertEqual((result.returncode, result.stderr),
                                 (1, "error: out: cannot be written: Permission denied; make it writable or choose another name\n"))
                self.assertEqual(self.content("out"), "old")

    @unittest.skipUnless(os.geteuid() == 0, "SKIPPED LOUDLY: only root can be somebody else")
    def test_a_file_of_another_owner_or_in_a_closed_folder_is_written_over(self):
        os.chmod(self.folder, 0o755)
        os.mkdir(self.path("shared"))
        for folder_mode in (0o777, 0o755):
            self.write("shared/out", "old")
            os.chmod(self.path("shared/out"), 0o666)
            os.chmod(self.path("shared"), folder_mode)
            result = subprocess.run([GRADUS, *self.command("score", "shared/out")], cwd=self.folder, capture_output=True, text=True,
                                    user=65534, group=65534, extra_groups=[])
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(os.stat(self.path("shared/out")).st_uid, 0)
            self.assertEqual(len(self.content("shared/out").splitlines()), 12)
            self.assertEqual(os.listdir(self.path("shared")), ["out"])

    def test_a_descriptor_of_the_shell_is_written_and_not_replaced(self):
        os.symlink("/proc/self/fd/1", self.path("stdout"))  # as /dev/stdout is, which no test may put at risk
        for place, redirection in (("stdout", ">>"), ("/dev/fd/1", ">>"), ("/proc/self/fd/1", ">>"), ("/dev/fd/7", "7>>")):
            with self.subTest(place=place):
                self.write("out", "kept\n")
                subprocess.run(["sh", "-c", f'exec "$@" {redirection}out', "sh", GRADUS, *self.command("score", place), "--quiet"],
                               cwd=self.folder, check=True)
                lines = self.content("out").splitlines()
                self.assertEqual((lines[0], len(lines)), ("kept", 13))
        self.assert_fails(self.command("score", "/dev/fd/9"), "/dev/fd/9: cannot be written: Bad file descriptor; open it, as in 3>FILE")

    def test_a_long_name_is_no_trouble(self):
        name = "n" * 200 + "é" * 25 + ".json"  # 255 bytes, the most that there is
        self.gradus(*MODEL, "-o", name)
        self.assertEqual(self.content(name), self.content("model.json"))
        self.assert_tidy()

    def test_two_writers_leave_one_whole_file(self):
        for linked in (False, True):
            self.write("out", "old")
            if linked:
                os.link(self.path("out"), self.path("other"))
            commands = [["data", "synth", "--queries", "200", "--documents", "20", "--features", "5", "--seed", str(seed), "-o", "out", "--to", "letor"]
                        for seed in (1, 2, 3)]
            running = [subprocess.Popen([GRADUS, *command, "--quiet"], cwd=self.folder) for command in commands]
            self.assertEqual([process.wait() for process in running], [0, 0, 0])
            alone = []
            for command in commands:
                self.gradus(*[("alone" if word == "out" else word) for word in command])
                alone.append(self.content("alone"))
            self.assertIn(self.content("out"), alone)
            self.assert_tidy()

    def test_a_folder_that_goes_away_is_told(self):
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("slow"))
        os.mkdir(self.path("temporary"))
        process = subprocess.Popen([GRADUS, *MODEL[:3], "slow", *MODEL[4:], "-o", "folder/out"], cwd=self.folder, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "TMPDIR": self.path("temporary")})
        with open(self.path("slow"), "w") as pipe:  # the output is open before the data is read
            for name in os.listdir(self.path("folder")):
                os.remove(self.path("folder/" + name))
            os.rmdir(self.path("folder"))
            pipe.write(DATA)
        _, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("error: folder/out: renaming failed: No such file or directory; its folder was removed: create it again; "
                      f"the training is not lost: its model was written to {self.path('temporary')}/gradus-{process.pid}-out\n", messages)

    def test_a_split_writes_over_files_as_other_commands_do(self):
        split = ["data", "split", "data.txt", "--parts", "0.5,0.25,0.25", "-o", "parts"]
        self.gradus(*split)
        expected = self.content("parts/train.txt")
        os.chmod(self.path("parts/train.txt"), 0o600)
        os.rename(self.path("parts/train.txt"), self.path("elsewhere"))
        os.symlink("../elsewhere", self.path("parts/train.txt"))
        self.gradus(*split, "--force")
        self.assertEqual(os.readlink(self.path("parts/train.txt")), "../elsewhere")
        self.assertEqual((self.content("elsewhere"), self.mode("elsewhere")), (expected, 0o600))

    def test_the_ending_compresses_models_too(self):
        for name in ("model.json.gz", "model.json.zst"):
            self.gradus(*MODEL, "-o", name)
            with open(self.path(name), "rb") as file:
                self.assertIn(file.read(2), (b"\x1f\x8b", b"\x28\xb5"))
            self.assertEqual(self.gradus("score", name, "data.txt"), self.gradus("score", "model.json", "data.txt"))


class ClosedPipeTest(OutputTest):
    def test_a_reader_that_has_seen_enough_is_not_a_fault(self):
        self.gradus("data", "synth", "--queries", "300", "--documents", "100", "--features", "20", "-o", "large.txt")
        self.gradus("train", "mart", "--train", "large.txt", "--set", "trees=1", "-o", "large.json")
        for command in (["data", "convert", "large.txt", "-o", "-"],
                        ["data", "synth", "--queries", "500", "-o", "-"],
                        ["data", "convert", "large.txt", "--to", "csv", "-o", "/proc/self/fd/1"],
                        ["score", "large.json", "large.txt"],
                        ["eval", "--data", "large.txt", "--model", "large.json", "-q"],
                        ["list", "measures"]):
            with self.subTest(command=command):
                reader, writer = os.pipe()
                os.close(reader)  # before a short output could get through
                with os.fdopen(writer) as output:
                    result = subprocess.run([GRADUS, *command, "--quiet"], cwd=self.folder, stdout=output, stderr=subprocess.PIPE)
                self.assertEqual((result.returncode, result.stderr), (141, b""))

    def test_a_full_disk_behind_standard_output_is_a_fault(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([GRADUS, *WRITERS["score"], "-", "--quiet"], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr), (1, "error: <stdout>: writing failed: No space left on device; free some space or choose another place\n"))


class EndingTest(OutputTest):
    def test_a_table_of_clicks_is_written_as_its_name_says(self):
        self.write("log.jsonl", CLICKS.replace('"q"', '"a, \\"b\\""'))
        tabs = self.gradus("data", "from-clicks", "log.jsonl")
        self.assertEqual(tabs, 'query\tdocument\tclicks\timpressions\tctr\na, "b"\ta\t1\t1\t1\na, "b"\tb\t0\t1\t0\n')
        for name in ("t.tsv", "t.txt", "table"):
            self.gradus("data", "from-clicks", "log.jsonl", "-o", name)
            self.assertEqual(self.content(name), tabs)
        self.gradus("data", "from-clicks", "log.jsonl", "-o", "t.csv")
        self.assertEqual(self.content("t.csv"),
                         'query,document,clicks,impressions,ctr\n"a, ""b""",a,1,1,1\n"a, ""b""",b,0,1,0\n')
        self.assert_fails(["data", "from-clicks", "log.jsonl", "-o", "t.qrels"],
                          "t.qrels: its ending means the format qrels, but a table of click rates is written; end the name in .tsv or .csv")

    def test_an_ending_that_promises_something_else_is_refused(self):
        for command, message in (
                (["data", "from-clicks", "log.jsonl", "--data", "data.txt", "-o", "x.csv"],
                 "x.csv: its ending means the format csv, but a label column, a value a line, is written; name it data.txt.click"),
                (["data", "simulate-clicks", "data.txt", "-o", "x.csv"],
                 "x.csv: its ending means the format csv, but a click log is written; end the name in .jsonl"),
                ([*MODEL, "-o", "x.csv"], "x.csv: its ending means the format csv, but a model is written; end the name in .json"),
                ([*MODEL, "--valid", "valid.txt", "--also", "AP=x.run", "-o", "y.json"],
                 "x.run: its ending means the format run, but a model is written; end the name in .json"),
                (["data", "bin", "data.txt", "-o", "y.txt", "--save", "x.csv"],
                 "x.csv: its ending means the format csv, but a file of thresholds is written; end the name in .json")):
            with self.subTest(command=command):
                self.assert_fails(command, message)


if __name__ == "__main__":
    main()
