"""What gradus_golden does with files that it should not trust."""

import copy
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["GRADUS_GOLDEN_PROGRAM"]


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.json")) as golden_file:
    CASES = json.load(golden_file)["cases"]
GOLDEN = {case["kind"]: case for case in CASES}
# Kinds of what is still to be built.
UNSERVED = {"mem.ap", "mem.ndcg", "mem.gap", "mem.pc", "mem.rbp", "paired", "agreement", "topk_labelling"}


def golden(kind):
    """A case that passes, to be changed."""
    return copy.deepcopy(GOLDEN[kind])


def run(path):
    return subprocess.run([PROGRAM], env={**os.environ, "GRADUS_GOLDEN": path}, capture_output=True, text=True)


def run_on(content):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(content if isinstance(content, str) else json.dumps({"cases": content}))
        file.flush()
        return run(file.name)


def lex(identity="lex.1", **changes):
    case = {"id": identity, "kind": "lex", "tol": 1e-10, "in": {"a": [1], "b": [0], "c": [1], "tol": 0.1},
            "out": {"a_b": 1, "a_c": 0, "a_c_tol": 0}}
    return {**case, **changes}


class Golden(unittest.TestCase):
    def test_counts_what_it_checked(self):
        result = run_on([lex(), {"id": "x", "kind": "alchemy", "tol": 1, "in": {}, "out": {}}])
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout.splitlines(), [
            "lex: checked 1 of 1, failed 0", "alchemy: checked 0 of 1, failed 0", "total: checked 1 of 2, failed 0"])

    def unchecked(self, case, reason):
        result = run_on([case])
        self.assertEqual(result.stdout.splitlines(), [
            f"UNCHECKED {case['id']} {reason}", f"{case['kind']}: checked 0 of 1, failed 0",
            "total: checked 0 of 1, failed 0"])
        self.assertEqual(result.returncode, 0)

    def test_leaves_a_schedule_that_it_does_not_know_unchecked(self):
        def schedule(kind, weights):
            return {"id": kind, "kind": "schedule", "tol": 1e-12, "in": {"kind": kind, "w0": 0.5, "eta": 0},
                    "out": {"first_iteration_at_1": weights}}

        result = run_on([schedule("linear", None), schedule("exp_abs", 1), schedule("absolute", 1), schedule("exp", 1),
                         schedule("exponential", 1), schedule("cubic", None)])
        self.assertEqual(result.stdout.splitlines(), [
            "UNCHECKED cubic no schedule is called 'cubic'", "schedule: checked 5 of 6, failed 0",
            "total: checked 5 of 6, failed 0"])
        self.assertEqual(result.returncode, 0)

    def test_leaves_a_measure_that_it_does_not_know_or_whose_parameters_are_open_unchecked(self):
        for kind, key in [("ssvm", "loss"), ("adarank", "measure"), ("focusedboost", "measure_on_top_items")]:
            for word in ["nonsense", "NDCG", "rbp", "gap", "err", "roc@3", "pc", "ndcg@", "ndcg@x", "ndcg@05", ""]:
                case = golden(kind)
                case["in"][key] = word
                self.unchecked(case, f"no measure is called '{word}'")
        case = golden("local_optimality")
        self.unchecked({**case, "in": {**case["in"], "measure": "median ndcg"}}, "no measure is called 'median ndcg'")
        self.unchecked({**case, "in": {**case["in"], "measure": "mean nonsense"}}, "no measure is called 'nonsense'")

    def test_knows_the_words_for_measures(self):
        def total(word):
            case = golden("ssvm")
            case["in"]["loss"] = word
            return run_on([case]).stdout.splitlines()[-1]

        for word in ["map", "ap", "map@100"]:  # as the case has it
            self.assertEqual(total(word), "total: checked 1 of 1, failed 0", word)
        for word in ["roc", "mrr", "rr", "ndcg", "pc@1", "r_precision"]:
            self.assertEqual(total(word), "total: checked 1 of 1, failed 1", word)

    def test_leaves_a_case_with_a_parameter_that_nobody_reads_unchecked(self):
        for kind, case in GOLDEN.items():
            if kind in UNSERVED:
                continue
            with self.subTest(kind):
                self.unchecked({**case, "in": {**case["in"], "ties": "worst"}}, f"no {kind} has a parameter 'ties'")
        case = golden("ssvm")
        case["in"]["queries"][0]["weight"] = 2
        self.unchecked(case, "no ssvm has a parameter 'weight'")
        self.unchecked(lex(profile="trec9"), "no case has a member 'profile'")

    def test_leaves_a_case_with_an_answer_that_nobody_gives_unchecked(self):
        self.unchecked(lex(out={"a_b": 1, "b_a": -1, "b_c": -1}), "nobody answers 'b_a', 'b_c'")
        case = golden("ties")
        case["out"]["expected"]["rbp"] = 0.5
        self.unchecked(case, "nobody answers 'expected.rbp'")

    def test_needs_no_parameter_of_an_answer_that_is_not_asked(self):
        case = golden("measure")
        given = {"labels_in_rank_order": case["in"]["labels_in_rank_order"], "max_grade": case["in"]["max_grade"]}
        result = run_on([{**case, "in": given, "out": {"ap": case["out"]["ap"]}}])
        self.assertEqual(result.stdout.splitlines()[-1], "total: checked 1 of 1, failed 0")
        self.assertIn("FAILED", run_on([{**case, "in": given}]).stdout)

    def test_checks_the_cases_of_the_repository(self):
        result = subprocess.run([PROGRAM], capture_output=True, text=True,
                                env={key: value for key, value in os.environ.items() if key != "GRADUS_GOLDEN"})
        self.assertEqual(result.returncode, 0, result.stdout)
        unserved = sum(case["kind"] in UNSERVED for case in CASES)
        self.assertEqual(result.stdout.splitlines()[-1],
                         f"total: checked {len(CASES) - unserved} of {len(CASES)}, failed 0")

    def test_names_what_differs(self):
        result = run_on([lex(out={"a_b": -1, "a_c": None, "new": 2})])
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.splitlines(), [
            "FAILED lex.1 a_b: expected -1, got 1", "FAILED lex.1 a_c: expected null, got 0",
            "FAILED lex.1 new: nobody answers this key",
            "lex: checked 1 of 1, failed 1", "total: checked 1 of 1, failed 1"])

    def test_says_why_there_is_no_answer(self):
        case = {"id": "swap.1", "kind": "swap", "tol": 1e-11, "out": {"ndcg_k": None},
                "in": {"labels_in_rank_order": [0], "max_grade": 1, "k": 0, "rbp_p": 0.5, "g": [1.0]}}
        result = run_on([case])
        self.assertEqual(result.returncode, 1)
        self.assertIn("FAILED swap.1 ndcg_k: expected null, got no answer (measure 'NDCG@0': '@0' is not a cutoff",
                      result.stdout)

    def test_survives_malformed_cases(self):
        kinds = {
            "measure": {"labels_in_rank_order": ["a"], "max_grade": 1},
            "swap": {"labels_in_rank_order": [-1, 9], "max_grade": 1, "k": 1, "rbp_p": 0.5, "g": [1.0]},
            "soft": {"labels": [1, 0], "scores": [1.0], "max_grade": 1},
            "argmax": {"relevant": [1, 0], "scores": [0.0, 1.0], "k": 1},
            "argmax.assignment": {"labels": [1], "scores": []},
            "hinge.gap": {"labels": [5, 0], "scores": [0.0, 1.0], "g": [1.0]},
            "measure.graded_pr": {"labels_in_rank_order": [5], "g": [1.0]},
            "kappa": {"true_order": [0, 7], "predicted_order": [0, 1], "k": 1},
            "ties": {"labels": [1], "scores": [1.0, 2.0], "max_grade": 1, "k": 1},
            "kendall": {"x": [1, 2], "y": [1]},
            "ctr": {"sessions": [[{"q": 1}]]},
            "features": {"thresholds": [1]},
            "lex": {},
        }
        out = {"argmax": {"map": {"order": [0, 9]}}, "swap": {"gap": []}, "hinge.gap": {"weights": []},
               "measure.graded_pr": {"points_recall_precision_step": []}}
        cases = [{"id": f"bad.{kind}", "kind": kind, "tol": 1e-10, "in": given, "out": out.get(kind, {"x": 1})}
                 for kind, given in kinds.items()]
        cases += [lex("bad.tol", tol="x"), lex("bad.out", out=[1]), {"id": "bad.kind"}, 7]
        result = run_on(cases)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stderr, "")
        for case in cases:
            name = case["id"] if isinstance(case, dict) else f"case number {len(cases)}"
            self.assertIn(f"FAILED {name} ", result.stdout)
        self.assertIn(f"total: checked {len(cases)} of {len(cases)}, failed {len(cases)}", result.stdout)

    def test_refuses_a_missing_or_broken_file(self):
        result = run("/nonexistent/golden.json")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr,
                         "error: /nonexistent/golden.json: cannot be read; name a file in GRADUS_GOLDEN\n")
        for content in ["", "{", "[]", '{"cases": 3}']:
            result = run_on(content)
            self.assertEqual(result.returncode, 1)
            self.assertIn("no JSON object with a list of cases", result.stderr)


if __name__ == "__main__":
    unittest.main()
