"""Scores for documents without grades and queries, as they come, in several forms."""

import os
import select
import subprocess
import time

import command
from command import GRADUS, CommandTest

TRAIN = "".join(f"{i % 3} qid:{q} 1:{i % 3 / 2} 2:{(i * 7 + q) % 10 / 10}\n" for q in range(8) for i in range(9))
CSV = "grade,query,bm25,age\n" + "".join(f"{i % 3},{q},{i % 3 / 2},{(i * 7 + q) % 10 / 10}\n" for q in range(8) for i in range(9))


class ScoreTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("train.txt", TRAIN)
        self.write("train.csv", CSV)
        run = ["lambdamart", "--set", "trees=5", "--set", "min_leaf_documents=2"]
        self.gradus("train", *run, "--train", "train.txt", "-o", "m.json")
        self.gradus("train", *run, "--train", "train.csv", "-o", "named.json")

    def scores(self, *arguments, stdin=None):
        return self.gradus("score", *arguments, stdin=stdin).split()


class NoGradesTest(ScoreTest):
    def test_letor_needs_neither_grades_nor_queries(self):
        self.write("full.txt", "2 qid:1 1:0.5 2:0.25 # d1\n0 qid:1 1:1\n0 qid:2 2:0.5\n0 qid:2\n")
        expected = self.scores("m.json", "full.txt")
        self.assertEqual(len(set(expected)) > 1, True)
        for text in ("1:0.5 2:0.25\n1:1\n2:0.5\n0\n", "qid:1 1:0.5 2:0.25\nqid:1 1:1\nqid:2 2:0.5\nqid:2\n",
                     "0 1:0.5 2:0.25\n-1 1:1\n3 2:0.5\n4\n", "# a comment\n\n1:0.5 2:0.25 #d\n qid:x 1:1\n2:0.5\nqid:x"):
            self.write("bare.txt", text)
            self.assertEqual(self.scores("m.json", "bare.txt"), expected, text)
            self.assertEqual(self.scores("m.json", "-", stdin=text), expected, text)

    def test_tables_need_neither_and_are_matched_by_name(self):
        self.write("full.csv", "grade,query,bm25,age\n1,q,0.5,0.25\n0,q,1,0\n")
        expected = self.scores("named.json", "full.csv")
        for text in ("bm25,age\n0.5,0.25\n1,0\n", "age,bm25\n0.25,0.5\n0,1\n", "document,age,query,bm25\nx,0.25,,0.5\ny,0,,1\n",
                     "grade,age,bm25\n,0.25,0.5\n-1,0,1\n"):
            self.write("bare.csv", text)
            self.assertEqual(self.scores("named.json", "bare.csv"), expected, text)
            self.assertEqual(self.scores("named.json", "-", "--format", "csv", stdin=text), expected, text)
        self.write("bare.tsv", "age\tbm25\n0.25\t0.5\n0\t1\n")
        self.assertEqual(self.scores("named.json", "bare.tsv"), expected)
        self.write("lacks.csv", "bm25\n1\n")
        self.assert_fails(["score", "named.json", "lacks.csv"],
                          "lacks.csv: it lacks 1 feature of the model: 'age'; give it a column of that name for each feature")

    def test_queries_need_not_stand_together(self):
        self.write("mixed.txt", "qid:1 1:0.5\nqid:2 1:1\nqid:1 1:0.5\n")
        scores = self.scores("m.json", "mixed.txt")
        self.assertEqual(scores[0], scores[2])

    def test_lightgbm_files_need_no_sizes(self):
        self.write("x.test", "0 1:0.5 2:0.25\n0 1:1\n")
        self.write("x.txt", "1:0.5 2:0.25\n1:1\n")
        self.assertEqual(self.scores("m.json", "x.test"), self.scores("m.json", "x.txt"))

    def test_an_empty_file_has_no_documents(self):
        self.write("empty.txt", "# nothing\n")
        self.assert_fails(["score", "m.json", "empty.txt", "-o", "out.txt"],
                          "empty.txt: it has no documents; give a line for each document, such as '1:0.5 2:0.25'")


