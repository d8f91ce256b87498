"""gradus eval --data with several models and several files of scores; scores in any form that gradus score writes."""

import csv
import io
import json

from command import CommandTest, main, more_help


class Several(CommandTest):
    def setUp(self):
        super().setUp()
        self.gradus("data", "synth", "--queries", "20", "--documents", "8", "--features", "4", "--seed", "2", "-o", "plain.txt")
        lines = self.content("plain.txt").splitlines()
        self.write("a.txt", "".join(f"{line} #docid = d{i * 7919 % 997}\n" for i, line in enumerate(lines)))
        self.gradus("data", "convert", "a.txt", "-o", "a.csv")
        self.gradus("train", "coordinate-ascent", "--train", "a.txt", "-o", "text.json")
        self.gradus("train", "coordinate-ascent", "--train", "a.csv", "--ignore", "1", "-o", "table.json")
        self.gradus("train", "lambdamart", "--train", "a.txt", "--set", "trees=3", "-o", "trees.json")

    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.gradus("eval", "--data", "a.csv", "-m", "AP", "-m", "NDCG@5", "--csv", *arguments))))

    def test_one_row_a_model_then_one_for_each_file_of_scores(self):
        self.gradus("score", "trees.json", "a.csv", "-o", "s.txt")
        alone = [self.rows("--model", "text.json")[0], self.rows("--model", "trees.json")[0], self.rows("--scores", "s.txt")[0]]
        self.assertEqual(self.rows("--scores", "s.txt", "--model", "text.json", "--model", "trees.json"), alone)
        self.assertEqual([row["run"] for row in alone], ["text.json", "trees.json", "s.txt"])
        self.assertEqual({**alone[1], "run": ""}, {**alone[2], "run": ""})
        text = self.gradus("eval", "--data", "a.csv", "-m", "AP", "--model", "text.json", "--model", "trees.json")
        self.assertEqual([line.split()[0] for line in text.splitlines()[-3:]], ["run", "text.json", "trees.json"])
        out = json.loads(self.gradus("eval", "--data", "a.csv", "-m", "AP", "--json", "-q", "--model", "text.json", "--model", "trees.json"))
        self.assertEqual([len(run["values"][0]["by_query"]) for run in out["runs"]], [20, 20])
        self.assertEqual(len(self.rows("-q", "--model", "text.json", "--model", "trees.json")), 42)

    def test_models_of_different_features(self):
        flags = ["--extra-features", "ignore"]
        alone = [self.rows("--model", name, *flags)[0] for name in ("table.json", "text.json")]
        self.assertEqual(self.rows("--model", "table.json", "--model", "text.json", *flags), alone)
        result = self.run_gradus("eval", "--data", "-", "--format", "csv", "--model", "table.json", "--model", "text.json", *flags, "--quiet",
                                 stdin=self.content("a.csv"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("error: option --data -: standard input can be read once, and the models have different features; write the "
                      "data to a file\n", result.stderr)

    def test_reads_every_form_that_score_writes(self):
        values = []
        for name in ("s.txt", "s.csv", "s.tsv", "s.run", "s.run.gz"):
            self.gradus("score", "text.json", "a.txt", "-o", name)
            values.append(self.rows("--scores", name)[0]["AP"])
        self.assertEqual(len(set(values)), 1, values)

    def test_tables_and_runs_that_name_documents_may_be_in_any_order(self):
        expected = self.rows("--model", "text.json")[0]["AP"]
        for name in ("s.csv", "s.run"):
            self.gradus("score", "text.json", "a.txt", "-o", name)
            lines = self.content(name).splitlines()
            header = lines[:1] if name == "s.csv" else []
            self.write("again-" + name, "\n".join(header + lines[len(header):][::-1]) + "\n")
            self.assertEqual(self.rows("--scores", "again-" + name)[0]["AP"], expected)

    def test_says_which_document_has_no_score_two_or_is_not_in_the_data(self):
        self.write("a.csv", "query,document,grade,f\n1,x,1,2\n1,y,0,1\n")
        self.write("lacks.csv", "query,document,score\n1,y,2\n")
        self.write("twice.csv", "query,document,score\n1,y,2\n1,x,1\n1,y,3\n")
        self.write("other.csv", "query,document,score\n1,y,2\n1,z,1\n")
        self.write("lacks.run", "1 Q0 y 1 2 t\n")
        self.write("other.run", "1 Q0 y 1 2 t\n2 Q0 y 1 2 t\n")
        for name, message in (("lacks.csv", "lacks.csv: document 'x' of query '1' has no score; give every document a score"),
                              ("twice.csv", "twice.csv:4:1: document 'y' of query '1' has a second score; give every document one score"),
                              ("other.csv", "other.csv:3:1: the data has no document 'z' for query '1'; give the scores of this data"),
                              ("lacks.run", "lacks.run: document 'x' of query '1' has no score; give every document a score"),
                              ("other.run", "other.run: the data has no document 'y' for query '2'; give the scores of this data")):
            self.assert_fails(["eval", "--data", "a.csv", "--scores", name], message)

    def test_a_table_or_run_under_another_name_is_told_how_to_be_called(self):
        for name in ("s.csv", "s.run"):
            self.gradus("score", "text.json", "a.txt", "-o", name)
            self.write("s.txt", self.content(name))
            result = self.run_gradus("eval", "--data", "a.txt", "--scores", "s.txt", "--quiet")
            self.assertEqual(result.returncode, 1)
            self.assertTrue(result.stderr.startswith("error: s.txt:1: '"), result.stderr)
            self.assertIn(" is not a finite number; give a score a line; end the name of a table in .csv or .tsv, and that of a TREC "
                          "run in .run\n", result.stderr)

    def test_data_without_its_option(self):
        self.assert_fails(["eval", "--model", "text.json", "a.csv"], "name the data with --data: --data a.csv" + more_help("eval"), code=2)


if __name__ == "__main__":
    main()
