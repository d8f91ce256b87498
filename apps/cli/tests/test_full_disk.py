"""All files of one output come into being together: a full disk, a limit or a kill leaves what was there before, or all that is new."""

import os
import resource
import signal
import subprocess
import time

from command import GRADUS, main
from training import TrainingTest

PAGE = 4096


class TogetherTest(TrainingTest):
    def limited(self, limit, *arguments):
        """Runs a command that may write files of at most so many bytes."""
        return subprocess.run([GRADUS, *arguments, "--quiet"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))

    def small_disk(self, size):
        os.mkdir(self.path("disk"))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", self.path("disk")], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"SKIPPED LOUDLY: no small disk can be mounted: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", self.path("disk")], check=True)

    def fill(self, pages_left):
        """Leaves so many pages of the small disk free."""
        if os.path.exists(self.path("disk/balloon")):
            os.remove(self.path("disk/balloon"))
        free = os.statvfs(self.path("disk")).f_bavail
        with open(self.path("disk/balloon"), "wb") as balloon:
            balloon.write(bytes(PAGE * (free - pages_left)))

    def files(self, folder):
        found = {}
        for where, _, names in os.walk(self.path(folder)):
            for name in names:
                if name != "balloon":
                    with open(os.path.join(where, name), "rb") as file:
                        found[os.path.relpath(os.path.join(where, name), self.path(folder))] = file.read()
        return found

    def weighted(self, name, documents, value):
        """Data with weights, positions and a label column, all with the same value."""
        self.write(name, "".join(f"{i % 3} qid:{i // 5} 1:{value} 2:{i}\n" for i in range(documents)))
        self.write(name + ".weight", f"{value}\n" * documents)
        self.write(name + ".position", f"{value}\n" * documents)
        self.write(name + ".click", f"{value}\n" * documents)

    def assert_all_or_nothing(self, folder, command, attempts):
        """Each attempt (a way to run the command) leaves the files of the folder as they were, or all new. Some fail, one succeeds."""
        old = self.files(folder)
        failed = 0
        new = None
        for attempt in attempts:
            result = attempt(command)
            now = self.files(folder)
            if result.returncode == 0:
                new = now
                break
            failed += 1
            self.assertEqual(result.returncode, 1)
            self.assertIn("error: ", result.stderr)
            self.assertEqual(sorted(now), sorted(old), result.stderr)
            self.assertEqual([name for name in now if now[name] != old[name]], [], result.stderr)
        self.assertGreater(failed, 1)
        self.assertIsNotNone(new, "no attempt succeeded")
        return old, new


class SideFiles(TogetherTest):
    FORMATS = {"letor": "out.txt", "lightgbm": "out.train", "csv": "out.csv", "tsv": "out.tsv"}

    def convert(self, source, target):
        columns = [] if target.endswith("sv") else ["--columns", "click"]
        return ["data", "convert", source, *columns, "-o", target]

    def test_a_full_disk_leaves_the_data_and_what_stands_beside_it(self):
        self.small_disk("400k")
        self.weighted("old.txt", 1000, 1)
        self.weighted("new.txt", 1700, 2)
        for form, name in self.FORMATS.items():
            with self.subTest(form):
                self.fill(60)
                self.gradus(*self.convert("old.txt", "disk/" + name))

                def with_room(pages):
                    def attempt(command):
                        self.fill(pages)
                        return self.run_gradus(*command, "--quiet")
                    return attempt

                old, new = self.assert_all_or_nothing("disk", self.convert("new.txt", "disk/" + name), [with_room(pages) for pages in range(0, 40)])
                self.assertEqual([each for each in new if new[each] == old[each]], [])
                for each in new:
                    os.remove(self.path("disk/" + each))

    def test_a_limit_on_the_size_of_files_leaves_them_all(self):
        self.weighted("old.txt", 100, 1)
        self.weighted("new.txt", 170, 2)
        for form, name in self.FORMATS.items():
            with self.subTest(form):
                os.makedirs(self.path("out"), exist_ok=True)
                self.gradus(*self.convert("old.txt", "out/" + name))
                attempts = [lambda command, limit=limit: self.limited(limit, *command) for limit in range(0, 6000, 100)]
                old, new = self.assert_all_or_nothing("out", self.convert("new.txt", "out/" + name), attempts)
                self.assertEqual([each for each in new if new[each] == old[each]], [])
                for each in new:
                    os.remove(self.path("out/" + each))

    def test_a_file_with_two_names_is_not_half_of_an_output(self):
        self.small_disk("400k")
        self.weighted("old.txt", 1000, 1)
        self.weighted("new.txt", 1700, 2)
        self.gradus(*self.convert("old.txt", "disk/out.txt"))
        os.link(self.path("disk/out.txt"), self.path("disk/other"))

        def with_room(pages):
            def attempt(command):
                self.fill(pages)
                return self.run_gradus(*command, "--quiet")
            return attempt

        self.assert_all_or_nothing("disk", self.convert("new.txt", "disk/out.txt"), [with_room(pages) for pages in range(0, 60)])

    def test_the_labels_of_synthetic_data(self):
        os.mkdir(self.path("out"))
        synth = ["data", "synth", "--documents", "20", "--features", "3", "--clicks", "--orders", "-o", "out/s.txt", "--queries"]
        self.gradus(*synth, "4")
        attempts = [lambda command, limit=limit: self.limited(limit, *command) for limit in range(0, 12000, 200)]
        self.assert_all_or_nothing("out", [*synth, "6", "--seed", "2"], attempts)


