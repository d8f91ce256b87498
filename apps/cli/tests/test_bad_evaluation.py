"""gradus eval and gradus trec_eval: every kind of bad input has its exact message and exit code, and what is only
strange has its documented value. Nothing crashes; nothing is a silent zero."""

import gzip
import json
import math
import os

from command import CommandTest, main, more_help

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 2\n"
RUN = "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n2 Q0 a 1 1 t\n"
PROFILES = "gradus, trec9, trec10, letor, lightgbm, xgboost, ranx, ir-measures"
FIT = "; give the measure parameters that fit the grades, or choose another measure"
MISUSE = more_help("eval")
TREC_MISUSE = more_help("trec_eval")


class EvaluationTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("q", QRELS)
        self.write("r", RUN)


class BadFiles(EvaluationTest):
    def assert_both_fail(self, qrels, run, message):
        self.assert_fails(["eval", "--qrels", qrels, run], message)
        self.assert_fails(["trec_eval", qrels, run], message)

    def test_runs_and_judgments(self):
        self.write("other", "7 Q0 a 1 1 t\n")
        self.write("empty", "")
        self.write("twice.run", "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n1 Q0 a 3 1 t\n")
        self.write("twice.qrels", "1 0 a 1\n1 0 a 1\n")
        self.write("nan", "1 Q0 a 1 nan t\n")
        self.write("short", "1 Q0 a 1 1\n")
        self.write("word", "1 0 a x\n")
        self.write("cut.gz", gzip.compress(RUN.encode())[:-9])
        os.mkdir(self.path("folder"))
        cases = [
            ("q", "other",
             "other: none of its queries is judged in q; give the run and the judgments of the same queries"),
            ("q", "empty", "empty: it has no returned documents; give a file with lines "
                           "'query Q0 document rank score tag'"),
            ("empty", "r", "empty: it has no judged documents; give a file with lines "
                           "'query iteration document grade'"),
            ("q", "twice.run",
             "twice.run:3: document a is returned twice for query 1 (first on line 1); keep one of them"),
            ("twice.qrels", "r",
             "twice.qrels:2: document a is judged twice for query 1 (first on line 1); keep one of them"),
            ("q", "nan",
             "nan:1:10: score 'nan' is not a finite number; leave the line out or write a decimal number"),
            ("q", "short", "short:1: the line has 5 fields, not 6; write 'query Q0 document rank score tag'"),
            ("word", "r", "word:1:7: grade 'x' is not a number; write a decimal number"),
            ("r", "q", "r:1: the line has 6 fields, not 4; write 'query iteration document grade'"),
            ("q", "cut.gz", "cut.gz: the gzip data ends too early; copy or compress the file again"),
            ("q", "folder", "folder: is a directory; name a file in it"),
            ("folder", "r", "folder: is a directory; name a file in it"),
            ("q", "none", "none: cannot be opened: No such file or directory; check the name"),
        ]
        for qrels, run, message in cases:
            with self.subTest(qrels=qrels, run=run):
                self.assert_both_fail(qrels, run, message)

    def test_a_judged_query_that_the_run_lacks_has_the_remedy_of_each_command(self):
        self.write("q3", QRELS + "3 0 c 1\n")
        what = "r: the judged query 3 is not in the run; add it, or "
        self.assert_fails(["trec_eval", "q3", "r"], what + "count it as 0 with -c")
        self.assert_fails(["eval", "--profile", "trec10", "--qrels", "q3", "r"],
                          what + "choose a profile that counts it as 0")

    def test_one_bad_run_among_good_ones_prints_nothing(self):
        self.write("other", "7 Q0 a 1 1 t\n")
        self.assert_fails(["eval", "--qrels", "q", "r", "other"],
                          "other: none of its queries is judged in q; give the run and the judgments of the same "
                          "queries")

    def test_scores_and_label_columns(self):
        self.write("d.txt", "2 qid:1 1:1\n0 qid:1 1:2\n")
        length = "; give a line for each document, in the same order"
        for scores, message in (
                ("", "s: there are 0 values for 2 documents" + length),
                ("1\n", "s: there is 1 value for 2 documents" + length),
                ("1\n2\n3\n", "s:3: there are more than the 2 values of the data" + length),
                ("1\nnan\n", "s:2: 'nan' is not a finite number; write one decimal number a line"),
                ("1\n\n", "s:2: '' is not a finite number; write one decimal number a line"),
                ("1\n1e999\n", "s:2: '1e999' is not a finite number; write one decimal number a line")):
            with self.subTest(scores=scores):
                self.write("s", scores)
                self.assert_fails(["eval", "--data", "d.txt", "--scores", "s"], message)
        self.write("s", "1\n2\n")
        click = ["eval", "--data", "d.txt", "--scores", "s", "-m", "NDCG", "-m", "CNDCG@3"]
        self.assert_fails(click, "d.txt: measure ndcg(labels=click, scale=4)@3: there is no label column 'click'; read it "
                                 "with --columns click")
        self.assert_fails([*click, "--columns", "click"],
                          "d.txt: there is no label column 'click' beside it; make the file d.txt.click with a value "
                          "for each document")
        self.assert_fails(["eval", "--data", "d.txt"], "give --data with --scores or --model" + MISUSE, code=2)


