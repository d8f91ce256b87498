"""Every kind of bad input: the exact message, exit code 1, and nothing half-written."""

import gzip
import os
import shutil
import subprocess
import unittest

from command import GRADUS, CommandTest, main

GOOD = "2 qid:1 1:0.5 2:1\n0 qid:1 1:0 2:3\n1 qid:2 1:1 2:1\n"
NO_DOCUMENT = "it has no documents; give a file with lines like '2 qid:1 1:0.5'"


class BadText(CommandTest):
    def assert_refused(self, content, message, name="a.txt", options=()):
        self.write(name, content)
        self.assert_fails(["data", "convert", name, "-o", "out.txt", *options], message)

    def test_a_line(self):
        cases = [
            ("1 qid:1 1:0.5x", "a.txt:4:11: value of feature 1 '0.5x' is not a number; write a decimal number"),
            ("1 qid:1 1:1e999", "a.txt:4:11: value of feature 1 '1e999' does not fit a 32-bit float; scale it down"),
            ("1 qid:1 1:nan",
             "a.txt:4:11: value of feature 1 'nan' is not a finite number; write NULL for a missing value, "
             "or say --missing nan"),
            ("1 1:0.5",
             "a.txt:4: the line has no qid; write 'grade qid:ID feature:value ...', give the query sizes in a .query "
             "file, or say --queries comment"),
            ("1 qid:1 1:0.5",
             "a.txt:4: query 1 comes back after other queries (it began on line 1); keep the documents of a query "
             "together (gradus data sort brings them together)"),
            ("1 qid:3 2:1 1:1",
             "a.txt:4:13: feature 1 comes after feature 2; put the features of a line in rising order, or say "
             "--feature-order any"),
            ("1 qid:3 2:1 2:1", "a.txt:4:13: feature 2 is repeated; give each feature of a line once"),
            ("1 qid:3 0:1", "a.txt:4:9: feature 0; number the features from 1"),
            ("1 qid:3 -1:1", "a.txt:4:9: '-1:1': a feature number is negative; number the features from 1"),
            ("1 qid:3 16777217:1",
             "a.txt:4:9: '16777217:1': a feature number is larger than 16777216; number the features from 1 without "
             "large gaps"),
            ("-1 qid:3 1:1", "a.txt:4:1: grade -1 is negative; grades start at 0; map the others first"),
            ("1 qid:3 1:1\0", "a.txt:4:12: the line holds a NUL byte; give a text file"),
            ("x" * 10_000_000,
             "a.txt:4:1: grade 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is not a number; write a decimal number"),
        ]
        for line, message in cases:
            with self.subTest(line=line[:40]):
                self.assert_refused(GOOD + line + "\n", message)

    def test_a_file_without_documents(self):
        self.assert_refused("", "a.txt: " + NO_DOCUMENT)
        self.assert_refused("# only\n\n# comments\n", "a.txt: " + NO_DOCUMENT)

    def test_what_is_accepted(self):
        for content in (GOOD, GOOD.replace("\n", "\r\n"), GOOD[:-1], "# head\n\n" + GOOD, GOOD.replace(" ", "\t")):
            self.write("a.txt", content)
            self.gradus("data", "convert", "a.txt", "-o", "out.txt")
            self.assertEqual(self.content("out.txt"), GOOD)

    def test_null_is_a_missing_value(self):
        self.write("a.txt", "1 qid:1 1:NULL 2:\n")
        self.assertEqual(self.gradus("data", "convert", "a.txt", "-o", "-", "--to", "letor"), "1 qid:1 1:NULL 2:NULL\n")

    def test_a_long_line_of_good_data(self):
        features = " ".join(f"{j}:0.123456" for j in range(1, 600_000))
        self.write("a.txt", f"1 qid:1 {features}\n")
        self.assertIn("599,999", self.run_gradus("data", "convert", "a.txt", "-o", "b.gradus").stderr)

    def test_compressed_data_that_is_cut(self):
        packed = gzip.compress(GOOD.encode() * 1)
        self.assert_refused(packed[:-9], "a.txt.gz: the gzip data ends too early; copy or compress the file again",
                            "a.txt.gz")
        if not shutil.which("zstd"):
            self.skipTest("SKIPPED LOUDLY: there is no zstd command")
        frame = subprocess.run(["zstd", "-c"], input=GOOD.encode(), capture_output=True, check=True).stdout
        self.assert_refused(frame[:-5], "a.txt.zst: the zstd data ends too early; copy or compress the file again",
                            "a.txt.zst")

    def test_a_directory_and_a_missing_file(self):
        os.mkdir(self.path("folder"))
        self.assert_fails(["data", "convert", "folder", "-o", "out.txt"], "folder: is a directory; name a file in it")
        self.assert_fails(["data", "convert", "none.txt", "-o", "out.txt"],
                          "none.txt: cannot be opened: No such file or directory; check the name")

    def test_an_unreadable_file(self):
        self.write("a.txt", GOOD)
        os.chmod(self.path("a.txt"), 0)
        os.chmod(self.folder, 0o755)
        shutil.copy(GRADUS, self.path("gradus"))
        nobody = 65534 if os.geteuid() == 0 else os.geteuid()  # root may read everything
        result = subprocess.run([self.path("gradus"), "data", "stats", "a.txt", "--quiet"], cwd=self.folder, text=True,
                                capture_output=True, user=nobody)
        self.assertEqual((result.returncode, result.stderr),
                         (1, "error: a.txt: cannot be opened: Permission denied; change its permissions\n"))

    def test_label_columns_of_the_wrong_length(self):
        self.write("a.txt", GOOD)
        columns = ["data", "convert", "a.txt", "-o", "out.txt", "--columns", "click"]
        self.assert_fails(columns, "a.txt: there is no label column 'click' beside it; "
                                   "make the file a.txt.click with a value for each document")
        self.write("a.txt.click", "1\n0\n")
        self.assert_fails(columns, "a.txt.click: there are 2 values for 3 documents; "
                                   "give a line for each document, in the same order")
        self.write("a.txt.click", "1\n0\n1\n1\n")
        self.assert_fails(columns, "a.txt.click:4: there are more than the 3 values of the data; "
                                   "give a line for each document, in the same order")


