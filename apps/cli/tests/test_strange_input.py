"""Files and names as people have them: UTF-16, sizes nobody knows, empty names, standard input twice, blanks in tables, blank lines."""

import os
import subprocess
import threading

from command import GRADUS, CommandTest, main

DATA = "".join(f"{grade} qid:{query} 1:{grade + query / 10} 2:{query}\n" for query in (1, 2, 3, 4) for grade in (0, 1, 2))
CSV = "query,document,grade,f\n" + "".join(f"{q},d{q}{g},{g},{g + q / 10}\n" for q in (1, 2, 3) for g in (0, 1, 2))
MODEL = ["train", "mart", "--train", "data.txt", "--set", "trees=3", "--set", "min_leaf_documents=1"]


class InputTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("data.txt", DATA)
        self.write("a.qrels", "q1 0 d1 1\nq1 0 d2 0\n")
        self.write("a.run", "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n")

    def assert_misused(self, arguments, message):
        result = self.run_gradus(*arguments, stdin=DATA)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertTrue(result.stderr.startswith(f"error: {message}\n"), result.stderr)
        self.assertIn("--help' for the options", result.stderr)


class Names(InputTest):
    def test_standard_input_is_read_once(self):
        both = "both name standard input, which can be read once only"
        for command, message in ((["train", "mart", "--train", "-", "--valid", "-", "-o", "m.json"], f"--train and --valid {both}"),
                                 (["train", "mart", "--train", "-", "--valid", "/dev/stdin", "-o", "m.json"], f"--train and --valid {both}"),
                                 (["eval", "--qrels", "-", "-"], f"--qrels and RUN {both}"),
                                 (["trec_eval", "-", "-"], f"QRELS and RUN {both}"),
                                 (["score", "-", "-"], f"MODEL and FILE {both}"),
                                 (["data", "from-clicks", "-", "--data", "-"], f"LOG and --data {both}"),
                                 (["data", "split", "--from-parts", "-", "-", "-o", "x"], "--from-parts names standard input twice")):
            with self.subTest(command):
                result = self.run_gradus(*command, stdin=DATA)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assertIn("standard input", result.stderr.splitlines()[0])
                self.assertTrue(result.stderr.startswith(f"error: {message}"), result.stderr)

    def test_an_empty_name_is_misuse_that_names_the_option(self):
        for option, command in (("--train", ["train", "mart", "--train", "", "-o", "m.json"]),
                                ("--valid", [*MODEL, "--valid", "", "-o", "m.json"]),
                                ("-o", [*MODEL, "-o", ""]),
                                ("--log", [*MODEL, "--log", "", "-o", "m.json"]),
                                ("MODEL", ["score", "", "data.txt"]),
                                ("FILE", ["data", "stats", ""]),
                                ("-o", ["data", "convert", "data.txt", "-o", ""]),
                                ("-o", ["data", "normalise", "data.txt", "-o", ""]),
                                ("-o", ["data", "split", "data.txt", "--folds", "2", "-o", ""]),
                                ("--save", ["data", "bin", "data.txt", "-o", "b.txt", "--save", ""]),
                                ("--qrels", ["eval", "--qrels", "", "a.run"]),
                                ("QRELS", ["trec_eval", "", "a.run"]),
                                ("RUN", ["trec_eval", "a.qrels", ""])):
            with self.subTest(command):
                before = sorted(os.listdir(self.folder))
                self.assert_misused(command, f"{option}: the name is empty")
                self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_help_that_cannot_be_printed_is_an_error(self):
        for command in (["--help"], ["--version"], ["train", "--help"], ["data", "split", "--help"], ["trec_eval", "--help"]):
            with self.subTest(command):
                self.assertEqual(self.run_gradus(*command).returncode, 0)
                with open("/dev/full", "w") as full:
                    result = subprocess.run([GRADUS, *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, "error: <stdout>: writing failed: No space left on device; free some space or choose another place\n"))

    def test_trec_eval_does_not_print_into_what_it_reads(self):
        for name, option in (("a.qrels", "QRELS"), ("a.run", "RUN")):
            with self.subTest(name):
                before = self.content(name)
                with open(self.path(name), "a") as file:
                    result = subprocess.run([GRADUS, "trec_eval", "a.qrels", "a.run"], cwd=self.folder, stdout=file, stderr=subprocess.PIPE,
                                            text=True, timeout=60)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, f"error: <stdout>: it goes into {name}, which {option} reads; send the output to another file\n"))
                self.assertEqual(self.content(name), before)


