"""gradus eval: runs and data under a profile; what is always printed; the three forms of output."""

import csv
import io
import json
import math

from command import CommandTest, main, more_help

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
            "# profile gradus: Gradus's own: nothing is left out, nothing is rounded; ties: by document id, descending\n"
            "# measures: rr p@2\n"
            "# good.run: queries: 3 judged, 3 in the run, 3 scored, 1 missing, 1 not judged, 0 without a relevant "
            "document, 0 with ties in the top 2; judged@2 0.6667\n"
            "# bad.run: queries: 3 judged, 3 in the run, 3 scored, 0 missing, 0 not judged, 0 without a relevant "
            "document, 1 with ties in the top 2; judged@2 0.7500\n"
            "# bad.run: equal scores of 1 of 3 queries are ordered by that rule; --ties range shows how much it matters\n"
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
                         "profile,ties,run,query,RR,undefined\ngradus,id,good.run,1,0.3333333333333333,\ngradus,id,good.run,2,1,\n"
                         "gradus,id,good.run,3,0,\ngradus,id,good.run,all,0.4444444444444444,\n")
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
            self.assertIn(f"# good.run: AP is undefined for 1 query, which counts {count}\n", text)
            self.assertEqual(text.splitlines()[-1].split(), ["good.run", value])
        self.write("none", "1 0 a 0\n2 0 a 0\n")
        self.assertIn("# good.run: AP is undefined for 2 queries, which count 0\n",
                      self.gradus("eval", "--qrels", "none", "-m", "AP", "--run", "good.run"))

    def test_a_measure_that_is_undefined_everywhere_is_noted(self):
        note = "note: {}: {} is undefined for every query, so its value tells nothing; are there documents of different grades?\n"
        self.write("none", "1 0 a 0\n2 0 a 0\n")
        for form in ([], ["--csv"], ["--json"]):
            result = self.run_gradus("eval", "--qrels", "none", "-m", "AP", "-m", "RR", "--run", "good.run", "--quiet", *form)
            self.assertEqual((result.returncode, result.stderr), (0, note.format("good.run", "AP")))
        self.write("d.txt", "0 qid:1 1:1\n0 qid:2 1:2\n")
        self.write("s", "1\n2\n")
        result = self.run_gradus("eval", "--data", "d.txt", "--scores", "s", "-m", "NDCG@10", "--profile", "lightgbm", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, note.format("s", "NDCG@10")))
        result = self.run_gradus("eval", "--qrels", "qrels", "-m", "AP", "--run", "good.run", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_says_what_is_wrong(self):
        self.assert_fails(["eval", "--qrels", "qrels", "-m", "NDCG(gains=0:1)", "good.run"],
                          "qrels: measure ndcg(gains=0:1): grade 2 is beyond the gains, which end at grade 1 "
                          "(query 2, document a); give the measure parameters that fit the grades, or choose another measure")
        self.assert_fails(["eval", "--qrels", "qrels", "-m", "CNDCG@3", "good.run"],
                          "measure 'ndcg(labels=click, scale=4)@3': judgments have no label column click; "
                          "measure graded data, which may have label columns (gradus eval --data)")
        self.assert_fails(["eval", "--qrels", "qrels"],
                          "give --qrels with --run" + more_help("eval"), code=2)
        self.write("other", "7 Q0 a 1 1 t\n")
        self.assert_fails(["eval", "--qrels", "qrels", "other"],
                          "other: none of its queries is judged in qrels; give the run and the judgments of the same "
                          "queries")


class Conventions(CommandTest):
    """What a value means is said: which gain, which highest grade, at which depth, and what undefined queries count."""

    def setUp(self):
        super().setUp()
        self.write("qrels", "1 0 a 2\n1 0 b 1\n2 0 a 0\n")
        self.write("run", "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n2 Q0 a 1 1 t\n")
        # Query 1: the scores of ranks 4 and 5 are equal; the grade of rank 5 is missing in the column `click`.
        self.write("d.txt", "".join(f"{grade} qid:1 1:0\n" for grade in (2, 0, 1, 0, 1, 0)))
        self.write("d.txt.click", "1\n0\n1\n0\n\n0\n")
        self.write("s", "9\n8\n7\n6\n6\n5\n")

    def notes(self, *arguments):
        result = self.run_gradus("eval", *arguments, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line[len("note: "):] for line in result.stderr.splitlines()], result.stdout

    def test_ties_and_judged_of_data_are_counted_to_the_deepest_cutoff(self):
        for measures in (["NDCG@1", "NDCG@5"], ["NDCG@5", "NDCG@1"], ["AP", "NDCG@1", "NDCG@5"]):
            flags = [word for measure in measures for word in ("-m", measure)]
            text = self.gradus("eval", "--data", "d.txt", "--scores", "s", *flags)
            self.assertIn(" 1 with ties in the top 5; judged@5 1.0000\n", text)
        text = self.gradus("eval", "--data", "d.txt", "--scores", "s", "--columns", "click", "-m", "NDCG(labels=click)@1", "-m", "NDCG@5")
        self.assertIn(" 1 with ties in the top 5; judged@5 0.8000; counted in label column click\n", text)
        out = json.loads(self.gradus("eval", "--data", "d.txt", "--scores", "s", "--columns", "click", "-m", "NDCG@1", "-m",
                                     "NDCG(labels=click)@5", "--json"))
        self.assertEqual((out["runs"][0]["depth"], out["runs"][0]["counted_in"], out["runs"][0]["judged_at_depth"]), (5, "grade", 1.0))

    def test_a_name_of_trec_eval_does_not_change_the_gain_and_that_is_said(self):
        source = ["--qrels", "qrels", "run", "-m", "ndcg_cut.10"]
        note = "measure 'ndcg_cut.10': ndcg_cut is a name of trec_eval, which computes it with gain=linear; here gain=exp, as in profile gradus"
        notes, text = self.notes(*source)
        self.assertEqual(notes, [note])
        self.assertEqual(text.splitlines()[-1].split(), ["run", "0.3984"])
        for profile in ("trec9", "trec10", "ir-measures"):
            notes, text = self.notes(*source, "--profile", profile)
            self.assertEqual(notes, [])
            self.assertEqual(text.splitlines()[-1].split(), ["run", "0.4299"])
        self.assertEqual(self.notes("--qrels", "qrels", "run", "-m", "ndcg_cut(gain=linear).10".replace(").10", ")@10"))[0], [])
        self.write("train.txt", "".join(f"{i % 3} qid:{i // 6} 1:{i % 5}\n" for i in range(60)))
        result = self.run_gradus("train", "coordinate-ascent", "--train", "train.txt", "--for", "ndcg_cut.10", "-o", "m.json", "--quiet")
        self.assertIn("note: measure 'ndcg_cut.10': ndcg_cut is a name of trec_eval, which computes it with gain=linear; here gain=exp\n",
                      result.stderr)

    def test_a_highest_grade_that_the_data_decides_is_shown_and_warned_of(self):
        notes, text = self.notes("--qrels", "qrels", "run", "-m", "ERR@20", "-m", "AP")
        self.assertIn("# measures: err(max=2)@20 ap\n", text)
        self.assertEqual(notes, ["measure 'ERR@20': max=2 is a guess, the highest grade in qrels; write err(max=2)@20 where that is meant, "
                                 "or the highest grade there can be"])
        notes, text = self.notes("--data", "d.txt", "--scores", "s", "-m", "RBP(gain=graded)", "--json")
        self.assertEqual(json.loads(text)["runs"][0]["values"][0]["in_full"], "rbp(gain=graded, max=2)")
        self.assertEqual(len(notes), 1)
        for measure in ("ERR(max=4)@20", "ERR(per_query=yes)", "RBP", "kERR(k=4)"):
            self.assertEqual(self.notes("--qrels", "qrels", "run", "-m", measure)[0], [], measure)
        notes, text = self.notes("--qrels", "qrels", "run", "-m", "ERR@20", "--profile", "ir-measures")
        self.assertEqual((notes, text.splitlines()[1]), ([], "# measures: err(max=4)@20"))

    def test_the_mean_of_a_column_of_csv_is_the_printed_mean(self):
        for profile, counts in (("gradus", "0"), ("lightgbm", "1")):
            text = self.gradus("eval", "--qrels", "qrels", "-q", "--csv", "-m", "AP", "-m", "RR", "-m", "NDCG@10", "--profile", profile, "run")
            header, *rows = [line.split(",") for line in text.splitlines()]
            self.assertEqual(header, ["profile", "ties", "run", "query", "AP", "RR", "NDCG@10", "undefined"])
            self.assertEqual([row[-1] for row in rows], ["", "AP NDCG@10", ""])
            self.assertEqual(rows[1][4], counts)
            for column in (4, 5, 6):
                values = [float(row[column]) for row in rows[:-1]]
                self.assertAlmostEqual(sum(values) / len(values), float(rows[-1][column]), delta=1e-15)
        self.assertEqual(self.gradus("eval", "--qrels", "qrels", "--csv", "-m", "RR", "run"), "profile,ties,run,query,RR\ngradus,id,run,all,0.5\n")

    def test_a_name_that_is_another_measure_elsewhere_is_refused_there(self):
        accuracy = ["eval", "--qrels", "qrels", "-m", "Accuracy", "run"]
        self.assert_fails([*accuracy, "--profile", "ir-measures"],
                          "measure 'Accuracy': in ir-measures 'accuracy' is the share of right pairs among the documents returned, which "
                          "gradus does not have; write AUC, where relevant documents that were not returned count too, or best_accuracy "
                          "for the best cut of the list")
        self.gradus(*accuracy)
        self.gradus(*accuracy[:3], "-m", "best_accuracy", "run", "--profile", "ir-measures")

    def test_a_profile_says_which_measures_it_knows_nothing_of(self):
        self.write("qrels", "1 0 a 2\n1 0 b 0\n2 0 a 0\n")

        def notes(profile, measure):
            return self.notes("--qrels", "qrels", "run", "--profile", profile, "-m", measure)[0]
        self.assertEqual(notes("lightgbm", "AUC"), ["measure 'AUC': profile lightgbm does not define auc; it is computed by "
                                                    "Gradus's own definition"])
        self.assertEqual(notes("trec10", "RBP"), ["measure 'RBP': profile trec10 does not define rbp; it is computed by "
                                                  "Gradus's own definition"])
        self.assertEqual(notes("lightgbm", "ndcg"), ["measure 'ndcg': ndcg is never without a cutoff in lightgbm; here it is over the whole list"])
        for profile, measure in (("gradus", "AUC"), ("lightgbm", "ndcg@5"), ("trec9", "bpref"), ("ranx", "rbp.95")):
            self.assertEqual(notes(profile, measure), [], measure)

    def test_xgboost_cuts_at_32_where_nothing_is_said(self):
        text = self.gradus("eval", "--qrels", "qrels", "run", "--profile", "xgboost", "-m", "ndcg", "-m", "map", "-m", "ndcg@5")
        self.assertIn("# measures: ndcg@32 ap(over=cutoff)@32 ndcg@5\n", text)

    def test_rbp_of_ranx_sums_grades(self):
        text = self.gradus("eval", "--qrels", "qrels", "run", "--profile", "ranx", "-m", "rbp.50")
        self.assertIn("# measures: rbp(p=0.5, gain=linear)\n", text)
        self.assertEqual(text.splitlines()[-1].split(), ["run", "0.5000"])  # (0.5 * (1 + 2 * 0.5) + 0) / 2


class Why(CommandTest):
    """Query 1: the scores of a and b differ only beyond 32 bits. Query 3 is not in the run."""

    def setUp(self):
        super().setUp()
        self.write("qrels", "1 0 a 2\n1 0 b 1\n2 0 a 0\n2 0 b 1\n3 0 c 1\n")
        self.write("run", "1 Q0 a 1 0.500000001 t\n1 Q0 b 2 0.5 t\n2 Q0 a 1 2 t\n2 Q0 b 2 1 t\n")
        self.why = ["eval", "--qrels", "qrels", "-m", "NDCG", "-m", "RR", "run", "--why"]

    def text(self, *arguments):
        return self.gradus(*self.why, *arguments).split("\n\n", 1)[1]

    def test_tells_the_effect_of_each_rule_and_the_queries_it_changes(self):
        # NDCG here: query 1 has 1, query 2 1/log2(3), query 3 0. With a below b query 1 has
        # (1 + 3/log2(3))/(3 + 1/log2(3)), and with linear gains (1 + 2/log2(3))/(2 + 1/log2(3)).
        self.assertEqual(self.text("trec9"), (
            "run: from gradus to trec9, each rule alone and all together (= no query changes)\n"
            "mean                           NDCG     RR\n"
            "gradus                         0.5436   0.5000\n"
            "  scores of runs               -0.0678  =\n"
            "  judged query not in the run  +0.2718  +0.2500\n"
            "  grade below 0                =        =\n"
            "  order of sums                =        =\n"
            "  defaults of measures         =        =\n"
            "  all rules together           +0.2017  +0.2500\n"
            "trec9                          0.7453   0.7500\n"
            "\n"
            "scores of runs: 64-bit floats -> 32-bit floats\n"
            "  NDCG changes for 1 query: 1 (1.0000 -> 0.7967)\n"
            "judged query not in the run: counts 0 -> is left out\n"
            "  NDCG changes for 1 query: 3 (0.0000 -> left out)\n"
            "  RR changes for 1 query: 3 (0.0000 -> left out)\n"
            "grade below 0: is grade 0 -> means not judged; no query changes\n"
            "order of sums: as in the file -> by query id, as text; no query changes\n"
            "defaults of measures: their own -> ndcg(gain=linear), dcg(gain=linear); no query changes\n"))

    def test_shows_three_queries_and_a_mean_that_stays(self):
        tied = "".join(f"{query} Q0 a 1 1 t\n{query} Q0 b 2 1 t\n" for query in range(1, 5))
        self.write("qrels", "".join(f"{query} 0 a 1\n" for query in range(1, 5)))
        self.write("run", tied)
        self.assertIn("equal scores in runs: by document id, descending -> as in the file\n"
                      "  NDCG changes for 4 queries, most for 1 (0.6309 -> 1.0000), 2 (0.6309 -> 1.0000), "
                      "3 (0.6309 -> 1.0000)\n", self.text("letor"))
        self.write("run", tied.replace("2 Q0 a 1 1", "2 Q0 a 1 2"))
        self.assertIn("  RR changes for 3 queries: 1 (0.5000 -> 1.0000), 3 (0.5000 -> 1.0000), 4 (0.5000 -> 1.0000)\n",
                      self.text("letor"))
        # One query gains what another loses: the mean stays, and has no sign.
        self.write("qrels", "1 0 a 1\n2 0 b 1\n")
        self.write("run", "1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n2 Q0 a 1 1 t\n2 Q0 b 1 1 t\n")
        self.assertIn("\n  equal scores in runs  0.0000   0.0000\n", self.text("letor"))

    def test_says_where_the_other_profile_refuses(self):
        refusal = "run: the judged query 3 is not in the run; add it, or choose a profile that counts it as 0"
        text = self.text("trec10")
        self.assertIn("\n  judged query not in the run  -       -\n", text)
        self.assertIn("\n  all rules together           -       -\ntrec10                         -       -\n", text)
        self.assertIn(f"\njudged query not in the run: counts 0 -> is an error\n  refused: {refusal}\n", text)
        why = json.loads(self.gradus(*self.why, "trec10", "--json"))["runs"][0]["why"]
        self.assertEqual(why["all"], {"rule": "all rules", "here": "gradus", "there": "trec10", "refusal": refusal})

    def test_csv_has_a_row_for_each_rule_and_measure(self):
        rows = list(csv.DictReader(io.StringIO(self.gradus(*self.why, "trec9", "--csv", "--table", "changes"))))
        why = json.loads(self.gradus(*self.why, "trec9", "--json"))["runs"][0]["why"]
        self.assertEqual([(row["rule"], row["measure"], float(row["change"]), int(row["queries_changed"])) for row in rows],
                         [("all" if effect is why["all"] else effect["rule"], change["measure"], change["mean"], len(change["queries"]))
                          for effect in [*why["rules"], why["all"]] for change in effect["changes"]])
        refused = self.gradus(*self.why, "trec10", "--csv", "--table", "changes").splitlines()[-1]
        self.assertRegex(refused, "^run,all,gradus,trec10,RR,,,\"run: the judged query 3 is not in the run; ")

    def test_json_has_all_queries_and_digits(self):
        why = json.loads(self.gradus(*self.why, "trec9", "--json"))["runs"][0]["why"]
        self.assertEqual([effect["rule"] for effect in why["rules"]],
                         ["scores of runs", "judged query not in the run", "grade below 0", "order of sums",
                          "defaults of measures"])
        half = math.log2(3)
        floats = why["rules"][0]
        self.assertEqual((floats["here"], floats["there"]), ("64-bit floats", "32-bit floats"))
        ndcg, rr = floats["changes"]
        value = (1 + 3 / half) / (3 + 1 / half)
        self.assertEqual(ndcg["measure"], "NDCG")
        self.assertAlmostEqual(ndcg["mean"], (value - 1) / 3, delta=1e-12)
        (query,) = ndcg["queries"]
        self.assertEqual((query["query"], query["here"]), ("1", 1.0))
        self.assertAlmostEqual(query["there"], value, delta=1e-12)
        self.assertEqual(rr, {"measure": "RR", "mean": 0.0, "queries": []})
        self.assertEqual(why["rules"][1]["changes"][1]["queries"], [{"query": "3", "here": 0.0, "there": None}])
        self.assertEqual(why["all"]["changes"][1]["mean"], 0.25)

    def test_a_profile_and_itself_and_graded_data(self):
        self.assertEqual(self.text("gradus"), "run: gradus and gradus have the same rules\n")
        self.assertEqual(json.loads(self.gradus(*self.why, "gradus", "--json"))["runs"][0]["why"]["rules"], [])
        self.write("d.txt", "0 qid:1 1:1\n0 qid:1 1:2\n")
        self.write("s", "1\n2\n")
        text = self.gradus("eval", "--data", "d.txt", "--scores", "s", "-m", "AP", "--why", "lightgbm")
        self.assertIn("undefined value (0/0): counts 0 -> counts 1\n  AP changes for 1 query: 1 (0.0000 -> 1.0000)\n", text)


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
