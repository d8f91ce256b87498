"""gradus trec_eval: the commands and expected outputs of trec_eval's own test target, byte for byte."""

import os
import subprocess

from command import SHARED, CommandTest, main, needs_shared, more_help

FOLDER = os.path.join(SHARED, "data", "trec-eval-tests")

# expected output, flags, judgments, run
CASES = [
    ("out.test", [], "qrels.test", "results.test"),
    ("out.test", [], "qrels.test.with-comments", "results.test"),
    ("out.comment.test", [], "qrels.comment.test", "results.comment.test"),
    ("out.test.a", ["-m", "all_trec"], "qrels.test", "results.test"),
    ("out.test.aq", ["-m", "all_trec", "-q"], "qrels.test", "results.test"),
    ("out.test.aqc", ["-m", "all_trec", "-q", "-c"], "qrels.test", "results.trunc"),
    ("out.test.aqcM", ["-m", "all_trec", "-q", "-c", "-M100"], "qrels.test", "results.trunc"),
    ("out.test.aql", ["-m", "all_trec", "-mrelstring.20", "-q", "-l2"], "qrels.rel_level", "results.test"),
    ("out.test.meas_params",
     ["-q", "-miprec_at_recall..10,.20,.25,.75,.50", "-m", "P.5,7,3", "-m", "recall.20,2000", "-m",
      "Rprec_mult.5.0,0.2,0.35", "-mutility.2,-1,0,0", "-m", "11pt_avg..25,.5,.75", "-mndcg.1=3,2=9,4=4.5",
      "-mndcg_cut.10,20,23.4", "-msuccess.2,5,20"], "qrels.test", "results.test"),
]


@needs_shared
class OwnTests(CommandTest):
    def test_the_output_is_theirs_byte_for_byte(self):
        for expected, flags, judgments, run in CASES:
            with self.subTest(expected=expected, judgments=judgments):
                text = subprocess.run(["zstd", "-dcq", os.path.join(FOLDER, expected + ".zst")],
                                      capture_output=True, text=True, check=True).stdout
                for threads in ("1", "2"):
                    result = self.gradus("trec_eval", *flags, os.path.join(FOLDER, judgments + ".zst"),
                                         os.path.join(FOLDER, run + ".zst"), "--threads", threads)
                    self.assertEqual(result, text)


class Flags(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("qrels", "1 0 a 1\n1 0 b 0\n2 0 a 2\n3 0 c 1\n")
        self.write("run", "1 Q0 b 1 2.5 tag\n1 Q0 x 2 2 tag\n1 Q0 a 3 1 tag\n2 Q0 a 1 1 tag\n")

    def rows(self, *arguments, stdin=None):
        return [line.split("\t") for line in self.gradus("trec_eval", *arguments, stdin=stdin).splitlines()]

    def test_version_10_refuses_a_run_without_a_judged_query_and_9_skips_it(self):
        self.assert_fails(["trec_eval", "qrels", "run"],
                          "run: the judged query 3 is not in the run; add it, or count it as 0 with -c")
        self.assertEqual(self.rows("-m", "num_q", "-mrecip_rank", "--profile", "trec9", "qrels", "run"),
                         [["num_q                 ", "all", "2"], ["recip_rank            ", "all", "0.6667"]])

    def test_complete_counts_missing_queries_and_only_version_10_shows_them(self):
        for profile, queries in (("trec9", "12"), ("trec10", "123")):
            rows = self.rows("-q", "-c", "-m", "recip_rank", "--profile", profile, "qrels", "run")
            self.assertEqual([row[1] for row in rows], [*queries, "all"])
            self.assertEqual(rows[-1][2], "0.4444")

    def test_letters_may_share_an_argument_and_files_may_stand_first(self):
        expected = self.rows("-q", "-n", "-c", "-m", "P.2", "qrels", "run")
        self.assertEqual([row[2] for row in expected], ["0.0000", "0.5000", "0.0000"])
        self.assertEqual(self.rows("qrels", "run", "-qncmP.2"), expected)
        self.assertEqual(self.rows("qrels", "-", "-qncmP.2", stdin=self.content("run")), expected)

    def test_judged_only_takes_the_others_out(self):
        self.assertEqual(self.rows("-c", "-J", "-n", "-q", "-m", "recip_rank", "qrels", "run")[0][2], "0.5000")
        self.assertEqual(self.rows("-c", "-n", "-q", "-m", "recip_rank", "qrels", "run")[0][2], "0.3333")

    def test_version_9_compares_32_bit_scores(self):
        self.write("near", "1 Q0 a 1 1.00000001 t\n1 Q0 b 2 1 t\n")
        self.assertEqual(self.rows("-c", "-nqm", "recip_rank", "qrels", "near")[0][2], "1.0000")
        self.assertEqual(self.rows("--profile=trec9", "-nqm", "recip_rank", "qrels", "near")[0][2], "0.5000")

    def test_gains_may_be_fractions_which_trec_eval_itself_gets_wrong(self):
        self.write("one", "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n2 Q0 a 1 1 t\n3 Q0 c 1 1 t\n")
        self.assertEqual(self.rows("-nqm", "ndcg.1=0.5,2=0.9", "qrels", "one")[0],
                         ["ndcg_1=0.5,2=0.9      ", "1", "0.6309"])

    def test_complete_counts_every_grade_above_0_as_relevant_whatever_the_level(self):
        self.write("graded", "1 0 a 2\n1 0 b 1\n2 0 a 1\n9 0 z 3\n9 0 y 0\n")
        self.write("one", "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n")
        for profile in ("trec9", "trec10"):
            self.assertEqual(self.rows("-c", "-l2", "-m", "num_rel", "-m", "num_rel_ret", f"--profile={profile}", "graded", "one"),
                             [["num_rel               ", "all", "4"], ["num_rel_ret           ", "all", "1"]])
        self.assertEqual(self.rows("-l2", "-m", "num_rel", "--profile=trec9", "graded", "one")[0][2], "1")

    def test_says_what_is_wrong(self):
        self.assert_fails(["trec_eval", "-m", "mapp", "qrels", "run"],
                          "option -m mapp: unknown measure 'mapp'; did you mean 'map'?")
        self.assert_fails(["trec_eval", "-m", "err", "qrels", "run"],
                          "option -m err: unknown measure 'err'; trec_eval has no such measure, but Gradus evaluates it itself (gradus eval -m)")
        self.assert_fails(["trec_eval", "-m", "mapp", "no such file", "nor this"],
                          "option -m mapp: unknown measure 'mapp'; did you mean 'map'?")
        self.assert_fails(["trec_eval", "-m", "P.5,5", "qrels", "run"],
                          "option -m P.5,5: a cutoff is given twice; give each once")
        self.assert_fails(["trec_eval", "-m", "P.0", "qrels", "run"],
                          "option -m P.0: a cutoff is out of range; give numbers from 1")
        self.assert_fails(["trec_eval", "-x", "qrels", "run"],
                          "-x: unknown option" + more_help("trec_eval"), code=2)
        self.assert_fails(["trec_eval", "qrels"],
                          "give two files: the judgments (qrels), then the run" + more_help("trec_eval"), code=2)


if __name__ == "__main__":
    main()
