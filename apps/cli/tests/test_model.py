"""Looking into models: show, importance, explain."""

import json
import os
import shutil

from command import SOURCE, CommandTest, main

LINEAR = {"format": "gradus-model", "version": 1, "model": "linear",
          "features": [{"name": "1", "mean": 1, "spread": 2, "weight": 0.5},
                       {"name": "2", "mean": 0, "spread": 1, "weight": -3}]}


class ModelTest(CommandTest):
    def setUp(self):
        super().setUp()
        for name in ("trees.json", "test.csv"):
            shutil.copy(os.path.join(SOURCE, "examples", "explain-a-model", name), self.path(name))
        self.write("linear.json", json.dumps(LINEAR))
        self.write("two.txt", "1 qid:7 1:5 2:1 # a\n0 qid:7 1:1 2:NULL # b\n")


class Show(ModelTest):
    def test_tells_the_kind_of_model(self):
        self.assertIn("kind        trees\n", self.gradus("model", "show", "trees.json"))
        self.assertIn("kind        linear\nlearner     unknown\n", self.gradus("model", "show", "linear.json"))

    def test_json_has_what_a_program_wants_to_know(self):
        trees = json.loads(self.gradus("model", "show", "trees.json", "--json"))
        stored = json.loads(self.content("trees.json"))
        self.assertEqual((trees["model"], trees["trees"], trees["features"]), ("trees", len(stored["trees"]), stored["features"]))
        self.assertEqual((trees["learner"], trees["targets"]), (stored["learner"], stored["targets"]))
        self.assertEqual(trees["parameters"], dict(stored["parameters"]))
        linear = json.loads(self.gradus("model", "show", "linear.json", "--json"))
        self.assertEqual((linear["model"], linear["learner"], linear["features"]), ("linear", "", ["1", "2"]))
        self.assertEqual(linear["outcome"], {"kept": "", "stopped": "", "advice": "", "validation": {}, "training": {}})

    def test_says_what_is_wrong_with_a_file(self):
        text = self.content("trees.json").replace('"left": [1, -1, -2]', '"left": [1, -1, 1]', 1)
        self.write("circle.json", text)
        self.assert_fails(["model", "show", "circle.json"],
                          "circle.json: the model file is damaged: trees[0]: split 2 stands behind its child 1; "
                          "give a model that Gradus has trained")
        self.assert_fails(["model", "show", "test.csv"],
                          "test.csv: this is not a Gradus model; give a model that Gradus has trained")


class Importance(ModelTest):
    def test_of_trees_is_gain_and_splits(self):
        self.assertEqual(self.gradus("model", "importance", "trees.json", "--csv", "--top", "2"),
                         "feature,gain,share,splits\nbm25,66.75,0.577922077922078,4\ntitle_match,35,0.30303030303030304,2\n")

    def test_of_a_linear_model_is_the_weight_whatever_its_sign(self):
        self.assertEqual(self.gradus("model", "importance", "linear.json"),
                         "feature   weight\n2        -3.0000\n1         0.5000\n")

    def test_with_data_is_the_drop_when_a_feature_is_shuffled(self):
        arguments = ["model", "importance", "trees.json", "--data", "test.csv", "-m", "NDCG@3", "--repeats", "20"]
        found = json.loads(self.gradus(*arguments, "--json"))
        self.assertEqual((found["measure"], found["repeats"]), ("ndcg@3", 20))
        value = self.gradus("eval", "-m", "NDCG@3", "--data", "test.csv", "--model", "trees.json", "--digits", "12")
        self.assertAlmostEqual(found["value"], float(value.split()[-1]), 11)
        drops = {row["feature"]: row["drop"] for row in found["features"]}
        self.assertEqual(list(drops), sorted(drops, key=lambda name: -drops[name]))
        self.assertGreater(drops["bm25"], 0.1)
        self.assertEqual(json.loads(self.gradus(*arguments, "--json", "--threads", "3")), found)
        self.assertNotEqual(json.loads(self.gradus(*arguments, "--json", "--seed", "2")), found)

    def test_measures_the_label_column_that_it_is_told(self):
        self.write("two.txt.click", "0\n1\n")
        arguments = ["model", "importance", "linear.json", "--data", "two.txt", "--columns", "click", "--json", "-m"]
        by_grade = json.loads(self.gradus(*arguments, "NDCG"))["value"]
        by_click = json.loads(self.gradus(*arguments, "NDCG(labels=click)"))["value"]
        self.assertEqual(by_click, 1.0)
        self.assertLess(by_grade, 1.0)

    def test_says_what_is_wrong(self):
        result = self.run_gradus("model", "importance", "trees.json", "-m", "AP")
        self.assertEqual((result.returncode, result.stderr.splitlines()[0]), (2, "error: -m and --repeats need --data"))
        self.write("other.csv", "query,document,grade,bm25,length\nq,d,1,3,4\n")
        self.assert_fails(["model", "importance", "trees.json", "--data", "other.csv"],
                          "other.csv: it lacks 3 features of the model: 'title_match', 'page_rank', 'age_days' "
                          "(and has 1 of its own: 'length'); give it a column of that name for each feature")