class BadGrades(EvaluationTest):
    def test_grades_that_a_measure_cannot_take(self):
        self.write("half", "1 0 a 1.5\n")
        self.write("high", "1 0 a 5000\n")
        cases = [
            ("q", "NDCG(gains=0:1)",
             "q: measure ndcg(gains=0:1): grade 2 is beyond the gains, which end at grade 1 (query 2, document a)"),
            ("q", "ERR(max=1)@5", "q: measure err(max=1)@5: grade 2 is above max=1 (query 2, document a)"),
            ("q", "GAP(g=1)", "q: measure gap(g=1): grade 2 is above the 1 that g has (query 2, document a)"),
            ("half", "GAP", "half: measure gap: grade 1.5 is not a whole number (query 1, document a)"),
            ("half", "NDCG(gains=0:1:3)", "half: measure ndcg(gains=0:1:3): grade 1.5 is not whole, but gains are given "
                                          "by whole grades (query 1, document a)"),
            ("high", "DCG", "high: measure dcg: the gain 2^5000 - 1 is beyond the range of numbers (query 1, "
                            "document a)"),
        ]
        for qrels, measure, message in cases:
            with self.subTest(measure=measure):
                self.assert_fails(["eval", "--qrels", qrels, "-m", measure, "r"], message + FIT)
        self.write("d.txt", "2.5 qid:1 1:1 # docid = x\n")
        self.write("s", "1\n")
        self.assert_fails(["eval", "--data", "d.txt", "--scores", "s", "-m", "GAP"],
                          "d.txt: measure gap: grade 2.5 is not a whole number (query 1, document x)" + FIT)

    def test_a_grade_of_5000_does_not_overflow_where_gains_are_relative(self):
        self.write("high", "1 0 a 5000\n")
        text = self.gradus("eval", "--qrels", "high", "-m", "NDCG", "-m", "ERR", "-m", "GAP", "r")
        self.assertEqual(text.splitlines()[-1].split(), ["r", "0.6309", "0.5000", "0.5000"])

    def test_a_grade_below_0_is_grade_0_or_not_judged_as_the_profile_says(self):
        self.write("negative", "1 0 b -2\n1 0 a 1\n")
        for profile, judged in (("gradus", "1.0000"), ("letor", "1.0000"), ("trec9", "0.5000"), ("trec10", "0.5000")):
            text = self.gradus("eval", "--qrels", "negative", "--profile", profile, "-m", "RR", "-m", "judged@2", "r")
            self.assertEqual(text.splitlines()[-1].split(), ["r", "0.5000", judged], profile)
        self.assertEqual(self.gradus("trec_eval", "-m", "num_nonrel_judged_ret", "-m", "recip_rank", "negative", "r"),
                         "recip_rank            \tall\t0.5000\nnum_nonrel_judged_ret \tall\t0\n")

    def test_trec_eval_reads_the_whole_number_of_a_fraction(self):
        self.write("half", "1 0 a 1.5\n1 0 b 0.5\n")
        self.assertEqual(self.gradus("trec_eval", "-m", "num_rel", "half", "r"), "num_rel               \tall\t1\n")


