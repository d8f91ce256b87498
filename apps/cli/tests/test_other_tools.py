"""Files and command lines of other tools: read, or named in the message."""

import json

import command
from command import CommandTest, more_help

TABLE = "label,a,b\n1,0.5,3\n0,0.25,4\n2,0.75,1\n0,0.1,1\n1,0.6,2\n"


class SizesBesideTables(CommandTest):
    def setUp(self):
        super().setUp()
        own = [f"{query},{line}" for query, line in zip(["query", "1", "1", "2", "2", "2"], TABLE.splitlines())]
        self.write("own.csv", "\n".join(own) + "\n")
        self.gradus("train", "coordinate-ascent", "--train", "own.csv", "-o", "own.json")
        self.expected = [self.content("own.json"), self.gradus("score", "own.json", "own.csv", "--to", "csv"),
                         self.gradus("eval", "--data", "own.csv", "--model", "own.json", "-q", "--csv", "-m", "NDCG")]

    def shown(self, name, *more):
        self.gradus("train", "coordinate-ascent", "--train", name, *more, "-o", "m.json")
        return [self.content("m.json"), self.gradus("score", "own.json", name, *more, "--to", "csv"),
                self.gradus("eval", "--data", name, "--model", "own.json", *more, "-q", "--csv", "-m", "NDCG")]

    def test_sizes_of_queries_stand_beside_a_table(self):
        for ending in ("query", "group"):
            self.write(f"{ending}.csv", TABLE)
            self.write(f"{ending}.csv.{ending}", "2\n3\n")
            for more in ([], ["--queries", "side-file"], ["--cache"]):
                self.assertEqual(self.shown(f"{ending}.csv", *more)[:2], self.expected[:2], (ending, more))
        self.write("t.tsv", TABLE.replace(",", "\t"))
        self.write("t.tsv.query", "2\n3\n")
        self.assertEqual(self.shown("t.tsv")[:2], self.expected[:2])
        self.write("bare.csv", TABLE.split("\n", 1)[1])
        self.write("bare.csv.query", "2\n3\n")
        self.write("bare.cd", "0\tTarget\n1\tNum\ta\n2\tNum\tb\n")
        self.assertEqual(self.shown("bare.csv", "--cd", "bare.cd")[:2], self.expected[:2])
        self.write("s.txt", "1 1:0.5\n0 1:0.2\n")
        self.write("s.txt.group", "2\n")
        self.assertIn('"queries": 1', self.gradus("data", "stats", "s.txt", "--json"))

    def test_a_column_of_queries_wins_unless_the_file_is_asked_for(self):
        self.write("own.csv.query", "1\n4\n")
        self.assertEqual(self.shown("own.csv"), self.expected)
        one = json.loads(self.gradus("data", "stats", "own.csv", "--json", "--queries", "side-file"))
        self.assertEqual((one["queries"], one["features"]), (2, 2))
        self.assertNotEqual(self.gradus("score", "own.json", "own.csv", "--to", "csv", "--queries", "side-file"), self.expected[1])
        self.assertEqual(self.gradus("score", "own.json", "own.csv"), self.gradus("score", "own.json", "own.csv", "--queries", "side-file"))

    def test_what_does_not_fit_is_told(self):
        self.write("t.csv", TABLE.replace("label", "grade"))
        self.assert_fails(["data", "stats", "t.csv", "--queries", "side-file"],
                          "t.csv: there is no .query file beside it; give the number of documents of each query, a line each")
        self.assert_fails(["data", "stats", "t.csv", "--queries", "comment"],
                          "option --queries comment: t.csv is read as separated values, which have no comments; "
                          "name the column of the queries with --query-column")
        self.write("t.csv.query", "2\n2\n")
        self.assert_fails(["data", "stats", "t.csv"],
                          "t.csv.query: the queries have 4 documents, but t.csv has 5; make the two files match")


