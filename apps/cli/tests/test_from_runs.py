"""gradus data from-runs."""

import glob
import os

from command import SHARED, CommandTest, main, needs_shared


class FromRuns(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("q.qrels", "2 0 b 1\n2 0 a -2\n1 0 x 2\n3 0 x 1\n")
        self.write("one.run", "1 Q0 x 1 3 One\n1 Q0 y 2 2 One\n2 Q0 a 1 -1.5 One\n9 Q0 a 1 1 One\n")
        self.write("two.run", "2 Q0 b 1 0.25 Two\n2 Q0 a 2 0.25 Two\n1 Q0 z 1 7 Two\n")

    def from_runs(self, *arguments):
        result = self.run_gradus("data", "from-runs", "--qrels", "q.qrels", *arguments, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_makes_a_feature_of_each_run(self):
        notes = self.from_runs("one.run", "two.run", "-o", "out.txt")
        self.assertEqual(self.content("out.txt"),
                         "0 qid:2 1:-1.5 2:0.25 #docid = a\n"
                         "1 qid:2 1:NULL 2:0.25 #docid = b\n"
                         "2 qid:1 1:3 2:NULL #docid = x\n"
                         "0 qid:1 1:2 2:NULL #docid = y\n"
                         "0 qid:1 1:NULL 2:7 #docid = z\n")
        self.assertEqual(notes,
                         "note: judged queries without a document, left out: 1\n"
                         "note: queries of the runs without judgments, left out: 1\n"
                         "note: documents without a judgment, taken as grade 0: 2\n"
                         "note: documents with a negative grade, taken as grade 0: 1\n"
                         "note: relevant documents that no run has among its first 1,000, left out: 1 of 3 (most for query 3: "
                         "1)\n"
                         "note: the names of the features are not kept: they become numbers\n")

    def test_names_the_features_when_it_is_done(self):
        result = self.run_gradus("data", "from-runs", "--qrels", "q.qrels", "one.run", "two.run", "-o", "out.txt",
                                 "--progress", "plain")
        self.assertIn("5 documents, 2 queries, features from 1: One, Two", result.stderr)

    def test_depth_takes_the_top_by_score_then_by_larger_id(self):
        self.from_runs("one.run", "two.run", "-o", "out.txt", "--depth", "1")
        self.assertEqual(self.content("out.txt"),
                         "0 qid:2 1:-1.5 2:0.25 #docid = a\n"
                         "1 qid:2 1:NULL 2:0.25 #docid = b\n"
                         "2 qid:1 1:3 2:NULL #docid = x\n"
                         "0 qid:1 1:NULL 2:7 #docid = z\n")
        self.from_runs("two.run", "-o", "out.txt", "--depth", "1")
        self.assertEqual(self.content("out.txt"), "1 qid:2 1:0.25 #docid = b\n0 qid:1 1:7 #docid = z\n")

    def test_counts_relevant_documents_that_no_run_returned(self):
        self.write("q.qrels", "1 0 x 2\n1 0 v 1\n1 0 w 1\n1 0 u 0\n2 0 b 1\n2 0 q -1\n2 0 y 1\n")
        notes = self.from_runs("one.run", "two.run", "-o", "out.txt")
        self.assertIn("note: relevant documents that no run has among its first 1,000, left out: 3 of 5 (most for query 1: 2)\n",
                      notes)
        self.write("q.qrels", "1 0 x 2\n1 0 y 1\n")
        self.assertNotIn("left out", self.from_runs("one.run", "-o", "out.txt").replace("judgments, left out", ""))
        notes = self.from_runs("one.run", "-o", "out.txt", "--depth", "1")
        self.assertIn("note: relevant documents that no run has among its first 1, left out: 1 of 2 (most for query 1: 1)\n", notes)

    def test_drops_documents_without_a_judgment(self):
        notes = self.from_runs("one.run", "two.run", "-o", "out.txt", "--unjudged", "drop")
        self.assertEqual(self.content("out.txt"),
                         "0 qid:2 1:-1.5 2:0.25 #docid = a\n"
                         "1 qid:2 1:NULL 2:0.25 #docid = b\n"
                         "2 qid:1 1:3 2:NULL #docid = x\n")
        self.assertIn("note: documents without a judgment, left out: 2\n", notes)

    def test_keeps_the_runs_listed(self):
        self.write("keep", "# the good ones\nTwo  # indeed\n")
        notes = self.from_runs("one.run", "two.run", "-o", "out.txt", "--tags", "keep")
        self.assertIn("note: One is left out: not listed in keep\n", notes)
        self.assertTrue(self.content("out.txt").startswith("0 qid:2 1:0.25 #docid = a\n"))

    def test_says_what_the_format_loses(self):
        notes = self.from_runs("one.run", "two.run", "-o", "out.train")
        self.assertIn("note: the ids of queries and documents are not kept: they become numbers\n", notes)

    def test_leaves_out_the_runs_listed(self):
        self.write("manual", "One\nThree\n")
        notes = self.from_runs("one.run", "two.run", "-o", "out.txt", "--leave-out", "manual")
        self.assertIn("note: manual lists Three, which no run is called\nnote: One is left out: listed in manual\n", notes)
        self.assertTrue(self.content("out.txt").startswith("0 qid:2 1:0.25 #docid = a\n"))

    def test_leaves_out_short_runs(self):
        self.write("three.run", "".join(f"{q} Q0 {d} 1 1 Three\n" for q in "12" for d in "ab"))
        notes = self.from_runs("one.run", "two.run", "three.run", "-o", "out.txt", "--min-documents", "2")
        self.assertIn("note: One is left out: fewer than 2 documents for some query\n"
                      "note: Two is left out: fewer than 2 documents for some query\n", notes)
        self.assertTrue(self.content("out.txt").startswith("0 qid:2 1:1 #docid = a\n1 qid:2 1:1 #docid = b\n"))

    def test_names_runs_by_their_files(self):
        self.write("keep", "two\n")
        self.from_runs("one.run", "two.run", "-o", "out.txt", "--names", "file", "--tags", "keep")
        self.assertTrue(self.content("out.txt").startswith("0 qid:2 1:0.25 #docid = a\n"))

    def fails(self, arguments, message):
        self.assert_fails(["data", "from-runs", "--qrels", "q.qrels", *arguments], message)

    def test_refuses_two_runs_with_one_tag(self):
        self.write("again.run", "1 Q0 x 1 3 One\n")
        self.fails(["one.run", "again.run", "-o", "out.txt"],
                   "again.run: its tag One is also the tag of one.run; give each run once and with a tag of its own, "
                   "or say --names file")

    def test_refuses_a_listed_tag_that_no_run_has(self):
        self.write("keep", "# c\nOne\nTow\n")
        self.fails(["one.run", "two.run", "-o", "out.txt", "--tags", "keep"],
                   "keep:3: no run has the tag Tow; give its file or take it off the list")

    def test_refuses_to_leave_out_every_run(self):
        result = self.run_gradus("data", "from-runs", "--qrels", "q.qrels", "one.run", "-o", "out.txt", "--quiet",
                                 "--min-documents", "50")
        self.assertEqual((result.returncode, result.stderr.splitlines()[-1]),
                         (1, "error: every run is left out: fewer than 50 documents for some query; keep some"))

    def test_refuses_an_output_that_holds_no_features(self):
        self.fails(["one.run", "-o", "out.run"],
                   "out.run: run is a format for runs, not for data to rank; "
                   "choose a format for data to rank (gradus list formats)")

    def test_refuses_an_unknown_format(self):
        result = self.run_gradus("data", "from-runs", "--qrels", "q.qrels", "one.run", "-o", "out", "--to", "nope", "--quiet")
        self.assertEqual((result.returncode, result.stderr.split(";")[0]), (2, "error: option --to: unknown format 'nope'"))

    def test_refuses_runs_of_other_queries(self):
        self.write("other.run", "77 Q0 x 1 3 Other\n")
        self.fails(["other.run", "-o", "out.txt"],
                   "the runs have no document for the queries of the judgments; check that runs and judgments are of "
                   "the same queries")

    def test_refuses_a_missing_run(self):
        self.fails(["one.run", "none.run", "-o", "out.txt"], "none.run: cannot be opened: No such file or directory; check the name")

    def test_refuses_depth_zero_as_misuse(self):
        result = self.run_gradus("data", "from-runs", "--qrels", "q.qrels", "one.run", "-o", "out.txt", "--depth", "0")
        self.assertEqual(result.returncode, 2, result.stderr)

    @needs_shared
    def test_makes_data_of_the_robust_track(self):
        folder = os.path.join(SHARED, "data", "trec-robust03")
        runs = sorted(glob.glob(os.path.join(folder, "runs", "*.zst")))
        result = self.run_gradus("data", "from-runs", "--qrels", os.path.join(folder, "qrels.txt.zst"), *runs, "-o",
                                 "out.txt", "--depth", "20", "--min-documents", "100", "--progress", "plain")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("NLPR03vb10 is left out: fewer than 100 documents for some query", result.stderr)
        lines = self.content("out.txt").splitlines()
        self.assertEqual(len({line.split()[1] for line in lines}), 100)
        self.assertTrue(all(line.split()[17].startswith("16:") and line.split()[18] == "#docid" for line in lines))


if __name__ == "__main__":
    main()