class BadOptions(EvaluationTest):
    def test_measures(self):
        cutoff = "is not a cutoff; write a whole number from 1 after @"
        form = "write name(key=value, ...)@k"
        cases = [
            ("NDCG@0", "'@0' " + cutoff),
            ("NDCG@-1", "'@-1' " + cutoff),
            ("P@1.5", "'@1.5' " + cutoff),
            ("P@99999999999999999999", "'@99999999999999999999' " + cutoff),
            ("@0", "the name is missing; " + form),
            ("", "the name is missing; " + form),
            ("NDCG(", "the bracket '(' is not closed; " + form),
            ("P", "p needs a cutoff; write p@10"),
            ("map_cut", "map_cut needs a cutoff; write map_cut@10"),
            ("P_0", "'0' is not a cutoff; write a whole number from 1, as in p_10"),
            ("AUC@3", "auc takes no cutoff; leave out @3"),
            ("ndgc", "unknown name 'ndgc'; did you mean 'ndcg'?\nTry: gradus eval --qrels q -m ndcg r --quiet"),
            ("pre@5", "unknown name 'pre'; did you mean 'p'?\nTry: gradus eval --qrels q -m p@5 r --quiet"),
            ("blue", "unknown name 'blue'; `gradus list measures` shows all"),
            ("NDCG(gian=exp)", "unknown parameter 'gian'; did you mean 'gain'? choose one of: gain, gains, scale, "
                               "discount, psi, rel, short, mean"),
            ("NDCG(gain=expo)", "gain=expo is not one of exp|linear; the default is exp"),
            ("judged(rel=2)@3", "unknown parameter 'rel'; it takes no parameters"),
            ("RBP(p=nan)", "p=nan is not a number from 0.001 to 0.999; the default is 0.8"),
            ("ERR(max=-1)", "max=-1 is not a number from 0 to 1e+06; the default is 0"),
            ("GAP(g=0.5)", "the probabilities of g add up to 0.5; let them add up to 1"),
        ]
        for measure, message in cases:
            with self.subTest(measure=measure):
                self.assert_fails(["eval", "--qrels", "q", "-m", measure, "r"], f"measure '{measure}': {message}")

    def test_profiles_are_refused_under_the_option_that_named_them(self):
        for option in ("--profile", "--why"):
            self.assert_fails(["eval", "--qrels", "q", option, "trce9", "r"],
                              f"option {option}: unknown profile 'trce9'; did you mean 'trec9'? choose one of: {PROFILES}\n"
                              f"Try: gradus eval --qrels q {option} trec9 r --quiet")
            self.assert_fails(["eval", "--qrels", "q", option, "blue", "r"],
                              f"option {option}: unknown profile 'blue'; choose one of: {PROFILES}")
        self.assert_fails(["eval", "--qrels", "q", "--csv", "--table", "changes", "r"],
                          "--table changes goes with --why" + MISUSE, code=2)
        self.assert_fails(["trec_eval", "--profile", "gradus", "q", "r"],
                          "--profile gradus: choose trec9 or trec10" + TREC_MISUSE, code=2)

    def test_parameters_of_trec_eval(self):
        cases = [
            ("P.x", "'x' is not a number; write decimal numbers"),
            ("P.", "'' is not a number; write decimal numbers"),
            ("P.0", "a cutoff is out of range; give numbers from 1"),
            ("map.3", "this measure has no parameters; leave them out"),
            ("utility.1", "it needs four numbers; write utility.1,-1,0,0"),
            ("set_F.1,2", "it needs one number from 0; write set_F.1"),
            ("relstring.-3", "it needs one number from 0; write relstring.1"),
            ("iprec_at_recall.0.5,2", "recall lies between 0 and 1; give numbers from 0 to 1"),
            ("11pt_avg.1.5", "recall lies between 0 and 1; give numbers from 0 to 1"),
            ("ndcg.1", "'1' has no '='; write grade=gain, as in 2=3"),
            ("ndcg.x=3", "'x' is not a grade; write grade=gain, as in 2=3"),
            ("ndcg.p=3", "'p' is not a grade; write grade=gain, as in 2=3"),
        ]
        for measure, message in cases:
            with self.subTest(measure=measure):
                self.assert_fails(["trec_eval", "-m", measure, "q", "r"], f"option -m {measure}: {message}")
        self.assertEqual(self.gradus("trec_eval", "-n", "-q", "-m", "rbp.p=0.5,2=1", "q", "r").split("\t")[2][:6],
                         "0.2500")
        for flags, message in ((["-M", "x"], "-M x: not a whole number"), (["-l", "-1"], "-l -1: not a whole number"),
                               (["-R", "prefs"], "-R prefs: only qrels can be read"), (["-Z", "z"], "-Z: unknown option")):
            self.assert_fails(["trec_eval", *flags, "q", "r"], message + TREC_MISUSE, code=2)


class Large(CommandTest):
    def test_a_query_of_a_million_documents(self):
        """Every second document is relevant, from rank 2 on: sums have a closed form."""
        relevant = 500_000
        with open(self.path("q"), "w") as qrels, open(self.path("r"), "w") as run:
            for rank in range(1, 2 * relevant + 1):
                qrels.write(f"1 0 d{rank} {1 - rank % 2}\n")
                run.write(f"1 Q0 d{rank} {rank} {-rank} t\n")
        discounts = [1 / math.log2(rank + 1) for rank in range(1, 2 * relevant + 1)]
        expected = {
            "AP": 0.5, "RR": 0.5, "P@1000000": 0.5, "ERR": math.log(2) / 2, "RBP": 0.8 / 1.8,
            "AUC": (relevant - 1) / (2 * relevant),
            "NDCG": math.fsum(discounts[1::2]) / math.fsum(discounts[:relevant]),
        }
        flags = [text for measure in expected for text in ("-m", measure)]
        out = json.loads(self.gradus("eval", "--json", "--qrels", "q", "r", *flags))
        for value in out["runs"][0]["values"]:
            self.assertAlmostEqual(value["mean"], expected[value["measure"]], delta=1e-12, msg=value["measure"])
        self.assertEqual(self.gradus("trec_eval", "-m", "map", "-m", "num_ret", "q", "r"),
                         "num_ret               \tall\t1000000\nmap                   \tall\t0.5000\n")


if __name__ == "__main__":
    main()
