"""Missing values that are filled in: data from-runs --missing, data normalise --fill."""

import json
import random

from command import CommandTest, main, more_help

DATA = "1 qid:a 1:2 2:NULL #docid = x\n0 qid:a 1:NULL 2:NULL\n0 qid:a 1:8 2:NULL\n2 qid:b 1:NULL 2:5\n0 qid:b 1:-7 2:6\n"


class FromRuns(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("q.qrels", "1 0 x 2\n1 0 y 0\n2 0 b 1\n2 0 a 0\n")
        self.write("one.run", "1 Q0 x 1 3 One\n1 Q0 y 2 2 One\n1 Q0 deep 3 -4 One\n2 Q0 a 1 -1.5 One\n")
        self.write("two.run", "2 Q0 b 1 0.25 Two\n2 Q0 a 2 0.25 Two\n")

    def features(self, *arguments):
        self.gradus("data", "from-runs", "--qrels", "q.qrels", "one.run", "two.run", "--depth", "2", "-o", "out.txt", *arguments)
        return [line.split()[2:4] for line in self.content("out.txt").splitlines()]

    def test_keep_is_the_default(self):
        kept = [["1:3", "2:NULL"], ["1:2", "2:NULL"], ["1:-1.5", "2:0.25"], ["1:NULL", "2:0.25"]]
        self.assertEqual(self.features(), kept)
        self.assertEqual(self.features("--missing", "keep"), kept)

    def test_least_is_the_least_score_of_the_run_for_the_query(self):
        """However deep its document stands; 0 for a query that the run does not have."""
        self.assertEqual(self.features("--missing", "least"),
                         [["1:3", "2:0"], ["1:2", "2:0"], ["1:-1.5", "2:0.25"], ["1:-1.5", "2:0.25"]])
        self.write("two.run", "1 Q0 z 1 9 Two\n2 Q0 b 1 0.25 Two\n2 Q0 a 2 0.25 Two\n")
        self.assertEqual(self.features("--missing", "least"),
                         [["1:3", "2:9"], ["1:2", "2:9"], ["1:-4", "2:9"], ["1:-1.5", "2:0.25"], ["1:-1.5", "2:0.25"]])

    def test_zero(self):
        self.assertEqual(self.features("--missing", "zero"),
                         [["1:3", "2:0"], ["1:2", "2:0"], ["1:-1.5", "2:0.25"], ["1:0", "2:0.25"]])


class Normalise(CommandTest):
    def filled(self, *arguments):
        self.write("a.txt", DATA)
        self.gradus("data", "normalise", "a.txt", "-o", "b.txt", *arguments)
        return [" ".join(line.split()[2:4]) for line in self.content("b.txt").splitlines()]

    def test_fills_by_query_and_feature(self):
        for fill, a, b in (("least", "2", "-7"), ("mean", "5", "-7"), ("median", "5", "-7"), ("zero", "0", "0"), ("-1.5", "-1.5", "-1.5")):
            none = fill if fill == "-1.5" else "0"
            self.assertEqual(self.filled("--method", "none", "--fill", fill),
                             [f"1:2 2:{none}", f"1:{a} 2:{none}", f"1:8 2:{none}", f"1:{b} 2:5", "1:-7 2:6"], fill)

    def test_fills_before_it_brings_to_scale(self):
        self.assertEqual(self.filled("--fill", "least"), ["1:0 2:0.5", "1:0 2:0.5", "1:1 2:0.5", "1:0.5 2:0", "1:0.5 2:1"])
        self.assertEqual(self.filled("--fill", "zero", "--method", "letor")[:3], ["1:0.25 2:0", "1:0 2:0", "1:1 2:0"])

    def test_one_query_alone_is_filled_as_among_others(self):
        whole = self.filled("--method", "none", "--fill", "least")
        self.write("q.txt", "".join(DATA.splitlines(True)[3:]))
        self.gradus("data", "normalise", "q.txt", "-o", "one.txt", "--method", "none", "--fill", "least")
        self.assertEqual([" ".join(line.split()[2:4]) for line in self.content("one.txt").splitlines()], whole[3:])

    def test_says_what_was_filled(self):
        self.write("a.txt", DATA)
        result = self.run_gradus("data", "normalise", "a.txt", "-o", "b.txt", "--method", "none", "--fill", "least", "--quiet")
        self.assertEqual(result.stderr, "note: 5 missing values filled in (least); fill the data that the model will score likewise\n")
        result = self.run_gradus("data", "normalise", "b.txt", "-o", "c.txt", "--method", "none", "--fill", "least", "--quiet")
        self.assertEqual(result.stderr, "note: no value is missing: nothing was filled in\n")

    def test_refuses_what_it_does_not_know(self):
        self.write("a.txt", DATA)
        for text in ("most", "nan", "1e39"):
            self.assert_fails(["data", "normalise", "a.txt", "-o", "b.txt", "--fill", text],
                              f"option --fill {text}: unknown way to fill in missing values; choose least, zero, mean, median or a number")
        self.assert_fails(["data", "normalise", "a.txt", "-o", "b.txt", "--method", "none"],
                          "--method none changes nothing; say how to fill in missing values with --fill" + more_help("data", "normalise"),
                          code=2)


class Fusion(CommandTest):
    """Each of three systems returns the ten documents of forty that it finds best; what it leaves out is not so good."""

    def setUp(self):
        super().setUp()
        draw = random.Random(5)
        qrels, runs = [], [[], [], []]
        for query in range(60):
            grades = [draw.choice((0, 0, 0, 1, 2)) for _ in range(40)]
            qrels += [f"{query} 0 d{d} {grade}\n" for d, grade in enumerate(grades)]
            for system, lines in enumerate(runs):
                scores = {d: grade + draw.gauss(0, 1.0 + 0.3 * system) for d, grade in enumerate(grades)}
                best = sorted(scores, key=scores.get)[-10:]
                lines += [f"{query} Q0 d{d} 0 {scores[d]} system{system}\n" for d in best]
        self.write("q.qrels", "".join(qrels))
        for system, lines in enumerate(runs):
            self.write(f"{system}.run", "".join(lines))

    def value(self, *arguments):
        return [run["values"][0]["mean"] for run in json.loads(self.gradus("eval", "-m", "AP", "--json", *arguments))["runs"]]

    def test_a_linear_model_of_filled_runs_is_not_below_the_best_run(self):
        fused = {}
        for missing in ("keep", "least"):
            self.gradus("data", "from-runs", "--qrels", "q.qrels", "0.run", "1.run", "2.run", "--missing", missing, "-o", missing + ".csv")
            self.gradus("train", "coordinate-ascent", "--train", missing + ".csv", "--for", "AP", "-o", missing + ".json")
            self.gradus("score", missing + ".json", missing + ".csv", "-o", missing + ".run")
            (fused[missing],) = self.value("--qrels", "q.qrels", missing + ".run")
        best = max(self.value("--qrels", "q.qrels", "0.run", "1.run", "2.run"))
        self.assertGreater(fused["least"], best)
        self.assertGreater(fused["least"], fused["keep"] + 0.02)


if __name__ == "__main__":
    main()
