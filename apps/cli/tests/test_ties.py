"""Equal scores: the rule that orders them is named, and can be made the same for data and for runs."""

import csv
import io
import json

from command import CommandTest, main

DATA = "1 qid:1 1:0 #docid = a\n0 qid:1 1:0 #docid = b\n0 qid:2 1:1 #docid = a\n2 qid:2 1:0 #docid = c\n1 qid:2 1:0 #docid = b\n"


class Ties(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("d.txt", DATA)
        self.write("s.txt", "1\n1\n2\n0\n0\n")
        self.write("s.run", "1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n2 Q0 a 1 2 t\n2 Q0 c 2 0 t\n2 Q0 b 3 0 t\n")
        self.gradus("data", "convert", "d.txt", "-o", "d.qrels")

    def eval(self, source, *more):
        by = {"data": ["--data", "d.txt", "--scores", "s.txt"], "run": ["--qrels", "d.qrels", "s.run"]}[source]
        return self.gradus("eval", *by, "-m", "RR", "-m", "NDCG", *more)

    def test_the_head_names_the_rule(self):
        for source, flags, words in (("data", [], "as in the file"), ("run", [], "by document id, descending"),
                                     ("run", ["--profile", "letor"], "as in the file"),
                                     ("data", ["--ties", "id"], "by document id, descending"),
                                     ("run", ["--ties", "file"], "as in the file"),
                                     ("run", ["--ties", "mean"], "mean over all orders"),
                                     ("data", ["--ties", "range"], "mean over all orders [minimum, maximum]")):
            with self.subTest(source=source, flags=flags):
                self.assertTrue(self.eval(source, *flags).splitlines()[0].endswith("; ties: " + words))

    def test_json_and_csv_name_it_too(self):
        for source, flags, word in (("data", [], "file"), ("run", [], "id"), ("run", ["--ties", "range"], "range")):
            self.assertEqual(json.loads(self.eval(source, "--json", *flags))["ties"], word)
            (row,) = csv.DictReader(io.StringIO(self.eval(source, "--csv", *flags)))
            self.assertEqual(row["ties"], word)

    def test_a_line_says_that_values_hang_on_it(self):
        line = ": equal scores of 2 of 2 queries are ordered by that rule; --ties range shows how much it matters\n"
        self.assertIn("# s.txt" + line, self.eval("data"))
        self.assertIn("# s.run" + line, self.eval("run"))
        self.assertNotIn("ordered by that rule", self.eval("data", "--ties", "range"))
        self.write("s.txt", "2\n1\n2\n1\n0\n")
        self.assertNotIn("ordered by that rule", self.eval("data"))

    def test_one_rule_gives_data_and_the_run_of_its_scores_one_value(self):
        self.assertNotEqual(self.eval("data").splitlines()[-1].split()[1:], self.eval("run").splitlines()[-1].split()[1:])
        for rule in ("id", "file", "mean"):
            values = [self.eval(source, "--ties", rule, "--csv", "-q").split("\n")[1:] for source in ("data", "run")]
            self.assertEqual(*[[line.split(",")[3:] for line in lines] for lines in values], rule)

    def test_a_model_of_few_scores_and_the_run_that_score_writes(self):
        self.gradus("data", "synth", "--queries", "40", "--documents", "20", "--features", "3", "--seed", "3", "-o", "all.txt")
        numbered = [f"{line} #docid = d{i * 7919 % 997}" for i, line in enumerate(self.content("all.txt").splitlines())]
        self.write("named.txt", "\n".join(numbered) + "\n")
        self.gradus("train", "lambdamart", "--train", "named.txt", "--set", "trees=1", "--set", "leaves=3", "-o", "m.json")
        self.gradus("score", "m.json", "named.txt", "-o", "m.run")
        self.gradus("data", "convert", "named.txt", "-o", "n.qrels")

        def values(*arguments):
            return [value["mean"] for value in json.loads(self.gradus("eval", *arguments, "--json"))["runs"][0]["values"]]
        run = values("--qrels", "n.qrels", "m.run")
        self.assertNotEqual(values("--data", "named.txt", "--model", "m.json"), run)
        self.assertEqual(values("--data", "named.txt", "--model", "m.json", "--ties", "id"), run)

    def test_ids_are_needed_to_order_by_them(self):
        self.write("d.txt", "1 qid:1 1:0\n0 qid:1 1:1\n")
        self.write("s.txt", "1\n1\n")
        self.assert_fails(["eval", "--data", "d.txt", "--scores", "s.txt", "--ties", "id"],
                          "option --ties id: the documents of d.txt have no ids; say --ties file, mean or range")

    def test_least_and_most_of_each_query(self):
        rows = list(csv.DictReader(io.StringIO(self.eval("data", "--ties", "range", "-q", "--csv"))))
        self.assertEqual([(row["query"], row["RR"], row["RR least"], row["RR most"]) for row in rows],
                         [("1", "0.75", "0.5", "1"), ("2", "0.5", "0.5", "0.5"), ("all", "0.625", "0.5", "0.75")])
        (rr, _) = json.loads(self.eval("data", "--ties", "range", "-q", "--json"))["runs"][0]["values"]
        self.assertEqual((rr["by_query"], rr["least_by_query"], rr["most_by_query"]),
                         ({"1": 0.75, "2": 0.5}, {"1": 0.5, "2": 0.5}, {"1": 1.0, "2": 0.5}))
        self.assertIn("s.txt  1      0.7500 [0.5000, 1.0000]", self.eval("data", "--ties", "range", "-q"))

    def test_csv_has_all_digits_unless_told_how_many(self):
        (row,) = csv.DictReader(io.StringIO(self.eval("data", "--csv")))
        values = [value["mean"] for value in json.loads(self.eval("data", "--json"))["runs"][0]["values"]]
        self.assertEqual([float(row[name]) for name in ("RR", "NDCG")], values)
        self.assertNotEqual(round(values[1], 10), values[1])
        (row,) = csv.DictReader(io.StringIO(self.eval("data", "--csv", "--digits", "2")))
        self.assertEqual((row["RR"], row["NDCG"]), (f"{values[0]:.2f}", f"{values[1]:.2f}"))


if __name__ == "__main__":
    main()
