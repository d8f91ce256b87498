"""A document's score depends on the model and the document alone: gaps, names and the order of columns."""

import json
import os
import random

import command
from command import CommandTest

SMALL = "".join(f"{2 if (i * 3) % 7 in (1, 2, 6) else 0} qid:{q} 1:{i / 10} 2:{(i * 7 + q) % 10 / 10} 3:{((i * 3) % 7 - 3) / 10}\n"
                for q in range(8) for i in range(10))


def csv_text(names, rows):
    """Rows have grade, query and features by name; the columns stand in the order of `names`."""
    text = "grade,query," + ",".join(names) + "\n"
    return text + "".join(f"{row['grade']},{row['query']}," + ",".join(str(row[name]) for name in names) + "\n" for row in rows)


def table(seed, queries=12, documents=8):
    draw = random.Random(seed)
    rows = []
    for query in range(queries):
        for _ in range(documents):
            row = {"query": query, "a": draw.random(), "b": draw.random(), "c": draw.random()}
            row["grade"] = 2 if row["a"] - row["b"] > 0.3 else 0
            rows.append(row)
    return rows


class GapTest(CommandTest):
    def trained(self, *more, name="model.json", data=SMALL):
        self.write("train.txt", data)
        self.gradus("train", "lambdamart", "--train", "train.txt", "--set", "trees=5", "--set", "leaves=4",
                    "--set", "min_leaf_documents=2", *more, "-o", name)
        return name

    def scores(self, *arguments):
        return self.gradus("score", *arguments).split()

    def test_a_feature_beyond_the_last_of_the_file_is_zero(self):
        model = self.trained()
        self.write("short.txt", "1 qid:1 1:0.3 2:0.1\n0 qid:1 1:0.9\n1 qid:2\n")
        self.write("full.txt", "1 qid:1 1:0.3 2:0.1 3:0\n0 qid:1 1:0.9 2:0 3:0\n1 qid:2 1:0 2:0 3:0\n")
        self.assertEqual(self.scores(model, "short.txt"), self.scores(model, "full.txt"))
        for name in ("short", "full"):
            self.gradus("data", "convert", f"{name}.txt", "-o", f"{name}.gradus")
        self.assertEqual(self.scores(model, "short.gradus"), self.scores(model, "full.txt"))
        for more in (["explain", "--query", "1", "--json"], ["explain", "--query", "1", "--document", "1", "--json"]):
            shown = [json.loads(self.gradus("model", more[0], model, f"{name}.txt", *more[1:])) for name in ("short", "full")]
            self.assertEqual(*shown)

    def test_evaluation_does_not_depend_on_the_widest_line(self):
        # What feature 1 says depends on feature 3, so that taking 3 as missing turns the ranking round.
        documents = [(q, i, 1 if (q + i) % 3 else -1) for q in range(12) for i in range(10)]
        model = self.trained(data="".join(f"{2 * (i > 5) if third < 0 else 2 * (i < 5)} qid:{q} 1:{i} 2:{i * q % 3} 3:{third}\n"
                                          for q, i, third in documents))
        for name, end in (("narrow.txt", ""), ("zero.txt", " 3:0")):
            self.write(name, "".join(f"{2 * (i > 5)} qid:{q} 1:{i} 2:{i * q % 3}{end}\n" for q, i, _ in documents))
        for arguments in (["eval", "--model", model, "-q", "--csv", "--data"],
                          ["model", "importance", model, "--csv", "--data"],
                          ["analyse", "lambdas", "--model", model, "--csv", "--data"],
                          ["analyse", "optimality", "--json", "--directions", "5", "--model", model, "--data"]):
            shown = [self.gradus(*arguments, name).replace(name, "") for name in ("narrow.txt", "zero.txt")]
            self.assertEqual(*shown, arguments)

    def test_validation_data_that_is_narrower_has_zeros(self):
        lines = SMALL.splitlines(True)
        self.write("narrow.txt", "".join(line.rsplit(" 3:", 1)[0] + "\n" for line in lines))
        self.write("zero.txt", "".join(line.rsplit(" 3:", 1)[0] + " 3:0\n" for line in lines))
        for learner in (["lambdamart", "--set", "min_leaf_documents=2"], ["ranknet", "--set", "epochs=4"], ["rankboost"],
                        ["coordinate-ascent"]):
            self.write("train.txt", SMALL)
            logs = []
            for name in ("narrow.txt", "zero.txt"):
                self.gradus("train", *learner, "--train", "train.txt", "--valid", name, "-o", "m.json", "--log", name + ".log", "--force")
                values = [json.loads(line).get("valid") for line in self.content(name + ".log").splitlines()]
                self.assertTrue(any(values), learner)
                logs.append((self.content("m.json"), values))
            self.assertEqual(logs[0], logs[1], learner)

    def test_what_gaps_are_is_kept_in_the_model(self):
        sparse = "".join(line if i % 3 else line.rsplit(" 3:", 1)[0] + "\n" for i, line in enumerate(SMALL.splitlines(True)))
        model = self.trained("--gaps", "missing", data=sparse)
        self.assertEqual(json.loads(self.content(model))["gaps"], "missing")
        self.assertIn("gaps        missing: a feature that a line leaves out is missing\n", self.gradus("model", "show", model))
        self.write("short.txt", "1:0.3 2:0.1\n1:0.9\n")
        self.write("null.txt", "1:0.3 2:0.1 3:NULL\n1:0.9 2:NULL 3:NULL\n")
        self.assertEqual(self.scores(model, "short.txt"), self.scores(model, "null.txt"))
        self.assertEqual(self.scores(model, "short.txt", "--gaps", "missing"), self.scores(model, "null.txt"))
        for arguments in (["score", model, "short.txt"], ["eval", "--model", model, "--data", "train.txt"],
                          ["train", "lambdamart", "--train", "train.txt", "--start", model, "-o", "next.json"]):
            owner = "the model to start from" if "--start" in arguments else "the model"
            self.assert_fails([*arguments, "--gaps", "zero"],
                              f"option --gaps zero: {owner} takes features that a line leaves out as missing; leave out --gaps")
        self.gradus("train", "lambdamart", "--train", "train.txt", "--start", model, "--set", "trees=2", "-o", "next.json")
        self.assertEqual(json.loads(self.content("next.json"))["gaps"], "missing")
        zero = self.trained(name="zero.json")
        self.assertEqual(json.loads(self.content(zero))["gaps"], "zero")
        self.gradus("data", "convert", "train.txt", "-o", "data.gradus")
        self.assert_fails(["score", model, "data.gradus"],
                          "data.gradus: features that a line leaves out were read as zero, but the model takes them as missing; "
                          "read it with --gaps missing")
        self.gradus("data", "convert", "train.txt", "--gaps", "missing", "-o", "data.gradus")
        self.assertEqual(self.scores(model, "data.gradus"), self.scores(model, "train.txt"))

    def test_models_of_earlier_versions_know_nothing_of_gaps(self):
        model = json.loads(self.content(self.trained()))
        del model["gaps"]
        self.write("old.json", json.dumps(model))
        self.write("short.txt", "1:0.3 2:0.1\n")
        self.write("full.txt", "1:0.3 2:0.1 3:0\n")
        self.write("null.txt", "1:0.3 2:0.1 3:NULL\n")
        self.assertEqual(self.scores("old.json", "short.txt"), self.scores("old.json", "full.txt"))
        self.assertEqual(self.scores("old.json", "short.txt", "--gaps", "missing"), self.scores("old.json", "null.txt"))
        model["gaps"] = "none"
        self.write("odd.json", json.dumps(model))
        self.assert_fails(["score", "odd.json", "short.txt"],
                          "odd.json: the model file is damaged: 'gaps' is neither zero nor missing; "
                          "give a model that Gradus has trained")

    def test_queries_of_sparse_data_score_alone_as_all_together(self):
        draw = random.Random(5)
        lines = []
        for query in range(30):
            own = []
            for _ in range(6):
                features = sorted(draw.sample(range(1, 5001), 40) + [1])
                features = sorted(set(features))
                own.append(f"{draw.randrange(3)} qid:{query} " + " ".join(f"{j}:{draw.random():.3f}" for j in features) + "\n")
            lines.append("".join(own))
        self.write("all.txt", "".join(lines))
        for gaps in ("zero", "missing"):
            for learner in (["lambdamart", "--set", "trees=20", "--set", "min_leaf_documents=1", "--set", "leaves=8"],
                            ["ranknet", "--set", "epochs=3"]):
                model = "m.json"
                self.gradus("train", *learner, "--train", "all.txt", "--gaps", gaps, "-o", model)
                together = self.scores(model, "all.txt")
                alone = []
                for query in lines:
                    self.write("one.txt", query)
                    alone += self.scores(model, "one.txt")
                self.assertEqual(alone, together, (gaps, learner))

    def test_features_beyond_the_models_are_refused_or_ignored(self):
        model = self.trained()
        self.write("wide.txt", "1 qid:1 1:0.3\n1 qid:1 1:0.3 5:2\n")
        self.write("narrow.txt", "1 qid:1 1:0.3\n1 qid:1 1:0.3\n")
        remedy = "give data with the same features, or leave out the others with --extra-features ignore"
        for command_line in (["eval", "--model", model, "--data", "wide.txt"], ["model", "explain", model, "wide.txt", "--query", "1"]):
            self.assert_fails(command_line, f"wide.txt: it has 5 features, but the model has 3; {remedy}")
        result = self.run_gradus("score", model, "wide.txt", "--quiet")
        self.assertEqual((result.returncode, result.stderr, len(result.stdout.split())),
                         (1, f"error: wide.txt:2: it has feature 5, but the model has 3 features; {remedy}\n", 1))
        result = self.run_gradus("score", model, "wide.txt", "--extra-features", "ignore")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("wide.txt: 2 features that the model does not have are ignored\n", result.stderr)
        self.assertEqual(result.stdout.split(), self.scores(model, "narrow.txt"))