class Encodings(InputTest):
    # A command that reads each kind of text, and the text.
    READERS = {
        "LETOR": (["data", "stats", "x.txt"], "x.txt", DATA),
        "CSV": (["data", "stats", "x.csv"], "x.csv", CSV),
        "qrels": (["trec_eval", "x.qrels", "a.run"], "x.qrels", "q1 0 d1 1\n"),
        "run": (["trec_eval", "a.qrels", "x.run"], "x.run", "q1 Q0 d1 1 2.5 tag\n"),
        "clicks": (["data", "from-clicks", "x.jsonl"], "x.jsonl", '{"query":"q","shown":["a","b"],"clicks":[{"doc":"a"}]}\n'),
        "pairs": (["data", "convert", "x.pairs", "--to", "pairs", "-o", "out.pairs"], "x.pairs", "1\t2\n"),
        "order": (["data", "top-k", "data.txt", "--order", "x", "--column", "top"], "x", "1 d1\n"),
        "model": (["score", "x.json", "data.txt"], "x.json", "{}\n"),
        "scores": (["eval", "--data", "data.txt", "--scores", "x"], "x", "1\n" * 12),
        "weights": (["data", "stats", "data.txt"], "data.txt.weight", "1\n" * 12),
    }

    def test_utf_16_is_named_with_the_remedy(self):
        for kind, (command, name, text) in self.READERS.items():
            for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
                with self.subTest(kind=kind, encoding=encoding):
                    self.write(name, text.encode(encoding))
                    called = {"utf-16": "UTF-16", "utf-16-le": "UTF-16LE", "utf-16-be": "UTF-16BE", "utf-32": "UTF-32"}[encoding]
                    self.assert_fails(command, f"{name}: the text is {called}, and only UTF-8 is read; "
                                               f"save it as UTF-8, as in: iconv -f {called} -t UTF-8 OLD > NEW")
            os.remove(self.path(name))

    def test_utf_16_by_a_pipe(self):
        for encoding, called in (("utf-16", "UTF-16"), ("utf-16-le", "UTF-16LE")):
            result = subprocess.run([GRADUS, "data", "stats", "-"], cwd=self.folder, input=DATA.encode(encoding), capture_output=True, timeout=60)
            self.assertEqual((result.returncode, result.stdout), (1, b""))
            self.assertIn(f"error: <stdin>: the text is {called}, and only UTF-8 is read; save it as UTF-8".encode(), result.stderr)

    def test_text_that_is_short_or_begins_with_a_mark_is_read(self):
        self.write("short", "x")
        self.assert_fails(["data", "stats", "short"], "short:1:1: grade 'x' is not a number; write a decimal number")
        self.write("mark.txt", b"\xef\xbb\xbf" + DATA.encode())
        self.assertEqual(self.gradus("data", "stats", "mark.txt").replace("mark.txt", "data.txt"), self.gradus("data", "stats", "data.txt"))


class Sizes(InputTest):
    def by_pipe(self, name, text, *command):
        os.mkfifo(self.path(name))

        def feed():
            with open(self.path(name), "w") as pipe:
                pipe.write(text)

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        output = self.gradus(*command)
        feeder.join(60)
        os.remove(self.path(name))
        return output

    def test_files_of_unknown_size_are_read_to_their_end(self):
        # A file of /proc says that it has no bytes; this one holds the environment of its reader.
        result = self.run_gradus("data", "stats", "--format", "letor", "/proc/self/environ", env={"0": "1"})
        self.assertEqual(result.returncode, 1)
        self.assertNotIn("it has no documents", result.stderr)
        result = self.run_gradus("data", "stats", "--format", "letor", "/proc/self/status")
        self.assertIn("/proc/self/status:1:1: grade 'Name:' is not a number", result.stderr)
        result = self.run_gradus("data", "stats", "--format", "csv", "/proc/self/status")
        self.assertIn("there is no column 'grade'", result.stderr)

    def test_files_whose_size_is_wrong_are_read_to_their_end(self):
        name = "/sys/kernel/mm/transparent_hugepage/enabled"  # 4096 bytes, it says
        if not os.path.exists(name):
            self.skipTest("SKIPPED LOUDLY: this system has no such file in /sys")
        result = self.run_gradus("data", "stats", "--format", "letor", name)
        self.assertIn(f"{name}:1:1: grade ", result.stderr)

    def test_pipes_give_what_files_give(self):
        self.gradus(*MODEL, "-o", "m.json")
        expected = self.gradus("score", "m.json", "data.txt")
        self.assertEqual(self.by_pipe("pipe.txt", DATA, "score", "m.json", "pipe.txt"), expected)
        self.by_pipe("pipe.txt", DATA, "train", "mart", "--train", "pipe.txt", *MODEL[4:], "-o", "n.json")
        self.assertEqual(self.content("n.json"), self.content("m.json"))
        self.write("t.csv", CSV)
        self.assertEqual(self.by_pipe("p.csv", CSV, "data", "convert", "p.csv", "-o", "-", "--to", "letor"),
                         self.gradus("data", "convert", "t.csv", "-o", "-", "--to", "letor"))
        with open(self.path("data.txt")) as file:
            result = subprocess.run([GRADUS, "score", "m.json", "/dev/stdin", "--quiet"], cwd=self.folder, stdin=file, capture_output=True, text=True)
        self.assertEqual(result.stdout, expected)