class StreamTest(ScoreTest):
    def start(self, *arguments):
        process = subprocess.Popen([GRADUS, "score", *arguments, "--quiet"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for pipe in (process.stdout, process.stderr):
            self.addCleanup(pipe.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.got = b""
        return process

    def say(self, process, text):
        process.stdin.write(text.encode())
        process.stdin.flush()

    def hear(self, process, lines):
        """So many lines, which must come while the input stays open."""
        until = time.monotonic() + 60
        while self.got.count(b"\n") < lines:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))
            self.assertTrue(ready, f"only {self.got} came")
            more = os.read(process.stdout.fileno(), 65536)
            self.assertTrue(more, "the output ended")
            self.got += more
        return self.got.decode().split()

    def test_a_score_comes_as_soon_as_its_line_has_come(self):
        self.write("all.txt", "1:0.5 2:0.25\n1:1\n2:0.5\n0\n")
        expected = self.scores("m.json", "all.txt")
        process = self.start("m.json", "-")
        self.say(process, "1:0.5 2:0.25\n")
        self.assertEqual(self.hear(process, 1), expected[:1])
        self.say(process, "1:1\n2:0")
        self.assertEqual(self.hear(process, 2), expected[:2])
        self.say(process, ".5\n0\n")
        self.assertEqual(self.hear(process, 4), expected)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)

    def test_a_short_first_line_is_answered(self):
        process = self.start("m.json", "-")
        self.say(process, "0\n")
        self.assertEqual(len(self.hear(process, 1)), 1)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)

    def test_records_of_a_table_are_answered(self):
        process = self.start("named.json", "-", "--format", "csv", "--to", "csv")
        self.say(process, "query,age,bm25\nq,0.25,0.5\n\n")
        self.assertEqual(self.hear(process, 2)[0], "query,score")
        self.say(process, 'q,0,"1"\n')
        self.assertEqual(len(self.hear(process, 3)), 3)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)

    def test_a_bad_line_ends_it_after_the_scores_before_it(self):
        good = "1:0.5 2:0.25\n" * 999
        process = self.start("m.json", "-")
        self.say(process, good + "1:x\n1:1\n")
        self.assertEqual(process.wait(60), 1)  # while the input is still open
        self.assertEqual(len(self.hear(process, 999)), 999)
        self.assertEqual(process.stderr.read().decode(),
                         "error: <stdin>:1000:3: value of feature 1 'x' is not a number; write a decimal number\n")
        process.stdin.close()
        self.write("bad.csv", "bm25,age\n0.5,1\n0.5,1\n0.5,x\n")
        result = self.run_gradus("score", "named.json", "bad.csv", "--quiet")
        self.assertEqual((result.returncode, len(result.stdout.split())), (1, 2))
        self.assertTrue(result.stderr.startswith("error: bad.csv:4:5: column 'age': 'x' is not a number"), result.stderr)

    def test_a_file_is_not_left_half_written(self):
        self.write("bad.txt", "1:0.5\n" * 20 + "1:x\n")
        self.assert_fails(["score", "m.json", "bad.txt", "-o", "out.txt"],
                          "bad.txt:21:3: value of feature 1 'x' is not a number; write a decimal number")

    def test_a_pipe_gives_the_scores_of_the_file(self):
        text = "".join(f"qid:{i // 7} 1:{i % 13 / 13} 2:{i % 101 / 101}\n" for i in range(60_000))
        self.write("big.txt", text)
        expected = self.gradus("score", "m.json", "big.txt")
        self.assertEqual(expected.count("\n"), 60_000)
        self.assertEqual(self.gradus("score", "m.json", "-", stdin=text), expected)
        self.assertEqual(self.gradus("score", "m.json", "big.txt", "--threads", "3"), expected)