class NoHeader(CommandTest):
    def test_a_first_line_of_numbers_is_asked_about(self):
        message = ("bare.csv:1: the first line holds only numbers; is there no header? Put the names of the columns there, or say "
                   "what the columns are in a file, --cd: lines 'column<TAB>type', columns counted from 0, types Target, GroupId, Num")
        for first in ("0,1,0,0.25", "1,2,3,4", "1,-2,3e5,0"):
            self.write("bare.csv", first + "\n1,1,0.5,2\n")
            self.assert_fails(["data", "stats", "bare.csv"], message)
        self.write("t.csv", "query,grade,1,2\n1,1,0.5,2\n1,0,0.1,1\n")
        self.gradus("train", "coordinate-ascent", "--train", "t.csv", "-o", "m.json")
        for first in ("0.5,2", "1,1"):
            self.write("bare.csv", first + "\n0.1,1\n")
            self.assert_fails(["score", "m.json", "bare.csv"], message)
        # Columns may be called by number.
        self.write("named.csv", "1,2\n0.5,2\n0.1,1\n")
        self.assertEqual(self.gradus("score", "m.json", "named.csv"), self.gradus("score", "m.json", "t.csv"))
        self.write("roles.csv", "7,8,1,2\n1,1,0.5,2\n1,0,0.1,1\n")
        self.assertEqual(self.gradus("score", "m.json", "roles.csv", "--query-column", "7", "--grade-column", "8"),
                         self.gradus("score", "m.json", "t.csv"))


class ForeignModels(CommandTest):
    def test_models_of_other_tools_are_named(self):
        self.write("t.txt", "1 qid:1 1:1\n")
        rest = "or evaluate a file of the scores of that model (gradus eval --scores)"
        for text, what, learner in (("tree\nversion=v4\nnum_class=1\n", "a LightGBM model", "lambdamart"),
                                    ("## LambdaMART\n## No. of trees = 1\n<ensemble></ensemble>\n", "a RankLib model (LambdaMART)",
                                     "lambdamart"),
                                    ("## AdaRank\n", "a RankLib model (AdaRank)", "adarank"),
                                    ('{"learner":{"attributes":{}},"version":[2,0,3]}', "an XGBoost model", "lambdamart"),
                                    (b"CBM1\x00\x10\xff", "a CatBoost model", "lambdamart")):
            self.write("model", text)
            for line in (["score", "model", "t.txt"], ["model", "show", "model"], ["eval", "--model", "model", "--data", "t.txt"]):
                self.assert_fails(line, f"model: this is {what}, which Gradus cannot read; "
                                        f"train again with the learner {learner}, {rest}")

    def test_a_model_of_a_newer_version_is_named(self):
        self.write("t.txt", "1 qid:1 1:1\n0 qid:1 1:2\n")
        self.gradus("train", "coordinate-ascent", "--train", "t.txt", "-o", "m.json")
        model = json.loads(self.content("m.json"))
        for version, remedy in ((2, "use the newer Gradus that wrote it"), (0, "train it again")):
            self.write("other.json", json.dumps({**model, "version": version}))
            self.assert_fails(["score", "other.json", "t.txt"],
                              f"other.json: the model has version {version} of the format, but this Gradus reads version 1; {remedy}")


class LightGbmConfiguration(CommandTest):
    EXPLANATION = ("configuration files of LightGBM are not read; give what they say as options, as in 'gradus train lambdamart "
                   "--train FILE --valid FILE --for NDCG@10 --set trees=100 --set leaves=31 --set learning_rate=0.1 -o MODEL' "
                   "('gradus list synonyms' has the names of other tools)")

    def test_says_what_to_do_instead(self):
        for line in (["config=train.conf"], ["train", "lambdamart", "config=train.conf"]):
            result = self.run_gradus(*line)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"error: 'config=train.conf': {self.EXPLANATION}\n", result.stderr)
        self.assert_fails(["train", "lambdamart", "--train", "f.txt", "--config=train.conf", "-o", "m.json"],
                          f"gradus train: unknown option '--config'; {self.EXPLANATION}" + more_help("train"), code=2)


if __name__ == "__main__":
    command.main()
