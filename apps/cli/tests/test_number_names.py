"""Features whose names are numbers. A feature is known by its name, and feature k of LETOR text has the name k: whatever the
order and choice of the columns, all is as with the same data under names that are words."""

import json
import random
import re

import command
from command import CommandTest

IGNORE = ["--extra-features", "ignore"]


def rows(seed, queries=12, documents=8):
    draw = random.Random(seed)
    for query in range(queries):
        for _ in range(documents):
            one, two, three = (round(draw.uniform(0.1, 1), 4) for _ in range(3))
            yield query, 2 if one - two + 0.3 * three > 0.3 else draw.randrange(2), {1: one, 2: 10 * two, 3: 100 * three}


def words(text):
    """What a command says of the features f1, f2 and f3 as it says it of 1, 2 and 3."""
    return re.sub(r"\bf([123])\b", r"\1", text)


class NumberNames(CommandTest):
    def setUp(self):
        super().setUp()
        for kind, seed in (("train", 1), ("data", 2)):
            for order in ((1, 2, 3), (2, 3), (2, 1), (3, 1, 2), (1, 2), (3, 2)):
                ending = "".join(map(str, order))
                for first in ("", "f"):  # numbers, words
                    self.write(f"{kind}{first}{ending}.csv", self.table(order, seed, first))
                text = [f"{grade} qid:{query} " + " ".join(f"{j}:{values[j]}" for j in sorted(order)) + "\n"
                        for query, grade, values in rows(seed)]
                self.write(f"{kind}{ending}.txt", "".join(text))
                self.write(f"{kind}{ending}.requests", "".join(line.split(" ", 2)[2] for line in text))

    def table(self, order, seed, first):
        lines = ["query,grade," + ",".join(f"{first}{j}" for j in order)]
        lines += [",".join(map(str, [query, grade, *(values[j] for j in order)])) for query, grade, values in rows(seed)]
        return "\n".join(lines) + "\n"

    # The model's columns; those of the data; options; the same as words: model, data.
    PAIRS = (("23.csv", "123.csv", IGNORE, "f23.csv", "f123.csv"),
             ("23.csv", "312.csv", IGNORE, "f23.csv", "f123.csv"),
             ("23.csv", "123.txt", IGNORE, "f23.csv", "f123.csv"),
             ("23.csv", "23.txt", [], "f23.csv", "f23.csv"),
             ("23.csv", "32.csv", [], "f23.csv", "f23.csv"),
             ("21.csv", "12.csv", [], "f21.csv", "f12.csv"),
             ("21.csv", "12.txt", [], "f21.csv", "f12.csv"),
             ("21.csv", "123.txt", IGNORE, "f21.csv", "f123.csv"),
             ("12.csv", "21.csv", [], "f12.csv", "f21.csv"),
             ("12.txt", "21.csv", [], "f12.csv", "f21.csv"),
             ("123.csv", "312.csv", [], "f123.csv", "f312.csv"),
             ("123.csv", "123.txt", [], "f123.csv", "f123.csv"),
             ("123.txt", "312.csv", [], "f123.csv", "f312.csv"),
             ("12.txt", "312.csv", IGNORE, "f12.csv", "f312.csv"))

    def trained(self, columns, *more, learner=("lambdamart", "--set", "trees=6", "--set", "min_leaf_documents=2"), name=None):
        name = name or f"m-{columns}.json"
        self.gradus("train", *learner, "--train", f"train{columns}", *more, "-o", name)
        return name

    def test_scores_are_those_of_the_same_data_under_words(self):
        for learner in (("lambdamart", "--set", "trees=6", "--set", "min_leaf_documents=2"), ("coordinate-ascent",),
                        ("ranknet", "--set", "epochs=3"), ("rankboost",)):
            for model, data, more, model_of_words, data_of_words in self.PAIRS:
                model, words_model = (self.trained(each, learner=learner) for each in (model, model_of_words))
                expected = self.gradus("score", words_model, f"data{data_of_words}", *more)
                self.assertGreater(len(set(expected.split())), 10)
                got = self.gradus("score", model, f"data{data}", *more)
                self.assertEqual(got, expected, (learner, model, data))
                if learner[0] != "lambdamart":
                    continue
                got = self.gradus("score", model, f"data{data}", *more, "--cache")
                self.assertEqual(got, expected, ("cache", model, data))
                self.gradus("data", "convert", f"data{data}", "-o", "copy.gradus")
                got = self.gradus("score", model, "copy.gradus", *more)
                self.assertEqual(got, expected, (".gradus", model, data))
                self.gradus("data", "convert", f"data{data}", "-o", "copy.txt")
                got = self.gradus("score", model, "copy.txt", *more)
                self.assertEqual(got, expected, ("converted to LETOR", model, data))
                requests = self.content(f"data{data[:-4]}.requests" if data.endswith(".txt") else f"data{data}")
                form = ["--format", "letor" if data.endswith(".txt") else "csv"]
                got = self.gradus("score", model, "-", *form, *more, stdin=requests)
                self.assertEqual(got, expected, ("standard input", model, data))

    def test_so_is_all_that_is_said_of_a_model_and_data(self):
        for model, data, more, model_of_words, data_of_words in self.PAIRS:
            model, words_model = self.trained(model), self.trained(model_of_words)
            for line in (["eval", "--model", "MODEL", "-m", "NDCG@5", "-q", "--csv", "--data", "DATA"],
                         ["model", "explain", "MODEL", "DATA", "--query", "3", "--document", "2", "--json"],
                         ["model", "importance", "MODEL", "--data", "DATA", "--csv"],
                         ["analyse", "lambdas", "--csv", "--model", "MODEL", "--data", "DATA"],
                         ["analyse", "optimality", "--json", "--directions", "3", "--model", "MODEL", "--data", "DATA"]):
                def said(model, data):
                    named = [{"MODEL": model, "DATA": data}.get(each, each) for each in line]
                    return self.gradus(*named, *more).replace(model, "MODEL").replace(data, "DATA")
                self.assertEqual(said(model, f"data{data}"), words(said(words_model, f"data{data_of_words}")), (line, model, data))

    def test_so_are_validation_and_the_model_to_start_from(self):
        for train, data, more, train_of_words, data_of_words in self.PAIRS:
            logs = []
            for first, second in ((train, data), (train_of_words, data_of_words)):
                model = self.trained(first, "--valid", f"data{second}", *more, "--log", "log", "--force", name="v.json")
                values = [json.loads(line).get("valid") for line in self.content("log").splitlines()]
                start = self.trained(first, name="start.json")
                self.gradus("train", "lambdamart", "--set", "trees=4", "--set", "min_leaf_documents=2", "--start", start, *more,
                            "--train", f"data{second}", "-o", "next.json")
                # A model to start from decides the order of the features, so that it may score what it was trained on.
                logs.append((values, self.gradus("score", model, f"train{first}"), self.gradus("score", "next.json", f"train{first}")))
            self.assertTrue(any(logs[0][0]))
            self.assertEqual(logs[0], logs[1], (train, data))

    def test_so_are_saved_thresholds_and_directions(self):
        for train, data, more, train_of_words, data_of_words in self.PAIRS:
            if more:
                continue
            bits = []
            for first, second in ((train, data), (train_of_words, data_of_words)):
                self.gradus("data", "bin", f"train{first}", "--save", "t.json", "-o", "a.csv")
                self.gradus("data", "bin", f"data{second}", "--use", "t.json", "-o", "b.csv")
                bits.append(words(self.content("b.csv").split("\n", 1)[1]))
            self.assertEqual(*bits, (train, data))
        for train, train_of_words in (("23.csv", "f23.csv"), ("21.csv", "f21.csv"), ("123.txt", "f123.csv")):
            made = [self.trained(columns, "--set", f"monotone=-{name}", name=f"mono-{columns}.json")
                    for columns, name in ((train, "2"), (train_of_words, "f2"))]
            scores = [self.gradus("score", model, f"data{columns}") for model, columns in zip(made, (train, train_of_words))]
            self.assertEqual(*scores, train)

    def test_so_are_the_differences_of_files(self):
        for second in ("123.txt", "123.csv", "312.csv"):
            of_words = f"f{second[:-4]}.csv"
            for first, words_first in (("23.csv", "f23.csv"), ("21.csv", "f21.csv"), ("123.csv", "f123.csv")):
                told = [json.loads(words(self.gradus("data", "stats", f"train{a}", f"data{b}", "--json")
                                         .replace(f"data{b}", "DATA").replace(f"train{a}", "TRAIN")))
                        for a, b in ((first, second), (words_first, of_words))]
                for found in told:
                    found["columns"][0].pop("by_name")
                    if second == "123.txt":  # whose columns are always in this order
                        found["columns"][0].pop("same_order")
                    found["shifts"].sort(key=lambda shift: shift["feature"])
                for key in ("columns", "shifts", "shared_queries"):
                    self.assertEqual(told[0][key], told[1][key], (first, second, key))

        # Feature 1, which no line has, is not one that the table lacks.
        told = json.loads(self.gradus("data", "stats", "train23.csv", "data23.txt", "--json"))
        self.assertEqual(told["columns"], [{"file": "data23.txt", "by_name": True, "same_order": True, "only_in_first_file": [],
                                            "only_here": []}])

    def test_columns_left_out_by_name(self):
        self.assertEqual(self.content(self.trained("123.csv", "--ignore", "1", name="a.json")),
                         self.content(self.trained("23.csv", name="b.json")))
        self.assertEqual(self.gradus("score", "a.json", "data123.csv", "--ignore", "1"),
                         self.gradus("score", "a.json", "data312.csv", *IGNORE))
        self.assertEqual(json.loads(self.content("a.json"))["features"], ["2", "3"])

    def test_what_is_lacking_or_too_much(self):
        model = self.trained("23.csv")
        extra = "it has 1 feature that the model does not have: '1'; "
        for data, message in (
                ("data123.csv", extra + "leave out columns with --ignore, or all such features with --extra-features ignore"),
                ("data123.txt", extra + "give data with the same features, or leave out the others with --extra-features ignore"),
                ("data12.csv", "it lacks 1 feature of the model: '3' (and has 1 of its own: '1'); "
                               "give it a column of that name for each feature")):
            for line in (["score", model], ["eval", "--model", model, "--data"], ["model", "importance", model, "--data"]):
                self.assert_fails([*line, data], f"{data}: {message}")
        self.assert_fails(["train", "lambdamart", "--train", "train23.csv", "--valid", "data12.csv", "-o", "v.json"],
                          "data12.csv: it lacks 1 feature of the training data: '3' (and has 1 of its own: '1'); "
                          "give it a column of that name for each feature")
        # LETOR lines leave out what is 0, so feature 3 may be absent, and nothing is said of a feature 1 that no line has.
        self.write("full.txt", "2:9 3:0\n2:3 3:4\n")
        self.assertEqual(self.gradus("score", model, "-", stdin="2:9\n2:3 3:4\n"), self.gradus("score", model, "full.txt"))
        result = self.run_gradus("score", model, "-", "--quiet", stdin="2:9 3:1\n2:9 3:1 4:1\n")
        self.assertEqual((result.returncode, len(result.stdout.split()), result.stderr),
                         (1, 1, "error: <stdin>:2: it has feature 4, but the last one of the model is 3; give data with the same "
                                "features, or leave out the others with --extra-features ignore\n"))
        # A table without a column is not taken for one with zeros, whatever the columns are called.
        self.assert_fails(["score", self.trained("123.txt"), "data12.csv"],
                          "data12.csv: it has 2 features, but the model has 3; give it a column for each feature")

    def test_parts_to_join_have_the_same_columns(self):
        self.write("a.csv", "query,grade,1,2\n1,1,0,9\n")
        self.write("b.csv", "query,grade,1,2,3\n2,1,0,9,4\n")
        for first, second in (("a.csv", "b.csv"), ("b.csv", "a.csv")):
            self.assert_fails(["data", "split", "--from-parts", first, second, "--no-vali", "-o", "folds"],
                              f"{second}: its features have other names than those of {first}; give parts with the same columns")

    def test_letor_text_keeps_numbers(self):
        self.write("few.csv", "query,grade,3,1\n1,1,0,9\n1,0,5,3\n")
        result = self.run_gradus("data", "convert", "few.csv", "-o", "few.txt")
        self.assertEqual((result.returncode, self.content("few.txt")), (0, "1 qid:1 1:9 3:0\n0 qid:1 1:3 3:5\n"))
        self.assertNotIn("not kept", result.stderr)
        self.gradus("data", "convert", "few.csv", "--to", "lightgbm", "-o", "few.train")
        self.assertEqual(self.content("few.train"), "1 1:9 3:0\n0 1:3 3:5\n")


if __name__ == "__main__":
    command.main()
