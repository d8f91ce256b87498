"""gradus eval: runs and data under a profile; what is always printed; the three forms of output."""

import json

from command import CommandTest, main

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 2\n3 0 c 1\n"
RUN = "1 Q0 b 1 2.5 tag\n1 Q0 x 2 2 tag\n1 Q0 a 3 1 tag\n2 Q0 a 1 1 tag\n9 Q0 a 1 1 tag\n"


class Runs(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("qrels", QRELS)
        self.write("good.run", RUN)
        self.write("bad.run", "1 Q0 b 1 1 tag\n2 Q0 a 1 1 tag\n3 Q0 c 1 1 tag\n3 Q0 d 1 1 tag\n")

    def test_one_row_a_run_below_the_profile_and_the_counts(self):
        text = self.gradus("eval", "--qrels", "qrels", "-m", "RR", "-m", "P@2", "--run", "good.run", "bad.run")
        self.assertEqual(text, (
            "# profile gradus: our own: nothing is left out, nothing is rounded\n"
            "# measures: rr p@2\n"
            "# good.run: queries: 3 judged, 3 in the run, 3 scored, 1 missing, 1 not judged, 0 without a relevant "
            "document, 0 with ties in the top 2; judged@2 0.6667\n"
            "# bad.run: queries: 3 judged, 3 in the run, 3 scored, 0 missing, 0 not judged, 0 without a relevant "
            "document, 1 with ties in the top 2; judged@2 0.7500\n"
            "run       RR      P@2\n"
            "good.run  0.4444  0.1667\n"
            "bad.run   0.5000  0.3333\n"))

    def test_the_profile_decides_what_missing_queries_count(self):
        skipped = self.gradus("eval", "--qrels", "qrels", "-m", "RR", "--profile", "trec9", "--run", "good.run")
        self.assertEqual(skipped.splitlines()[-1].split(), ["good.run", "0.6667"])
        self.assert_fails(["eval", "--qrels", "qrels", "--profile", "trec10", "good.run"],
                          "good.run: the judged query 3 is not in the run; add it, or choose a profile that counts it "
                          "as 0")

    def test_queries_digits_and_standard_input(self):
        text = self.gradus("eval", "--qrels", "qrels", "-q", "--digits", "2", "-m", "RR", "--run", "-", stdin=RUN)
        self.assertEqual([line.split() for line in text.splitlines() if line[0] != "#"],
                         [["run", "query", "RR"], ["<stdin>", "1", "0.33"], ["<stdin>", "2", "1.00"],
                          ["<stdin>", "3", "0.00"], ["<stdin>", "all", "0.44"]])

    def test_csv_and_json_hold_the_same(self):
        self.assertEqual(self.gradus("eval", "--qrels", "qrels", "--csv", "-q", "-m", "RR", "--run", "good.run"),
                         "profile,run,query,RR\ngradus,good.run,1,0.3333\ngradus,good.run,2,1.0000\n"
                         "gradus,good.run,3,0.0000\ngradus,good.run,all,0.4444\n")
        out = json.loads(self.gradus("eval", "--qrels", "qrels", "--json", "-q", "-m", "map", "--profile", "ir-measures",
                                     "--run", "good.run"))
        self.assertEqual(out["profile"], "ir-measures")
        (run,) = out["runs"]
        self.assertEqual(run["queries"], {"judged": 3, "in_run": 3, "scored": 3, "missing": 1, "not_judged": 1,
                                          "without_relevant": 0, "tied": 0})
        (value,) = run["values"]
        self.assertEqual(value["measure"], "map")
        self.assertEqual(value["in_full"], "ap")
        self.assertEqual(value["by_query"], {"1": 1 / 3, "2": 1.0, "3": 0.0})
        self.assertEqual(value["mean"], (1 / 3 + 1.0) / 3)

    def test_ties_may_be_averaged(self):
        text = self.gradus("eval", "--qrels", "qrels", "--ties", "range", "-m", "RR", "--run", "bad.run")
        self.assertEqual(text.splitlines()[-1].split(None, 1), ["bad.run", "0.5833 [0.5000, 0.6667]"])
        text = self.gradus("eval", "--qrels", "qrels", "--ties", "mean", "-m", "RR", "--run", "bad.run")
        self.assertEqual(text.splitlines()[-1].split(), ["bad.run", "0.5833"])

    def test_undefined_values_are_told(self):
        self.write("none", "1 0 a 0\n2 0 a 1\n")
        for profile, count, value in (("gradus", 0, "0.5000"), ("lightgbm", 1, "1.0000")):
            text = self.gradus("eval", "--qrels", "none", "--profile", profile, "-m", "AP", "--run", "good.run")
            self.assertIn(f"# good.run: AP is undefined for 1 queries, which count {count}\n", text)
            self.assertEqual(text.splitlines()[-1].split(), ["good.run", value])

    def test_says_what_is_wrong(self):
        self.assert_fails(["eval", "--qrels", "qrels", "-m", "NDCG(gains=0:1)", "good.run"],
                          "qrels: measure ndcg(gains=0:1): grade 2 is beyond the gains, which end at grade 1 "
                          "(query 2, document a); give the measure parameters that fit the grades")
        self.assert_fails(["eval", "--qrels", "qrels", "-m", "CNDCG@3", "good.run"],
                          "measure 'ndcg(labels=click, scale=4)@3': judgments have no label column click; "
                          "measure graded data with --data")
        self.assert_fails(["eval", "--qrels", "qrels"],
                          "give --qrels with --run\nRun with --help for what can be said.", code=2)
        self.write("other", "7 Q0 a 1 1 t\n")
        self.assert_fails(["eval", "--qrels", "qrels", "other"],
                          "other: none of its queries is judged in qrels; give the run and the judgments of the same "
                          "queries")


class Lists(CommandTest):
    def test_measures_are_listed_with_their_abilities(self):
        lines = self.gradus("list", "measures").splitlines()
        self.assertEqual(lines[0].split(), ["measure", "score", "swap", "soft", "violate", "expect", "summary"])
        ndcg = next(line for line in lines if line.startswith("ndcg "))
        self.assertEqual(ndcg.split()[1:6], ["yes", "fast", "yes", "yes", "yes"])

    def test_profiles_are_listed_with_their_rules(self):
        text = self.gradus("list", "profiles")
        self.assertIn("trec9: trec_eval 9.0.8 and pytrec_eval\n    scores of runs", text)
        self.assertIn("    defaults of measures         ndcg(discount=letor), ndcg(short=zero), ap(over=retrieved)\n", text)


if __name__ == "__main__":
    main()