class Tables(InputTest):
    def converted(self, text, *options):
        self.write("a.csv", text)
        result = self.run_gradus("data", "convert", "a.csv", "--to", "csv", "-o", "-", *options, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout, result.stderr

    def test_blanks_around_fields_without_quotes_are_ignored(self):
        out, _ = self.converted("query , document,\tgrade , my name \nq1, d1 , 1 , 0.5\nq1 ,d2,0,\t.25 \n q 2,\" d3 \", 1 ,1\n")
        self.assertEqual(out, 'query,document,grade,my name\nq1,d1,1,0.5\nq1,d2,0,0.25\nq 2," d3 ",1,1\n')
        out, _ = self.converted('query,grade," f "\nq,1,2\n   \nq,0,3\n')
        self.assertEqual(out, 'query,grade," f "\nq,1,2\nq,0,3\n')

    def test_a_feature_has_one_name_with_blanks_or_without(self):
        self.write("a.csv", "".join(f"{line}\n" for line in ("query,grade,a, b", "1,0,1,5", "1,1,2,6", "1,2,3,7")))
        self.write("b.csv", "".join(f"{line}\n" for line in ("query,grade,b,a", "1,0,5,1", "1,1,6,2", "1,2,7,3")))
        self.gradus("train", "mart", "--train", "a.csv", "--set", "trees=2", "--set", "min_leaf_documents=1", "-o", "m.json")
        self.assertEqual(self.gradus("score", "m.json", "a.csv"), self.gradus("score", "m.json", "b.csv"))

    def test_two_names_that_differ_in_blanks_are_one(self):
        self.write("a.csv", "query,grade,a, a\n1,0,1,5\n")
        self.assert_fails(["data", "stats", "a.csv"], "a.csv:1: columns 3 and 4 are both called 'a'; give each a name of its own")

    def test_a_comma_behind_the_last_column_makes_no_feature(self):
        out, notes = self.converted("query,grade,a,\n1,0,1,\n1,1,2,\n")
        self.assertEqual(out, "query,grade,a\n1,0,1\n1,1,2\n")
        self.assertEqual(notes, "note: a.csv: column 4 has no name and is empty; it is left out\n")
        out, _ = self.converted("query,grade,a,,\n1,0,1,,\n1,1,2,,\n")
        self.assertEqual(out, "query,grade,a\n1,0,1\n1,1,2\n")
        self.gradus("train", "mart", "--train", "a.csv", "--set", "trees=2", "--set", "min_leaf_documents=1", "-o", "m.json")
        self.assertEqual(self.gradus("score", "m.json", "-", "--format", "csv", stdin=self.content("a.csv")), self.gradus("score", "m.json", "a.csv"))
        self.assertEqual(len(self.gradus("score", "m.json", "a.csv").splitlines()), 2)
        self.write("a.csv", "query,grade,a,\n1,0,1,\n1,1,2,7\n")
        result = self.run_gradus("data", "convert", "a.csv", "-o", "b.csv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: a.csv:3:7: column 4 has no name and was empty up to here, but now holds '7'; "
                      "name the column, or leave it out with --ignore 'column 4'\n", result.stderr)

    def test_names_with_commas_can_be_left_out(self):
        text = 'query,grade,"ctr, 30d","say ""x""",url,b\n1,0,1,2,u,3\n1,1,2,3,u,4\n'
        out, _ = self.converted(text, "--ignore", '"ctr, 30d",url')
        self.assertEqual(out, 'query,grade,"say ""x""",b\n1,0,2,3\n1,1,3,4\n')
        out, _ = self.converted(text, "--ignore", '"ctr, 30d"', "--ignore", '"say ""x""",url')
        self.assertEqual(out, "query,grade,b\n1,0,3\n1,1,4\n")
        out, _ = self.converted(text, "--ignore", "url", "--columns", '"ctr, 30d"')
        self.assertEqual(out, 'query,grade,"ctr, 30d","say ""x""",b\n1,0,1,2,3\n1,1,2,3,4\n')
        self.assert_fails(["data", "stats", "a.csv", "--ignore", "ctr"],
                          "a.csv:1: there is no column 'ctr' (to leave out); "
                          'the columns are: query, grade, "ctr, 30d", "say ""x""", url, b (separated by commas)')

    def test_every_column_of_text_is_named_in_one_remedy(self):
        self.write("a.csv", 'query,grade,sku,"t, u",n\n1,0,A,B,1\n1,1,A,B,2\n')
        self.assert_fails(["data", "stats", "a.csv"],
                          "a.csv:2:5: column 'sku': 'A' is not a number; write decimal numbers, or leave out all 2 columns of text with "
                          "--ignore 'sku,\"t, u\"' (one that names the documents: --document-column)")
        self.gradus("data", "stats", "a.csv", "--ignore", 'sku,"t, u"')

    def test_the_query_cannot_be_left_out(self):
        self.write("a.csv", CSV)
        for name, role, option in (("query", "the query", "--query-column"), ("grade", "the grade", "--grade-column")):
            self.assert_fails(["data", "stats", "a.csv", "--ignore", name],
                              f"a.csv:1: column '{name}' is {role}, which cannot be left out; "
                              f"take it off --ignore and --columns, or name another column with {option}")

    def test_monotone_constraints_on_names_with_commas(self):
        self.write("a.csv", 'query,grade,"ctr, 30d",b\n' + "".join(f"{q},{grade},{i},{-i}\n" for q in range(9) for i, grade in enumerate((0, 1, 0, 2, 1, 2, 0, 2, 2))))
        train = ["train", "mart", "--train", "a.csv", "--set", "trees=3", "--set", "min_leaf_documents=1", "-o", "m.json", "--set"]
        for value in ('monotone=+"ctr, 30d",-b', 'monotone="+ctr, 30d",-b'):
            with self.subTest(value):
                self.gradus(*train, value)
                scores = [float(line) for line in self.gradus("score", "m.json", "a.csv").splitlines()][:9]
                self.assertEqual(scores, sorted(scores))
        self.gradus(*train, "trees=4")
        scores = [float(line) for line in self.gradus("score", "m.json", "a.csv").splitlines()][:9]
        self.assertNotEqual(scores, sorted(scores))

    def test_a_cache_tells_lists_of_names_apart(self):
        self.write("a.csv", 'query,grade,"x,y",x,y\n1,0,1,2,3\n1,1,4,5,6\n')
        self.gradus("data", "stats", "a.csv", "--cache", "--ignore", "x,y")
        out = self.gradus("data", "convert", "a.csv", "--cache", "--ignore", '"x,y"', "--to", "csv", "-o", "-")
        self.assertEqual(out, "query,grade,x,y\n1,0,2,3\n1,1,5,6\n")


class Lines(InputTest):
    def test_a_second_qid_is_named(self):
        for line, place in (("1 qid:1 qid:2 1:5", 9), ("1 qid:1 1:5 qid:1", 13), ("qid:1 qid:2 1:3", 7)):
            with self.subTest(line):
                self.write("x.txt", line + "\n")
                if line.startswith("1"):
                    self.assert_fails(["data", "stats", "x.txt"], f"x.txt:1:{place}: qid: is given twice; give the query of a document once")
                    self.assert_fails(["data", "stats", "x.txt", "--feature-order", "any"],
                                      f"x.txt:1:{place}: qid: is given twice; give the query of a document once")
                else:
                    self.gradus(*MODEL, "-o", "m.json")
                    self.assert_fails(["score", "m.json", "x.txt"], f"x.txt:1:{place}: qid: is given twice; give the query of a document once")
        self.write("x.txt", "1 1:5 qid:2\n")
        self.assert_fails(["data", "stats", "x.txt"], "x.txt:1:7: qid: comes after a feature; put it directly after the grade, once")

    def test_scores_count_documents_and_skipped_lines_are_told(self):
        self.gradus(*MODEL, "-o", "m.json")
        expected = self.gradus("score", "m.json", "data.txt")
        note = "lines without a document were skipped: there is a score for each document, not for each line\n"
        lines = DATA.splitlines(keepends=True)
        gaps = "".join([*lines[:3], "\n", "# a comment\n", *lines[3:], "\n\n"])
        self.write("gaps.txt", gaps)
        for name, stdin in (("gaps.txt", None), ("-", gaps)):
            with self.subTest(name):
                result = self.run_gradus("score", "m.json", name, stdin=stdin)
                self.assertEqual((result.returncode, result.stdout), (0, expected))
                self.assertIn(f"note: {'<stdin>' if stdin else name}: 2 {note}", result.stderr)
        result = self.run_gradus("score", "m.json", "data.txt")
        self.assertNotIn("skipped", result.stderr)
        self.write("m.csv", "1,2\n" + "".join(f"{i},{i}\n" for i in range(3)))
        whole = self.gradus("score", "m.json", "m.csv")
        self.write("m.csv", "\n1,2\n0,0\n\n1,1\n  \n\n2,2\n\n")
        result = self.run_gradus("score", "m.json", "m.csv")
        self.assertEqual((result.returncode, result.stdout), (0, whole))
        self.assertIn(f"note: m.csv: 3 {note}", result.stderr)


if __name__ == "__main__":
    main()