class FormTest(ScoreTest):
    DATA = "1 qid:7 1:0.5 #docid = a x\n0 qid:7 1:1 #docid = b\n0 qid:7 1:0.5 #docid = c\n1 qid:q 1:1 #d\n"

    def setUp(self):
        super().setUp()
        self.write("x.txt", self.DATA)

    def test_a_run_is_ranked_with_ties_as_trec_eval_has_them(self):
        half, one = self.scores("m.json", "x.txt")[:2]
        first, last = (half, one) if float(half) > float(one) else (one, half)
        self.assertGreater(float(one), float(half))
        expected = f"7 Q0 b 1 {one} gradus\n7 Q0 c 2 {half} gradus\n7 Q0 a 3 {half} gradus\nq Q0 d 1 {one} gradus\n"
        self.assertNotEqual(first, last)
        self.gradus("score", "m.json", "x.txt", "-o", "out.run")
        read = [[float(word) if k == 4 else word for k, word in enumerate(line.split())] for line in self.content("out.run").splitlines()]
        for line, wanted in zip(read, expected.splitlines()):
            wanted = wanted.split()
            self.assertEqual((line[:4], line[5]), (wanted[:4], wanted[5]))
            self.assertAlmostEqual(line[4], float(wanted[4]), places=6)
        self.assertEqual(self.gradus("score", "m.json", "x.txt", "--to", "run"), self.content("out.run"))
        self.assertIn(" mine\n", self.gradus("score", "m.json", "x.txt", "--to", "run", "--tag", "mine"))
        self.write("q.qrels", "7 0 b 1\n")
        self.gradus("eval", "--qrels", "q.qrels", "out.run")

    def test_a_run_needs_queries_and_names(self):
        self.write("bare.txt", "qid:1 1:1 #d\nqid:1 1:1\n")
        self.assert_fails(["score", "m.json", "bare.txt", "-o", "out.run"],
                          "bare.txt: document 2 has no name, which a run needs; give it one (LETOR: #docid = NAME), "
                          "or write a score a line: --to scores")
        self.write("bare.txt", "1:1 #d\n")
        self.assert_fails(["score", "m.json", "bare.txt", "-o", "out.run"],
                          "bare.txt: document 1 has no query, which a run needs; give it one (LETOR: qid:ID), "
                          "or write a score a line: --to scores")
        self.write("bare.txt", "qid:1 1:1 #d\nqid:1 1:0.5 #d\n")
        self.assert_fails(["score", "m.json", "bare.txt", "-o", "out.run"],
                          "out.run: query 1 has document d twice, which a run cannot hold; "
                          "give each document of a query its own name")

    def test_tables_have_what_the_data_has(self):
        scores = self.scores("m.json", "x.txt")
        self.gradus("score", "m.json", "x.txt", "-o", "out.csv")
        rows = zip(["7,a", "7,b", "7,c", "q,d"], scores)
        self.assertEqual(self.content("out.csv"), "query,document,score\n" + "".join(f"{ids},{score}\n" for ids, score in rows))
        self.write("bare.txt", "1:0.5\n")
        self.assertEqual(self.gradus("score", "m.json", "bare.txt", "--to", "tsv"), f"score\n{scores[0]}\n")
        self.write("x.test", "0 1:0.5\n0 1:1\n")
        self.write("x.test.query", "1\n1\n")
        self.assertEqual(self.gradus("score", "m.json", "x.test", "--to", "csv"), f"query,score\n1,{scores[0]}\n2,{scores[1]}\n")

    def test_endings_count(self):
        for name in ("out.qrels", "out.jsonl", "out.gradus", "out.json", "out.letor"):
            self.assert_fails(["score", "m.json", "x.txt", "-o", name],
                              f"{name}: scores are not written as .{name.split('.')[1]} files; "
                              "name it .txt, .csv, .tsv or .run, or say --to scores for a score a line")
        self.gradus("score", "m.json", "x.txt", "-o", "out.letor", "--to", "scores")
        result = self.run_gradus("score", "m.json", "x.txt", "-o", "out.fold1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("out.fold1: written as a score a line; --to names another form\n", result.stderr)
        for name in ("out", "out.txt", "out.scores", "out.txt.gz"):
            result = self.run_gradus("score", "m.json", "x.txt", "-o", name)
            self.assertNotIn("--to", result.stderr)

    def test_a_score_that_is_no_number_is_an_error(self):
        self.write("model.json", '{"format": "gradus-model", "version": 1, "model": "linear", "features": '
                                 '[{"name": "1", "mean": 0, "spread": 1e-30, "weight": 1}]}')
        self.write("huge.txt", "1:1\n1:3e38\n")
        self.assert_fails(["score", "model.json", "huge.txt", "-o", "out.txt"],
                          "huge.txt: the score of document 2 is not a finite number; "
                          "scale its features down: the model has not seen any so large")


if __name__ == "__main__":
    command.main()