class NameTest(CommandTest):
    def setUp(self):
        super().setUp()
        for name, seed in (("train", 1), ("valid", 2)):
            self.write(f"{name}.csv", csv_text(["a", "b", "c"], table(seed)))
            self.write(f"{name}-cab.csv", csv_text(["c", "a", "b"], table(seed)))
            self.write(f"{name}-extra.csv", csv_text(["a", "extra", "b", "c"], [{**row, "extra": 7} for row in table(seed)]))
            self.write(f"{name}-ac.csv", csv_text(["a", "c"], table(seed)))

    LEARNERS = (["lambdamart", "--set", "min_leaf_documents=2", "--set", "trees=8"], ["mart", "--set", "trees=8"],
                ["ranknet", "--set", "epochs=5"], ["rankboost"], ["adarank"], ["svm", "--for", "AP"], ["coordinate-ascent"])

    def test_columns_of_validation_data_are_matched_by_name(self):
        for learner in self.LEARNERS:
            made = []
            for valid in ("valid.csv", "valid-cab.csv"):
                self.gradus("train", *learner, "--train", "train.csv", "--valid", valid, "-o", "m.json")
                made.append(self.content("m.json"))
            self.assertEqual(made[0], made[1], learner)
            self.assert_fails(["train", *learner, "--train", "train.csv", "--valid", "valid-ac.csv", "-o", "n.json"],
                              "valid-ac.csv: it lacks 1 feature of the training data: 'b'; "
                              "give it a column of that name for each feature")
            self.assert_fails(["train", *learner, "--train", "train.csv", "--valid", "valid-extra.csv", "-o", "n.json"],
                              "valid-extra.csv: it has 1 feature that the training data does not have: 'extra'; "
                              "leave out columns with --ignore, or all such features with --extra-features ignore")
            self.gradus("train", *learner, "--train", "train.csv", "--valid", "valid-extra.csv", "--extra-features", "ignore",
                        "-o", "m.json")
            self.assertEqual(self.content("m.json"), made[0])

    def test_columns_are_matched_by_name_wherever_a_model_meets_data(self):
        self.gradus("train", "lambdamart", "--set", "trees=8", "--set", "min_leaf_documents=2", "--train", "train.csv",
                    "-o", "m.json")
        for arguments in (["score", "m.json", "DATA"], ["eval", "--model", "m.json", "-q", "--csv", "--data", "DATA"],
                          ["model", "explain", "m.json", "DATA", "--query", "3", "--document", "2"],
                          ["model", "importance", "m.json", "--csv", "--data", "DATA"],
                          ["analyse", "lambdas", "--csv", "--model", "m.json", "--data", "DATA"]):
            def shown(data, *more):
                named = [data if one == "DATA" else one for one in arguments]
                return self.gradus(*named, *more).replace(data, "")
            self.assertEqual(shown("valid.csv"), shown("valid-cab.csv"), arguments)
            self.assertEqual(shown("valid.csv"), shown("valid-extra.csv", "--extra-features", "ignore"), arguments)
            self.assert_fails([("valid-ac.csv" if one == "DATA" else one) for one in arguments],
                              "valid-ac.csv: it lacks 1 feature of the model: 'b'; give it a column of that name for each feature")

    def test_a_training_that_goes_on_matches_its_data_by_name(self):
        first = ["train", "lambdamart", "--set", "trees=4", "--set", "min_leaf_documents=2"]
        self.gradus(*first, "--train", "train.csv", "-o", "m.json")
        for data in ("train.csv", "train-cab.csv"):
            self.gradus(*first, "--start", "m.json", "--train", data, "--valid", "valid-cab.csv", "-o", data + ".json")
        self.assertEqual(self.content("train.csv.json"), self.content("train-cab.csv.json"))
        self.assert_fails([*first, "--start", "m.json", "--train", "train-ac.csv", "-o", "n.json"],
                          "train-ac.csv: it lacks 1 feature of the model to start from: 'b'; "
                          "give it a column of that name for each feature")