class Explain(ModelTest):
    def test_parts_and_expectation_add_up_to_the_score(self):
        scores = [float(line) for line in self.gradus("score", "trees.json", "test.csv").split()]
        rows = [line.split(",") for line in self.content("test.csv").splitlines()[1:]]
        self.assertEqual(len(rows), len(scores))
        for (query, document, *_), score in zip(rows, scores):
            found = json.loads(self.gradus("model", "explain", "trees.json", "test.csv", "--query", query,
                                           "--document", document, "--json"))["document"]
            self.assertEqual(found["score"], score)
            parts = found["expectation"] + sum(feature["part"] for feature in found["features"])
            self.assertAlmostEqual(parts, score, 6)

    def test_a_linear_model_is_explained_by_its_terms(self):
        self.assertEqual(
            self.gradus("model", "explain", "linear.json", "two.txt", "--query", "7", "--document", "a"),
            "# query 7: a has score -2.0000, rank 2 of 2, grade 1\n"
            "   part  feature            value\n"
            "+0.0000  (of any document)\n"
            "-3.0000  2                  1\n"
            "+1.0000  1                  5\n"
            "-2.0000  (the score)\n")

    def test_why_one_document_is_above_another(self):
        arguments = ["model", "explain", "linear.json", "two.txt", "--query", "7", "--above", "b", "--below", "a"]
        self.assertEqual(self.gradus(*arguments, "--top", "1"),
                         "# query 7: b has score 0.0000, rank 1 of 2, grade 0; a has score -2.0000, rank 2 of 2, grade 1\n"
                         "   part  feature           b        a\n"
                         "+3.0000  2                 missing  1\n"
                         "-1.0000  (1 more)\n"
                         "+2.0000  (the difference)\n")
        found = json.loads(self.gradus(*arguments, "--json"))
        self.assertEqual(found["difference"], 2.0)
        self.assertEqual(found["features"], [{"feature": "2", "part": 3.0, "above": None, "below": 1.0},
                                             {"feature": "1", "part": -1.0, "above": 1.0, "below": 5.0}])

    def test_a_query_alone_lists_its_documents(self):
        self.assertEqual(self.gradus("model", "explain", "linear.json", "two.txt", "--query", "7"),
                         "rank    score  grade  document\n   1   0.0000  0      b\n   2  -2.0000  1      a\n")
        listed = json.loads(self.gradus("model", "explain", "linear.json", "two.txt", "--query", "7", "--json"))
        self.assertEqual(listed["documents"][0], {"document": "b", "rank": 1, "score": 0.0, "grade": 0.0})

    def test_says_what_is_wrong(self):
        explain = ["model", "explain", "trees.json", "test.csv", "--query"]
        self.assert_fails([*explain, "dogs"], "test.csv: there is no query 'dogs'; the first is 'cats'")
        self.assert_fails([*explain, "cats", "--document", "d9"],
                          "test.csv: query 'cats' has no document 'd9'; leave out the document to see which there are")
        self.write("twice.txt", "1 qid:7 1:5 2:1 # a\n0 qid:7 1:1 2:3 # a\n")
        self.assert_fails(["model", "explain", "linear.json", "twice.txt", "--query", "7", "--document", "a"],
                          "twice.txt: query '7' has several documents 'a'; give each its own id")
        for wrong in (["--above", "d1"], ["--below", "d1"], ["--document", "d1", "--above", "d2", "--below", "d3"]):
            self.assertEqual(self.run_gradus(*explain, "cats", *wrong).returncode, 2, wrong)


if __name__ == "__main__":
    main()
