"""gradus data stats on published data: the numbers must be those of the table that came with it."""

import json
import os
import re
import shutil
import struct
import subprocess

from command import SHARED, CommandTest, main, needs_shared

DATA = os.path.join(SHARED, "data")
ROW = re.compile(r"^\| `([^`]+\.txt)` \| (\d+) \| (\d+) \| (\d+) \| ((?:\d+:\d+ ?)+)\|")
FOLDERS = {"letor4-mq2008": 5, "letor4-mq2007-subset85": 5, "letor3-ohsumed": 15, "letor2-ohsumed": 5,
           "mslr-web30k-sample": 4}


def histogram(statistics):
    return {entry["value"]: entry["documents"] for entry in statistics["labels"][0]["histogram"]}


def as_float(text):
    """The nearest 32-bit float; None = missing."""
    return None if text == "NULL" else struct.unpack("f", struct.pack("f", float(text)))[0]


def rows_of(line, qid=False):
    """Grade, query, features that are not 0, and comment of a line."""
    line, _, comment = line.strip().partition("#")
    words = line.split()
    if qid:
        words.insert(1, "qid:" + comment.strip())
        comment = ""
    features = {}
    for word in words[2:]:
        feature, value = word.split(":")
        features[int(feature)] = as_float(value)
    return as_float(words[0]), words[1], {key: value for key, value in features.items() if value != 0}, comment


@needs_shared
class RealData(CommandTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(DATA, "README.md"), encoding="utf-8") as file:
            self.readme = file.read()

    def statistics(self, name, *options):
        return json.loads(self.gradus("data", "stats", os.path.join(DATA, name + ".zst"), "--json", *options))

    def check_folder(self, folder):
        rows = [match for match in map(ROW.match, self.readme.splitlines())
                if match and match[1].split("/")[0] == folder]
        self.assertEqual(len(rows), FOLDERS[folder], "the table has changed its form")
        for name, queries, documents, features, labels in (row.groups() for row in rows):
            with self.subTest(name):
                found = self.statistics(name)
                expected = {float(value): int(count)
                            for value, count in (label.split(":") for label in labels.split())}
                self.assertEqual((found["queries"], found["documents"], found["features"], histogram(found)),
                                 (int(queries), int(documents), int(features), expected))
                self.assertEqual(found["labels"][0]["missing"], 0)
                self.assertEqual(found["feature_findings"]["give_label_away"], [])

    def test_mq2008(self):
        self.check_folder("letor4-mq2008")

    def test_mq2007(self):
        self.check_folder("letor4-mq2007-subset85")

    def test_ohsumed_of_letor_3(self):
        self.check_folder("letor3-ohsumed")

    def test_ohsumed_of_letor_2(self):
        self.check_folder("letor2-ohsumed")

    def test_mslr(self):
        self.check_folder("mslr-web30k-sample")

    def test_missing_values_of_ohsumed(self):
        found = self.statistics("letor3-ohsumed/Feature-null/S1.txt")
        self.assertNotEqual(found["feature_findings"]["missing_values"], [])
        without = self.statistics("letor3-ohsumed/Feature-min/S1.txt")
        self.assertEqual(without["feature_findings"]["missing_values"], [])

    def test_yandex(self):
        section = self.readme[self.readme.index("## yandex-imat2009-sample"):]
        rows, queries, features = map(
            int, re.search(r"(\d+) rows, (\d+) queries, feature ids up to (\d+)", section).groups())
        text, fractional, some = re.search(r"Labels: ((?:\d+:\d+ )+)and (\d+) fractional values \(([^)]*), \.\.\.\)",
                                           section).groups()
        found = self.statistics("yandex-imat2009-sample/learning.txt", "--queries", "comment")
        self.assertEqual((found["documents"], found["queries"], found["features"]), (rows, queries, features))
        counts = histogram(found)
        for value, count in re.findall(r"([\d.]+):(\d+)", text + some):
            self.assertEqual(counts[float(value)], int(count), value)
        self.assertEqual(sum(count for value, count in counts.items() if value != int(value)), int(fractional))

    def test_every_number_of_difficult_files_survives(self):
        """NULL, CRLF, a blank before the line end, sparse lines: read by the plainest of readers, and by ours."""
        if shutil.which("zstd") is None:
            self.skipTest("SKIPPED LOUDLY: there is no zstd command")
        for name, options in (("letor3-ohsumed/Feature-null/S1.txt", ()), ("letor2-ohsumed/S1.txt", ()),
                              ("mslr-web30k-sample/vali.txt", ()),
                              ("yandex-imat2009-sample/learning.txt", ("--queries", "comment"))):
            with self.subTest(name):
                packed = os.path.join(DATA, name + ".zst")
                text = subprocess.run(["zstd", "-dc", packed], check=True, capture_output=True).stdout.decode()
                self.gradus("data", "convert", packed, "-o", "ours.txt", "--sparse", *options)
                # Yandex: the query stands in the comment, and becomes a qid.
                expected = [rows_of(line, qid="qid:" not in line) for line in text.splitlines()]
                self.assertEqual([rows_of(line) for line in self.content("ours.txt").splitlines()], expected)

    def test_a_split_in_file_order_gives_back_the_parts_of_letor(self):
        """Joining S1 to S5 by query order and cutting again must give parts of the published sizes."""
        parts = [os.path.join(DATA, "letor4-mq2008", f"S{i}.txt.zst") for i in range(1, 6)]
        self.gradus("data", "split", "--from-parts", *parts, "-o", "ready")
        whole = "".join(self.content(f"ready/Fold{fold}/test.txt") for fold in (2, 3, 4, 5, 1))
        self.write("whole.txt", whole)
        self.gradus("data", "split", "whole.txt", "--folds", "5", "--order", "file", "-o", "cut")
        for fold in range(1, 6):
            for name in ("train", "vali", "test"):
                self.assertEqual(self.content(f"ready/Fold{fold}/{name}.txt"), self.content(f"cut/Fold{fold}/{name}.txt"))
        queries = [len(set(re.findall(r"qid:\d+", self.content(f"cut/Fold{fold}/test.txt")))) for fold in (2, 3, 4, 5, 1)]
        self.assertEqual(queries, [157, 157, 157, 157, 156])



if __name__ == "__main__":
    main()
