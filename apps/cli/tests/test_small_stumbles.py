"""Small things that cost a user a minute each: endings that promise what is not written, names that break a terminal,
other compressions, an empty checkpoint, an explanation asked the wrong way round."""

import os

from command import CommandTest, main

LETOR = "".join(f"{i % 3} qid:{i // 10} 1:{i % 7} 2:{i % 4} #docid = d{i}\n" for i in range(60))


class Endings(CommandTest):
    def test_a_table_of_rates_is_what_its_name_says(self):
        self.gradus("data", "synth", "--queries", "3", "--documents", "4", "--features", "2", "-o", "t.txt")
        self.gradus("data", "simulate-clicks", "t.txt", "--sessions", "9", "-o", "log.jsonl")
        for name in ("x.parquet", "x.json", "x.xlsx"):
            self.assert_fails(["data", "from-clicks", "log.jsonl", "-o", name],
                              f"{name}: its ending {os.path.splitext(name)[1]} does not mean a table of click rates; end the name in .tsv or .csv")
        for name in ("rates", "x.txt", "x.txt.gz", "rates.zst", "x.tsv", "x.csv", "x.tsv.gz", "x.csv.zst", "-"):
            self.gradus("data", "from-clicks", "log.jsonl", "-o", name)

    def test_a_log_is_lines_of_json(self):
        self.write("t.txt", LETOR)
        train = ["train", "lambdamart", "--train", "t.txt", "--set", "trees=2", "-o", "m.json"]
        for name in ("l.jsonl.gz", "l.zst"):
            self.assert_fails([*train, "--log", name], f"{name}: a log is read while it is written, so it is not compressed; end the name in .jsonl")
        self.assert_fails([*train, "--log", "l.csv"], "l.csv: its ending means the format csv, but a log of lines of JSON is written; end the name in .jsonl")
        for name in ("log", "l.jsonl", "l.json", "l.log"):
            self.gradus(*train, "--log", name)


class Checkpoints(CommandTest):
    def test_an_empty_one_is_none(self):
        self.write("t.txt", LETOR)
        train = ["train", "lambdamart", "--train", "t.txt", "--set", "trees=3"]
        self.gradus(*train, "-o", "whole.json")
        self.write("part", "")
        result = self.run_gradus(*train, "-o", "m.json", "--checkpoint", "part", "--resume")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("part: the checkpoint is empty; training starts anew", result.stderr)
        self.assertEqual(self.content("m.json"), self.content("whole.json"))


class Explanations(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", LETOR)
        self.gradus("train", "coordinate-ascent", "--train", "t.txt", "--set", "rounds=2", "-o", "m.json")
        self.ranked = [line.split(",")[-1] for line in self.explain("--csv").stdout.splitlines()[1:]]

    def explain(self, *more):
        return self.run_gradus("model", "explain", "m.json", "t.txt", "--query", "0", *more)

    def test_the_wrong_way_round_is_told(self):
        first, last = self.ranked[0], self.ranked[-1]
        told = f"{last} ranks below {first}: the parts are those of {last} less those of {first}"
        self.assertIn(told, self.explain("--above", last, "--below", first).stderr)
        self.assertNotIn("ranks below", self.explain("--above", first, "--below", last).stderr)

    def test_a_document_is_not_above_itself(self):
        result = self.explain("--above", self.ranked[0], "--below", self.ranked[0])
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"--above and --below name the same document, {self.ranked[0]}", result.stderr)


class Files(CommandTest):
    def test_names_are_shown_with_their_bytes(self):
        for name, shown in (("no\x1b[31mred.txt", "no\\x1b[31mred.txt"), ("two\nlines", "two\\x0alines")):
            self.assertTrue(self.run_gradus("data", "stats", name).stderr.startswith(f"error: {shown}: cannot be opened"))
        self.write("t.txt", LETOR)
        said = self.run_gradus("train", "lambdamart", "--train", "t.txt", "--set", "trees=2", "-o", "m\x1b.json")
        self.assertEqual((said.returncode, "\x1b" in said.stdout + said.stderr), (0, False))

    def test_other_compressions_are_named(self):
        for content, tool, command in ((b"BZh91AY&SY\x00\x01", "bzip2", "bunzip2"), (b"\xfd7zXZ\x00\x00\x04", "xz", "unxz")):
            self.write("t.txt", content)
            self.assert_fails(["data", "stats", "t.txt"],
                              f"t.txt: it is compressed with {tool}, which is not read; unpack it with {command}, or compress it with gzip or zstd")

    def test_a_pipe_has_no_cache(self):
        os.mkfifo(self.path("ff"))
        opened = os.open(self.path("ff"), os.O_RDWR)
        self.addCleanup(os.close, opened)
        self.assert_fails(["data", "stats", "ff", "--cache"], "ff: it is a pipe or a device, and a cache belongs to an ordinary file; copy it to one")

    def test_columns_parted_by_bars_are_recognised(self):
        self.write("x.csv", "qid|grade|f1\n1|0|2\n")
        self.assert_fails(["data", "stats", "x.csv"],
                          "x.csv:1: the columns are separated by '|', which is not read; separate them by commas, semicolons or tabs, as in tr '|' '\\t'")


class Output(CommandTest):
    def test_latex_aligns_numbers_to_the_right(self):
        self.write("t.txt", LETOR)
        self.write("s.txt", "1\n" * 60)
        table = self.gradus("eval", "--data", "t.txt", "--scores", "s.txt", "-m", "AP", "-m", "P@5", "--latex")
        self.assertIn("\\begin{tabular}{lrr}", table)

    def test_help_is_free_of_the_parsers_own_signs(self):
        for command in (["data", "from-clicks"], ["train"], ["model", "explain"], ["trec_eval"]):
            text = self.gradus(*command, "--help")
            for sign in ("Excludes:", "{false}", " x 2", "usage:"):
                self.assertNotIn(sign, text, command)
        self.assertIn("--prior FLOAT,FLOAT=0,0", self.gradus("data", "from-clicks", "--help"))


if __name__ == "__main__":
    main()
