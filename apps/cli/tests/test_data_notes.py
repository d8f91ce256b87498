"""What a command assumes of data, it says: weights, matching by place, absent features, rounding, missing values."""

import json

from command import CommandTest, main


def rows(count=64, by_query=8):
    """Query, grade, two features; the first tells the grade."""
    return [(i // by_query, (i * 5) % 3, (i * 5) % 3 + (i % 2) / 4, i % 7) for i in range(count)]


def letor(values):
    """A line for each (query, grade, *features)."""
    return "".join(f"{grade} qid:{query} " + " ".join(f"{j + 1}:{x}" for j, x in enumerate(features)) + "\n"
                   for query, grade, *features in values)


class NoteTest(CommandTest):
    def notes(self, *arguments):
        result = self.run_gradus(*arguments, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.with_users_of_weights(result.stderr.splitlines())

    def train(self, learner, data, *more, output="m.json"):
        few = {"lambdamart": "trees=3", "rankboost": "rounds=2"}.get(learner, "restarts=0")
        return self.notes("train", learner, "--train", data, "--set", few, "-o", output, *more)


class WeightColumns(NoteTest):
    def table(self, name, weights):
        self.write("a.csv", f"query,grade,{name},f\n" + "".join(
            f"{query},{grade},{weights(query, i)},{x}\n" for i, (query, grade, x, _) in enumerate(rows())))

    def test_a_column_of_weights_is_named(self):
        self.table("weight", lambda query, i: i % 5 + 1)
        found = "note: a.csv: column 'weight' is the weight of the document, not a feature (--weight-column '' makes it one)"
        self.assertEqual(self.notes("data", "stats", "a.csv"), [found, "note: a.csv: weights of documents; used by USERS"])
        self.assertEqual(self.train("lambdamart", "a.csv")[:2], [found, "note: a.csv: weights of documents; used by lambdamart"])
        self.assertEqual(self.train("rankboost", "a.csv", output="n.json")[:2], [
            found, "note: a.csv: weights of documents; rankboost does not use them; these do: USERS"])
        # Whoever names the column knows.
        self.assertEqual(self.notes("data", "stats", "a.csv", "--weight-column", "weight"),
                         ["note: a.csv: weights of documents; used by USERS"])

    def test_a_column_of_query_weights_is_named(self):
        self.table("query_weight", lambda query, i: query + 1)
        found = ("note: a.csv: column 'query_weight' is the query's weight, not a feature (--query-weight-column '' makes it "
                 "one)")
        self.assertEqual(self.train("lambdamart", "a.csv")[:2], [found, "note: a.csv: weights of queries; used by lambdamart"])
        self.assertEqual(self.train("coordinate-ascent", "a.csv", output="n.json")[:2], [
            found, "note: a.csv: weights of queries; coordinate-ascent does not use them; these do: USERS"])

    def test_an_empty_name_makes_it_a_feature(self):
        for name, option in (("weight", "--weight-column"), ("query_weight", "--query-weight-column"),
                             ("group_weight", "--query-weight-column")):
            with self.subTest(name=name):
                self.table(name, lambda query, i: i % 5 - 1)  # -1 is not a weight
                shown = json.loads(self.gradus("data", "stats", "a.csv", option, "", "--json"))
                self.assertEqual(shown["features"], 2)
                self.assertEqual(self.notes("data", "stats", "a.csv", option, ""), [])
                self.train("lambdamart", "a.csv", option, "", output=f"{name}.json")
                self.assertIn(f'"{name}"', self.content(f"{name}.json"))
                self.gradus("score", f"{name}.json", "a.csv", option, "")
                self.gradus("data", "convert", "a.csv", "-o", "out.txt", option, "")
                self.assertTrue(self.content("out.txt").startswith("0 qid:0 1:-1 2:0"))

    def test_a_cache_knows_that_there_is_none(self):
        self.table("weight", lambda query, i: i % 5 + 1)
        for options, features in (([], 1), (["--weight-column", ""], 2), ([], 1)):
            shown = json.loads(self.gradus("data", "stats", "a.csv", "--cache", "--json", *options))
            self.assertEqual(shown["features"], features)


class AbsentFeatures(NoteTest):
    def setUp(self):
        super().setUp()
        self.write("full.txt", letor((q, g, b, a) for q, g, a, b in rows()))
        self.write("narrow.txt", letor((q, g, b) for q, g, a, b in rows()))
        self.write("few.txt", letor((q, g, b) for q, g, a, b in rows(16)))

    def said(self, owner="the model"):
        return (f"note: narrow.txt: no document has feature 2 (or all have 0), which {owner} uses: it counts as 0; check "
                "that this is data of the same features")

    def test_are_named_wherever_a_model_meets_data(self):
        self.train("lambdamart", "full.txt")
        for command in (["eval", "--model", "m.json", "--data"], ["score", "m.json"],
                        ["model", "importance", "m.json", "--data"], ["model", "explain", "m.json", "--query", "1"]):
            with self.subTest(command=command):
                self.assertIn(self.said(), self.notes(*command, "narrow.txt"))
                self.assertFalse([note for note in self.notes(*command, "few.txt") if "no document" in note])
                self.assertFalse([note for note in self.notes(*command, "full.txt") if "no document" in note])

    def test_are_named_in_training(self):
        self.assertIn(self.said("the training data"), self.train("lambdamart", "full.txt", "--valid", "narrow.txt"))
        self.assertIn(self.said("the model to start from"),
                      self.train("lambdamart", "narrow.txt", "--start", "m.json", output="n.json"))

    def test_that_the_model_does_not_use_are_not_named(self):
        self.write("train.txt", letor((q, g, a, 1) for q, g, a, b in rows()))
        self.train("lambdamart", "train.txt")
        self.assertEqual(self.notes("score", "m.json", "narrow.txt"), [])


class ByPlace(NoteTest):
    def test_columns_that_are_matched_by_place(self):
        self.write("a.txt", letor(rows()))
        self.train("lambdamart", "a.txt")
        for names, noted in (("x,y", True), ("2,1", False), ("1,2", False)):
            self.write("b.csv", f"query,grade,{names}\n" + "".join(f"{q},{g},{a},{b}\n" for q, g, a, b in rows()))
            for command in (["eval", "--model", "m.json", "--data", "b.csv"], ["score", "m.json", "b.csv"]):
                with self.subTest(names=names, command=command):
                    self.assertEqual(self.notes(*command), noted * [
                        "note: b.csv: columns are matched by place, as the model knows its features by number only: column "
                        "'x' is feature 1"])


class Rounding(NoteTest):
    def said(self, name, feature):
        return (f"note: {name}: different values are equal as 32-bit floats (feature {feature}: 63 values, such as 1700000001 "
                "beside 1700000000); subtract a constant from the feature first")

    def test_values_that_floats_do_not_tell_apart(self):
        values = [(q, g, a, 1700000000 + i % 64) for i, (q, g, a, b) in enumerate(rows())]
        self.write("a.txt", letor(values))
        self.write("a.csv", "query,grade,f,time\n" + "".join(",".join(map(str, row)) + "\n" for row in values))
        for name, feature in (("a.txt", "2"), ("a.csv", "time")):
            self.assertEqual(self.notes("data", "convert", name, "-o", "out.csv"), [self.said(name, feature)])

    def test_large_values_that_stay_different(self):
        values = [(q, g, a, 1700000001 + 4096 * (i // 2)) for i, (q, g, a, b) in enumerate(rows())]
        self.write("a.txt", letor(values))
        self.assertEqual(self.notes("data", "convert", "a.txt", "-o", "out.csv"), [])


class Missing(NoteTest):
    def test_linear_models_say_what_they_do_with_many_missing_values(self):
        self.write("a.csv", "query,grade,f,g\n" + "".join(
            f"{q},{g},{a},{b if i % 2 else ''}\n" for i, (q, g, a, b) in enumerate(rows())))
        said = ("note: a.csv: 25 % of the values are missing; a linear model or a net takes each as the mean of its feature. "
                "Where missing means bad, as in fused runs, fill in a low value first (gradus data normalise --method none --fill least, "
                "or gradus data from-runs --missing least; then the same for the data to score), or train trees (lambdamart) or "
                "svm --set features=bits")
        self.assertIn(said, self.train("coordinate-ascent", "a.csv"))
        self.assertNotIn(said, self.train("lambdamart", "a.csv", output="n.json"))


class SmallThings(NoteTest):
    def test_all_columns_of_text_are_named_at_once(self):
        self.write("a.csv", 'query,grade,sku,f,"t,u"\n1,1,SKU-1,2,red\n1,0,SKU-2,3,blue\n')
        self.assert_fails(["data", "stats", "a.csv"],
                          "a.csv:2:5: column 'sku': 'SKU-1' is not a number; write decimal numbers, or leave out all 2 columns "
                          "of text with --ignore 'sku,\"t,u\"' (one that names the documents: --document-column)")
        self.gradus("data", "stats", "a.csv", "--ignore", 'sku,"t,u"')

    def test_ignored_features_may_be_text(self):
        self.write("a.csv", "query,grade,f,g\n" + "".join(f"{q},{g},{a},{b}\n" for q, g, a, b in rows()))
        self.write("b.csv", "title,query,grade,g,f\n" + "".join(f"red,{q},{g},{b},{a}\n" for q, g, a, b in rows()))
        self.train("lambdamart", "a.csv")
        self.assertEqual(self.notes("score", "m.json", "b.csv", "--extra-features", "ignore"),
                         ["note: b.csv: 1 feature that the model does not have is ignored"])
        shown = [self.gradus("score", "m.json", name, "--extra-features", "ignore") for name in ("a.csv", "b.csv")]
        self.assertEqual(*shown)
        self.write("c.csv", "title,query,grade,g,f\nred,1,1,2,green\n")
        self.assert_fails(["score", "m.json", "c.csv", "--extra-features", "ignore"],
                          "c.csv:2:11: column 'f': 'green' is not a number; write a decimal number, or leave the column out "
                          "with --ignore f")

    def test_columns_of_text_are_ignored_where_the_model_knows_only_numbers(self):
        self.write("a.txt", letor(rows()))
        self.train("lambdamart", "a.txt")
        table = [("query", "grade", "sku", "f", "title", "g")] + [(q, g, f"SKU-{i}", a, "red", b) for i, (q, g, a, b) in enumerate(rows())]
        self.write("b.csv", "".join(",".join(map(str, row)) + "\n" for row in table))
        expected = self.gradus("score", "m.json", "a.txt")
        result = self.run_gradus("score", "m.json", "b.csv", "--extra-features", "ignore", "--quiet")
        self.assertEqual((result.returncode, result.stdout), (0, expected), result.stderr)
        self.assertIn("note: b.csv: 2 columns of text are ignored: sku, title\n", result.stderr)
        self.assertIn("note: b.csv: columns are matched by place, as the model knows its features by number only: column 'f' is feature 1\n",
                      result.stderr)
        result = self.run_gradus("score", "m.json", "b.csv", "--quiet")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("2 columns of text", result.stderr)
        for command in (["eval", "--model", "m.json", "--data", "b.csv"], ["model", "importance", "m.json", "--data", "b.csv"]):
            self.gradus(*command, "--extra-features", "ignore")

    def test_commas_in_numbers(self):
        for text, remedy in (("0,5", "write a decimal point instead of the comma"),
                             ("1,234.5", "write it without thousands separators: 1234.5"),
                             ("-1,234,567", "write it without thousands separators: -1234567"),
                             ("1.234,5", "write it without thousands separators: 1234.5"),
                             ("1,234", "write 1234 where the comma separates thousands, 1.234 where it is the decimal point"),
                             ("0,234", "write a decimal point instead of the comma")):
            self.write("a.csv", f'query,grade,f\n1,1,"{text}"\n')
            self.assert_fails(["data", "stats", "a.csv"], f"a.csv:2:5: column 'f': '{text}' is not a number; {remedy}")

    def test_eval_reads_what_score_writes(self):
        self.write("a.txt", letor(rows()))
        self.train("lambdamart", "a.txt")
        shown = []
        for name in ("s.txt", "s.csv", "s.tsv", "s.csv.gz"):
            self.gradus("score", "m.json", "a.txt", "-o", name)
            shown.append(self.gradus("eval", "--data", "a.txt", "--scores", name, "--csv").splitlines()[-1].split(",")[-1])
        self.assertEqual(len(set(shown)), 1, shown)
        lines = self.content("s.csv").splitlines()
        self.write("t.csv", "\n".join([lines[0], *reversed(lines[1:])]) + "\n")
        self.assert_fails(["eval", "--data", "a.txt", "--scores", "t.csv"],
                          "t.csv:2:1: the query is '7', but that of document 1 of the data is '0'; give the scores in the "
                          "order of the data")
        self.write("u.csv", "\n".join(lines[:-1]) + "\n")
        self.assert_fails(["eval", "--data", "a.txt", "--scores", "u.csv"],
                          "u.csv: it has 63 scores, but the data has 64 documents; give every document a score")

    def test_a_net_does_not_tell_importance_by_itself(self):
        self.write("a.txt", letor(rows()))
        self.notes("train", "ranknet", "--train", "a.txt", "--set", "epochs=2", "-o", "m.json")
        self.assert_fails(["model", "importance", "m.json"],
                          "m.json: the importance of features cannot be read off a net; give graded data with --data: each "
                          "feature is shuffled in it")
        self.assertIn("drop", self.gradus("model", "importance", "m.json", "--data", "a.txt"))

    def test_label_columns_that_are_left_behind(self):
        self.write("a.txt", letor(rows()))
        self.write("a.txt.click", "0.5\n" * 64)
        self.write("a.txt.notes", "made by hand\n")
        said = ["note: a.txt: the label column click beside it is not written along; --columns click does that"]
        self.assertEqual(self.notes("data", "split", "a.txt", "--folds", "2", "--no-vali", "-o", "folds"), said)
        self.assertEqual(self.notes("data", "sort", "a.txt", "-o", "b.txt")[1:], said)
        self.assertEqual(self.notes("data", "convert", "a.txt", "-o", "b.csv"), said)
        self.assertEqual(self.notes("data", "sort", "a.txt", "-o", "c.txt", "--columns", "click")[1:], [])


class Numbered(CommandTest):
    def test_a_table_with_some_numbered_columns_is_matched_by_name(self):
        self.write("pm.txt", "1 qid:1 1:9 2:5\n0 qid:1 1:3 2:7\n")
        self.write("pm.csv", "query,grade,x,1\n1,1,5,9\n1,0,7,3\n")
        self.gradus("train", "coordinate-ascent", "--train", "pm.txt", "-o", "pm.json")
        result = self.run_gradus("score", "pm.json", "pm.csv", "--quiet")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("pm.csv: it lacks 1 feature of the model: '2' (and has 1 of its own: 'x')", result.stderr)


if __name__ == "__main__":
    main()