class BadCache(CommandTest):
    def test_a_cut_or_damaged_cache(self):
        self.write("a.txt", GOOD)
        self.gradus("data", "convert", "a.txt", "-o", "a.gradus")
        with open(self.path("a.gradus"), "rb") as file:
            whole = file.read()
        self.write("cut.gradus", whole[:-1])
        self.assert_fails(["data", "convert", "cut.gradus", "-o", "out.txt"],
                          f"cut.gradus: the cache has {len(whole) - 1} bytes instead of {len(whole)}; "
                          "delete it and create it again")
        flipped = bytearray(whole)
        flipped[64] ^= 1
        self.write("flipped.gradus", bytes(flipped))
        self.assert_fails(["data", "convert", "flipped.gradus", "-o", "out.txt"],
                          "flipped.gradus: the cache is damaged: block 0; delete it and create it again")

    def test_a_cache_is_kept_beside_its_source_and_refused_when_that_changed(self):
        self.write("a.txt", GOOD)
        first = self.run_gradus("data", "convert", "a.txt", "-o", "b.txt", "--cache")
        self.assertIn("note: kept as a.txt.gradus for the next time", first.stderr)
        self.gradus("data", "convert", "a.txt", "-o", "c.txt", "--cache")
        self.assertEqual(self.content("c.txt"), GOOD)
        self.write("a.txt", GOOD.replace("1:0.5", "1:0.7"))
        self.assert_fails(["data", "convert", "a.txt.gradus", "-o", "out.txt"],
                          "a.txt.gradus: a.txt, which the cache was made from, has changed; remove the cache, or make "
                          "it again by reading the file with --cache")
        self.gradus("data", "convert", "a.txt", "-o", "d.txt", "--cache")
        self.assertEqual(self.content("d.txt"), self.content("a.txt"))


class BadTrec(CommandTest):
    def test_judgments_and_runs(self):
        self.write("a.qrels", "1 0 D1 1\n1 D2 1\n")
        self.assert_fails(["data", "convert", "a.qrels", "-o", "b.qrels"],
                          "a.qrels:2: the line has 3 fields, not 4; write 'query iteration document grade'")
        self.write("a.run", "1 Q0 D1 1 0.5 t\n1 Q0 D2 2 0.4 t\n1 Q0 D1 3 0.3 t\n")
        self.assert_fails(["data", "convert", "a.run", "-o", "b.run"],
                          "a.run:3: document D1 is returned twice for query 1 (first on line 1); keep one of them")


class BadOutput(CommandTest):
    def test_a_place_that_cannot_be_written(self):
        self.write("a.txt", GOOD)
        self.assert_fails(["data", "convert", "a.txt", "-o", "none/out.txt"],
                          "none/out.txt: its folder does not exist; create the folder first")

    @unittest.skipUnless(os.path.exists("/dev/full"), "SKIPPED LOUDLY: this system has no /dev/full")
    def test_a_full_disk_behind_standard_output(self):
        self.write("a.txt", GOOD)
        with open("/dev/full", "w") as full:
            result = subprocess.run([GRADUS, "data", "convert", "a.txt", "-o", "-", "--to", "letor", "--quiet"],
                                    cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr),
                         (1, "error: <stdout>: writing failed: No space left on device; free some space or choose another place\n"))


if __name__ == "__main__":
    main()