class Commands(TogetherTest):
    def test_a_split_is_old_or_new(self):
        self.weighted("old.txt", 300, 1)
        self.weighted("new.txt", 2000, 2)
        split = ["--columns", "click", "--folds", "3", "-o", "disk/folds", "--force"]
        self.small_disk("1200k")
        self.gradus("data", "split", "old.txt", *split)

        def with_room(pages):
            def attempt(command):
                self.fill(pages)
                return self.run_gradus(*command, "--quiet")
            return attempt

        command = ["data", "split", "new.txt", *split]
        old, new = self.assert_all_or_nothing("disk", command, [with_room(pages) for pages in range(0, 240, 2)])
        self.assertEqual(sorted(old), sorted(new))
        self.assertEqual([name for name in new if new[name] == old[name]], [])

    def test_what_an_earlier_split_left_is_not_taken_for_part_of_a_new_one(self):
        self.weighted("old.txt", 100, 1)
        self.synth("plain.txt", 20, 5, 2)
        split = ["--parts", "0.5,0.25,0.25", "-o", "parts", "--force"]
        self.gradus("data", "split", "old.txt", *split)
        before = self.files("parts")
        for command, name in ((["data", "split", "plain.txt", *split], r"parts/(train|vali|test)\.txt\.(weight|position)"),
                              (["data", "split", "old.txt", "--no-vali", "--parts", "0.5,0.5", *split[2:]], r"parts/vali\.txt(\.weight|\.position)?")):
            with self.subTest(command):
                result = self.run_gradus(*command)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr, f"error: {name}: it belongs to an earlier split and would look like part of this one; "
                                                "remove it, or name another folder\n$")
                self.assertEqual(self.files("parts"), before)

    def test_the_models_of_one_training(self):
        self.synth("train.txt", 20, 10, 5)
        self.synth("valid.txt", 20, 10, 5, 2)
        os.mkdir(self.path("out"))
        train = ["train", "lambdamart", "--train", "train.txt", "--valid", "valid.txt", "--stop-on", "AP", "--also", "NDCG@10=out/ndcg.json", "-o", "out/m.json", "--set"]
        self.gradus(*train, "trees=2")
        smallest = min(len(content) for content in self.files("out").values())
        attempts = [lambda command, limit=limit: self.limited(limit, *command) for limit in range(smallest, 40000, 200)]
        self.assert_all_or_nothing("out", [*train, "trees=12"], attempts)

    def test_bits_and_their_thresholds(self):
        self.synth("a.txt", 20, 10, 5)
        self.synth("b.txt", 20, 10, 5, 2)
        os.mkdir(self.path("out"))
        self.gradus("data", "bin", "a.txt", "-o", "out/bits.txt", "--save", "out/t.json", "--thresholds", "2")
        attempts = [lambda command, limit=limit: self.limited(limit, *command) for limit in range(0, 90000, 500)]
        self.assert_all_or_nothing("out", ["data", "bin", "b.txt", "-o", "out/bits.txt", "--save", "out/t.json", "--thresholds", "3"], attempts)
        # Few bits and many thresholds: now the thresholds are the larger file.
        self.write("c.txt", "".join(f"1 qid:1 {' '.join(f'{j}:{j * i}' for j in range(1, 40))}\n" for i in range(1, 8)))
        attempts = [lambda command, limit=limit: self.limited(limit, *command) for limit in range(0, 90000, 100)]
        self.assert_all_or_nothing("out", ["data", "bin", "c.txt", "-o", "out/bits.txt", "--save", "out/t.json", "--thresholds", "2"], attempts)


class Killed(TogetherTest):
    def test_nothing_is_left_of_a_killed_command(self):
        if not hasattr(os, "O_TMPFILE"):
            self.skipTest("SKIPPED LOUDLY: this system has no files without a name")
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_RDWR))
        except OSError as error:
            self.skipTest(f"SKIPPED LOUDLY: the disk has no files without a name: {error}")
        self.synth("a.txt", 30, 20, 5)
        process = self.start("lambdamart", "--train", "a.txt", "--set", "trees=100000", "--log", "log", "-o", "m.json")
        for _ in range(600):
            if os.path.exists(self.path("log")) and os.path.getsize(self.path("log")) > 0:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.txt", "log"])


class Cache(TogetherTest):
    def assert_goes_on(self, result, expected):
        self.assertEqual((result.returncode, result.stdout), (0, expected), result.stderr)
        self.assertRegex(result.stderr, "note: no cache was kept: disk/a.txt.gradus: ")

    def test_a_cache_that_cannot_be_written_costs_a_note(self):
        self.small_disk("100k")
        self.synth("disk/a.txt", 20, 10, 5)
        expected = self.gradus("data", "stats", "disk/a.txt")
        self.fill(0)
        self.assert_goes_on(self.run_gradus("data", "stats", "disk/a.txt", "--cache"), expected)
        self.assertFalse(os.path.exists(self.path("disk/a.txt.gradus")))
        self.fill(20)
        result = self.run_gradus("data", "stats", "disk/a.txt", "--cache")
        self.assertEqual(result.returncode, 0)
        self.assertIn("kept as disk/a.txt.gradus for the next time", result.stderr)

    def test_a_limit_on_the_size_of_files_costs_a_note(self):
        self.synth("a.txt", 20, 10, 5)
        expected = self.gradus("data", "stats", "a.txt")
        result = self.limited(0, "data", "stats", "a.txt", "--cache")
        self.assertEqual((result.returncode, result.stdout), (0, expected))


if __name__ == "__main__":
    main()
