"""What is told of a model's lambdas, on the command line and in the log of a training."""

import csv
import io
import json

from command import CommandTest, main

SMALL = ["--set", "trees=12", "--set", "leaves=6", "--set", "min_leaf_documents=5"]


class AnalyseLambdas(CommandTest):
    def setUp(self):
        super().setUp()
        self.gradus("data", "synth", "--queries", "30", "--documents", "25", "--features", "8", "--clicks",
                    "-o", "train.txt")
        self.gradus("train", "lambdamart", "--train", "train.txt", *SMALL, "-o", "model.json")

    def analyse(self, *more):
        return self.gradus("analyse", "lambdas", "--model", "model.json", "--data", "train.txt", *more)

    def points(self, *more):
        return json.loads(self.analyse("--json", *more))["points"]

    def test_prints_a_row_for_every_so_many_trees(self):
        rows = [line.split() for line in self.analyse("--every", "5").splitlines()]
        self.assertEqual(rows[0], ["trees", *(f"lambda:{grade}" for grade in range(5)),
                                   *(f"top3:{grade}" for grade in range(5)), "changed", "top3-changed"])
        self.assertEqual([row[0] for row in rows[1:]], ["0", "5", "10", "12"])
        self.assertEqual(rows[1][-2:], ["-", "-"])
        for row in rows[1:]:
            self.assertEqual(len(row), len(rows[0]))
            self.assertAlmostEqual(sum(map(float, row[1:6])), 1, delta=0.001)
            self.assertAlmostEqual(sum(map(float, row[6:11])), 1, delta=0.001)
        for row in rows[2:]:
            self.assertTrue(0 <= float(row[-1]) <= 1 and 0 < float(row[-2]) <= 1)
        # Training moves high grades into the top ranks.
        self.assertGreater(float(rows[4][9]) + float(rows[4][10]), float(rows[1][9]) + float(rows[1][10]))

    def test_csv_and_json_say_the_same(self):
        rows = list(csv.DictReader(io.StringIO(self.analyse("--csv", "--every", "4"))))
        points = self.points("--every", "4")
        self.assertEqual([int(row["trees"]) for row in rows], [point["trees"] for point in points])
        for row, point in zip(rows, points):
            for grade in range(5):
                self.assertAlmostEqual(float(row[f"lambda:{grade}"]), point["partner_shares"][grade], delta=0.0001)
                self.assertAlmostEqual(float(row[f"top3:{grade}"]), point["top_shares"][grade], delta=0.0001)
        self.assertIsNone(points[0]["changes"])
        self.assertAlmostEqual(float(rows[2]["changed"]), points[2]["changes"], delta=0.0001)

    def test_a_second_measure_is_a_tier_that_agrees_or_not(self):
        tiers = ["--columns", "click", "--for", "NDCG", "--for", "CNDCG"]
        told = json.loads(self.analyse("--json", *tiers))
        self.assertEqual(told["targets"], ["ndcg", "ndcg(labels=click, scale=4)"])
        tiered = [point["agreements"][0] for point in told["points"]]
        free = [point["agreements"][0] for point in self.points(*tiers, "--all-pairs")]
        self.assertNotEqual(tiered, free)
        for share in tiered + free:
            self.assertTrue(0 < share < 1)
        same = self.points("--for", "NDCG", "--for", "NDCG")
        self.assertEqual({point["agreements"][0] for point in same}, {1})

    def test_options_change_what_is_looked_at(self):
        usual = self.points()
        self.assertEqual(usual, self.points("--high", "3", "--top", "3", "--for", "NDCG@10", "--threads", "3"))
        self.assertNotEqual(usual[1]["high_documents"], self.points("--high", "1")[1]["high_documents"])
        self.assertNotEqual(usual[1]["top_shares"], self.points("--top", "10")[1]["top_shares"])
        self.assertNotEqual(usual[1]["partner_shares"], self.points("--for", "P@5")[1]["partner_shares"])

    def test_the_log_of_a_training_tells_the_same(self):
        self.gradus("train", "lambdamart", "--train", "train.txt", *SMALL, "--set", "diagnostics=4", "--log", "log",
                    "-o", "logged.json")
        lines = [json.loads(line) for line in self.content("log").splitlines()]
        self.assertEqual([line["step"] for line in lines if "lambdas" in line], [4, 8, 12])
        replayed = {point.pop("trees"): point for point in self.points("--every", "4")}
        for line in lines:
            if "lambdas" in line:
                self.assertEqual(line["lambdas"], replayed[line["step"]])
        self.assertEqual(json.loads(self.content("logged.json"))["trees"],
                         json.loads(self.content("model.json"))["trees"])

    def test_says_what_is_wrong(self):
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "--set", "rounds=1", "-o", "linear.json")
        analyse = ["analyse", "lambdas", "--data", "train.txt", "--model"]
        self.assert_fails([*analyse, "linear.json"],
                          "linear.json: the model is not made of trees, so it has no steps to analyse; "
                          "give model written by gradus train lambdamart")
        self.write("wide.txt", "1 qid:1 1:0 9:1\n")
        self.assert_fails(["analyse", "lambdas", "--data", "wide.txt", "--model", "model.json"],
                          "wide.txt: it has 9 features, but the model has 8; "
                          "give data with the same features, or leave out the others with --extra-features ignore")
        self.assert_fails(["train", "lambdamart", "--train", "train.txt", "--set", "diagnostics=1", "-o", "x"],
                          "option --set diagnostics: there is no log to write diagnostics to; name one with --log")


if __name__ == "__main__":
    main()