class ReadBackTest(CommandTest):
    """Every model that a training writes is read again, whatever the values of the features."""

    LEARNERS = ("lambdamart", "mart", "rankboost", "adarank", "focusedboost", "coordinate-ascent", "ranknet", "svm")

    def check(self, data, learners=LEARNERS):
        self.write("train.txt", data)
        for learner in learners:
            more = ["--set", "epochs=3"] if learner == "ranknet" else []
            self.gradus("train", learner, "--train", "train.txt", "--checkpoint", f"{learner}.part", *more, "-o", "m.json")
            scores = self.gradus("score", "m.json", "train.txt").split()
            self.assertEqual(len(scores), data.count("\n"), learner)
            self.write("scores.txt", "\n".join(scores) + "\n")
            shown = [self.gradus("eval", "-m", "NDCG@10", "--csv", "--data", "train.txt", *by).splitlines()[-1].split(",")[-1]
                     for by in (["--model", "m.json"], ["--scores", "scores.txt"])]
            self.assertEqual(*shown, learner)
            if learner in ("lambdamart", "mart", "ranknet"):
                self.gradus("train", learner, "--train", "train.txt", "--start", "m.json", *more, "-o", "next.json")
                self.gradus("score", "next.json", "train.txt")

    def test_where_every_other_value_is_missing(self):
        draw = random.Random(1)
        self.check("".join(f"{0 if i % 2 else 1 + (i + q) % 2} qid:{q} 1:{'NULL' if i % 2 else draw.random()} 2:{draw.random()}\n"
                           for q in range(20) for i in range(10)))

    def test_where_missing_is_all_that_differs(self):
        # To a linear model a missing value is as the mean, so only these can learn anything.
        self.check("".join(f"{i % 2} qid:{q} 1:{'NULL' if i % 2 else 1}\n" for q in range(20) for i in range(10)),
                   ("lambdamart", "mart", "rankboost", "focusedboost"))

    def test_where_values_are_as_large_or_small_as_can_be(self):
        values = ["3.4028235e38", "-3.4028235e38", "1e38", "-1e38", "1e-45", "-1e-45", "1.1754944e-38", "0", "-0", "NULL"]
        draw = random.Random(2)
        self.check("".join(f"{(i + q) % 3} qid:{q} 1:{draw.choice(values)} 2:{values[i]}\n" for q in range(20) for i in range(10)))

    def test_every_other_file_keeps_such_values(self):
        values = ["3.4028235e38", "-3.4028235e38", "1e-45", "-1e-45", "1e38", "-0", "NULL", "1.1754944e-38"]
        self.write("data.txt", "".join(f"{i % 3} qid:{q} 1:{values[(i + q) % 8]} 2:{values[(i * 3 + q) % 8]}\n"
                                       for q in range(20) for i in range(10)))
        self.gradus("data", "convert", "data.txt", "-o", "direct.txt")
        self.assertIn("3.4028235e+38", self.content("direct.txt"))
        for ending in ("csv", "tsv", "gradus", "letor", "txt.gz"):
            self.gradus("data", "convert", "data.txt", "-o", "copy." + ending)
            self.gradus("data", "convert", "copy." + ending, "-o", "back.txt")
            self.assertEqual(self.content("back.txt"), self.content("direct.txt"), ending)
            os.remove(self.path("back.txt"))
        self.gradus("data", "bin", "data.txt", "--save", "thresholds.json", "-o", "bits.txt")
        self.gradus("data", "bin", "data.txt", "--use", "thresholds.json", "-o", "again.txt")
        self.assertEqual(self.content("again.txt"), self.content("bits.txt"))

    def test_a_training_resumes_from_a_checkpoint_with_such_a_threshold(self):
        draw = random.Random(3)
        self.write("train.txt", "".join(f"{i % 2 * draw.randrange(3)} qid:{q} 1:{'NULL' if i % 2 else 1} 2:{draw.random()}\n"
                                        for q in range(20) for i in range(10)))
        for learner, limit in (("lambdamart", "trees=5"), ("rankboost", "rounds=5"), ("focusedboost", "rounds=5")):
            run = ["train", learner, "--train", "train.txt", "--checkpoint", "part", "--checkpoint-every", "0", "--set", limit]
            self.gradus(*run, "-o", "whole.json")
            self.gradus(*run, "--resume", "-o", "again.json")
            self.assertEqual(self.content("again.json"), self.content("whole.json"), learner)
            os.remove(self.path("part"))


if __name__ == "__main__":
    command.main()
