"""The classification machine on the command line: three solvers of one problem, the same bytes for any threads and after any number of deaths, odd data."""

import json
import resource
import subprocess

from command import GRADUS, main
from training import TrainingTest

SOLVERS = ("planes", "libsvm", "liblinear")


class SvmAcc(TrainingTest):
    def train(self, *more, output="model.json"):
        self.gradus("train", "svmacc", "--train", "train.txt", "-o", output, *more)
        return self.content(output)

    def weights(self, name="model.json"):
        return [feature["weight"] for feature in json.loads(self.content(name))["features"]]

    def test_every_solver_learns_to_rank(self):
        self.synth("train.txt", 60, 30, 8)
        self.train("--set", "C=0", output="start.json")
        self.assertEqual(set(self.weights("start.json")), {0.0})
        start = self.value("AP", "train.txt", "start.json")
        for solver in SOLVERS:
            for weighted in ("no", "yes"):
                with self.subTest(solver=solver, weighted=weighted):
                    self.train("--set", f"solver={solver}", "--set", f"weighted={weighted}")
                    self.assertGreater(self.value("AP", "train.txt", "model.json"), start + 0.05)
        shown = self.gradus("model", "show", "model.json")
        self.assertIn("kind        linear\nlearner     svmacc\n", shown)
        self.assertIn("solver = liblinear", shown)

    def test_planes_and_libsvm_come_to_one_optimum(self):
        self.synth("train.txt", 30, 30, 5)
        for C in ("0.001", "0.1", "1"):
            for weighted in ("no", "yes"):
                with self.subTest(C=C, weighted=weighted):
                    ends = []
                    for solver in ("planes", "libsvm"):
                        log = f"log{C}{weighted}{solver}"
                        self.train("--set", f"C={C}", "--set", f"solver={solver}", "--set", f"weighted={weighted}", "--set", "epsilon=1e-5", "--log", log)
                        ends.append(self.log(log)[-1])
                    planes, libsvm = ends
                    # Each objective is between the other's bound and what its own gap allows.
                    self.assertLessEqual(planes["bound"], libsvm["objective"])
                    self.assertLessEqual(libsvm["bound"], planes["objective"])
                    self.assertAlmostEqual(planes["objective"], libsvm["objective"], delta=planes["gap"] + libsvm["gap"])
                    self.assertLess(planes["gap"] + libsvm["gap"], 3e-5 * planes["objective"])

    def test_relevance_begins_at_the_threshold(self):
        self.synth("train.txt", 30, 30, 5)
        lines = self.content("train.txt").splitlines()
        self.train("--set", "threshold=2", "--set", "weighted=yes")
        at_two = self.weights()
        self.write("train.txt", "".join(f"{1 if int(line[0]) >= 2 else 0}{line[1:]}\n" for line in lines))
        self.train("--set", "weighted=yes")
        self.assertNotEqual(set(at_two), {0.0})
        self.assertEqual(self.weights(), at_two)

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        self.synth("train.txt", 60, 40, 8)
        self.synth("valid.txt", 20, 30, 8, 2)
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                texts = {self.train("--valid", "valid.txt", "--set", "C=0.001:0.1:0.01", "--set", f"solver={solver}", "--threads", threads)
                         for threads in ("1", "2", "3", "8")}
                self.assertEqual(len(texts), 1)

    def test_survives_being_killed_at_random_moments(self):
        self.synth("train.txt", 60, 40, 20)
        self.synth("valid.txt", 20, 30, 20, 2)
        for solver, C in (("planes", "0.01:0.1:1:10"), ("libsvm", "0.01:0.03:0.1:0.3:1:3")):
            with self.subTest(solver=solver):
                self.assert_survives_kills(["svmacc", "--train", "train.txt", "--valid", "valid.txt", "--set", f"C={C}", "--set", f"solver={solver}",
                                            "--set", "epsilon=1e-4", "--checkpoint-every", "0", "--also", "RR=also.json"])

    def test_c_is_chosen_on_validation_data(self):
        self.synth("train.txt", 60, 30, 8)
        self.synth("valid.txt", 30, 30, 8, 2)
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                self.train("--valid", "valid.txt", "--set", "C=10:0.00001:0.001", "--set", f"solver={solver}", "--stop-on", "P@3", "--also", "NDCG@1=also.json",
                           "--log", solver)
                chosen_from = [line for line in self.log(solver) if "valid" in line]
                self.assertEqual([line["C"] for line in chosen_from], [0.00001, 0.001, 10])
                for measure, model in (("p@3", "model.json"), ("ndcg@1", "also.json")):
                    values = [line["valid"][measure] for line in chosen_from]
                    self.assertGreater(len(set(values)), 1)
                    self.assertAlmostEqual(self.value(measure, "valid.txt", model), max(values), delta=5e-5)
        self.assert_fails(["train", "svmacc", "--train", "train.txt", "--set", "C=1:2", "-o", "m.json"],
                          "option --set C: several values of a parameter can only be chosen from by validation data; give one, or name validation data with --valid")

    def test_percentiles_and_shares_of_the_range_are_data_of_their_own(self):
        self.synth("train.txt", 30, 30, 5)
        for method in ("percentile", "minmax"):
            self.gradus("data", "normalise", "train.txt", "--method", method, "-o", method + ".txt")
            self.gradus("train", "svmacc", "--train", method + ".txt", "-o", method + ".json")
            self.assertGreater(self.value("AP", method + ".txt", method + ".json"), 0.4)

    def test_odd_data_is_learned_from(self):
        # Queries of one class, constant, missing and huge features, equal documents of unequal grades.
        self.write("train.txt", "1 qid:1 1:5 2:NULL 3:1\n0 qid:1 1:5 2:1e30 3:1\n1 qid:2 1:5\n1 qid:2 1:5 3:2\n0 qid:3 1:5 2:2\n0 qid:3 1:5 2:-1e30\n"
                                "1 qid:4 1:5 3:7\n0 qid:4 1:5 3:7\n")
        for solver in SOLVERS:
            for C in ("0", "1e-6", "1", "1e6"):
                with self.subTest(solver=solver, C=C):
                    self.train("--set", f"C={C}", "--set", f"solver={solver}")
                    for score in self.gradus("score", "model.json", "train.txt").split():
                        self.assertLess(abs(float(score)), 1e9)
        self.write("train.txt", "2 qid:1 1:3\n1 qid:1 1:2\n0 qid:1 1:1\n")  # one feature, separable
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                self.train("--set", "C=1000", "--set", f"solver={solver}")
                self.assertEqual(self.value("AP", "train.txt", "model.json"), 1.0)
        self.write("train.txt", "1 qid:1 1:5\n0 qid:1 1:5\n")  # nothing to tell them apart by
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                result = self.run_gradus("train", "svmacc", "--train", "train.txt", "--set", f"solver={solver}", "-o", "m.json")
                self.assertEqual(result.returncode, 1)
                self.assertIn("error: training data: nothing was learned: every weight is 0, and so is every score; give data with features and grades "
                              "that differ within queries, a larger --set C, a smaller --set epsilon, or another measure with --for\n", result.stderr)

    def test_one_class_is_refused(self):
        self.write("train.txt", "1 qid:1 1:5\n1 qid:1 1:6\n2 qid:2 1:1\n")
        for solver in SOLVERS:
            with self.subTest(solver=solver):
                self.assert_fails(["train", "svmacc", "--train", "train.txt", "--set", f"solver={solver}", "-o", "m.json"],
                                  "training data: nothing was learned: every document is relevant; "
                                  "give documents of both kinds, or change --set threshold")

    def test_a_library_that_cannot_have_its_memory_is_refused(self):
        self.synth("train.txt", 60, 100, 5)

        def limited(*arguments):
            return subprocess.run([GRADUS, *arguments], cwd=self.folder, capture_output=True, text=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (130 << 20, 130 << 20)))
        if limited("--version").returncode != 0:
            self.skipTest("SKIPPED LOUDLY: with sanitizers the program needs more room than any limit")
        train = ["train", "svmacc", "--train", "train.txt", "--set", "C=0.01", "--threads", "1", "--quiet", "-o", "m.json"]
        result = limited(*train, "--set", "solver=libsvm")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"^error: option --set solver: libsvm needs 176 MB more memory than is to be had: 400 bytes for each of 6,584 "
                         r"documents and 173 MB besides; use --set solver=planes, raise the limit \(ulimit -v\), or give fewer documents\n$")
        self.assertEqual(limited(*train).returncode, 0)

    def test_says_what_it_cannot_do(self):
        self.synth("train.txt", 4, 10, 3)
        self.train()
        train = ["train", "svmacc", "--train", "train.txt", "-o", "m.json"]
        self.assert_fails([*train, "--for", "AP", "--for", "NDCG"],
                          "option --for: a support vector machine that classifies is trained for one measure; give one --for; "
                          "several --stop-on may pick the best C")
        self.assert_fails([*train, "--start", "model.json"],
                          "model.json: a support vector machine has one optimum, wherever it starts; leave out --start")
        self.assert_fails([*train, "--set", "solver=libsmv"],
                          "option --set solver=libsmv: solver=libsmv is not one of planes|libsvm|liblinear; the default is planes")
        result = self.run_gradus(*train, "--set", "C=100", "--set", "rounds=3")
        self.assertIn("note: C=100: after 3 rounds the objective may still be ", result.stderr)


if __name__ == "__main__":
    main()
