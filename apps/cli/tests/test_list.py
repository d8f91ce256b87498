"""gradus list formats, learners."""

import json
import re

from command import CommandTest, main


class ListFormats(CommandTest):
    def test_is_an_aligned_table_of_all_formats(self):
        lines = self.gradus("list", "formats").splitlines()
        self.assertEqual(lines[0].split(), ["name", "kind", "endings", "use", "summary"])
        summary = lines[0].index("summary")
        self.assertTrue(all(line[summary - 2:summary] == "  " and line[summary] != " " for line in lines), lines)
        letor = next(line for line in lines if line.startswith("letor "))
        self.assertEqual(" ".join(letor.split()),
                         "letor dataset .txt .letor .svm .svmlight .dat read, written "
                         "LETOR/SVMLight text: grade qid:ID feature:value ... # comment")

    def test_has_the_formats_of_models_too(self):
        formats = json.loads(self.gradus("list", "formats", "--json"))
        (own,) = [each for each in formats if each["format"] == "gradus"]
        self.assertEqual((own["kind"], own["endings"], own["is_read"], own["is_written"]),
                         ("model", [".json"], True, True))

    def test_needs_to_know_what_to_list(self):
        self.assert_fails(["list"], "gradus list: give one of: formats, learners, measures, objectives, profiles, synonyms\n"
                                    "Run 'gradus list --help' for the commands.", code=2)


class ListLearners(CommandTest):
    def test_names_every_learner_with_its_parameters(self):
        text = self.gradus("list", "learners")
        table, *parameters = text.split("\n\n")
        names = [line.split()[0] for line in table.splitlines()[1:]]
        self.assertEqual(names, [block.split(":")[0] for block in parameters])
        self.assertLessEqual({"lambdamart", "svm", "adarank", "coordinate-ascent"}, set(names))
        svm = next(block for block in parameters if block.startswith("svm:"))
        self.assertRegex(svm, r"\n  epsilon +1e-12 to 1000 +default 0.001 ")

    def test_the_help_of_train_says_what_the_named_learner_takes(self):
        self.assertRegex(self.gradus("train", "svm", "--help"), r"\n  epsilon +1e-12 to 1000 +default 0.001 ")
        without = self.gradus("train", "--help")
        self.assertNotIn("epsilon", without)
        self.assertRegex(without, r"\n  svm +a linear model for a measure")


class Json(CommandTest):
    def listed(self, what):
        return json.loads(self.gradus("list", what, "--json"))

    def test_learners_have_their_parameters(self):
        names = [line.split()[0] for line in self.gradus("list", "learners").split("\n\n")[0].splitlines()[1:]]
        learners = {entry["learner"]: entry for entry in self.listed("learners")}
        self.assertEqual(list(learners), names)
        (epsilon,) = [each for each in learners["svm"]["parameters"] if each["parameter"] == "epsilon"]
        self.assertEqual((epsilon["may_be"], epsilon["default"], learners["svm"]["trains_for"]), ("1e-12 to 1000", "0.001", "AP"))

    def test_objectives_have_their_traits_and_parameters(self):
        objectives = {entry["objective"]: entry for entry in self.listed("objectives")}
        table = self.gradus("list", "objectives").split("\n\n")[0].splitlines()[1:]
        self.assertEqual(list(objectives), [line.split()[0] for line in table])
        lambda_ = objectives["lambda"]
        self.assertEqual([lambda_[trait] for trait in ("subject", "derivative", "lambda", "convex", "hessians", "tiers")],
                         ["measure", False, True, False, True, True])
        (sigma,) = [each for each in lambda_["parameters"] if each["parameter"] == "sigma"]
        self.assertEqual((sigma["may_be"], sigma["default"]), ("0.001 to 1000", "1"))
        self.assertIn("lambda(NDCG@10)", lambda_["examples"])

    def test_measures_have_their_abilities(self):
        table = self.gradus("list", "measures").split("\n\n")[0].splitlines()[1:]
        measures = {entry["measure"]: entry for entry in self.listed("measures")}
        self.assertEqual(list(measures), [line.split()[0] for line in table])
        ndcg = measures["ndcg"]
        self.assertEqual([ndcg[key] for key in ("fast_swap", "soft", "violate", "expect", "cutoff")], [True, True, True, True, "optional"])
        self.assertIn("gain", [each["parameter"] for each in ndcg["parameters"]])

    def test_profiles_have_their_rules(self):
        profiles = {entry["profile"]: entry["rules"] for entry in self.listed("profiles")}
        self.assertEqual((profiles["gradus"]["equal scores in runs"], profiles["gradus"]["equal scores in data"]),
                         ("by document id, descending", "as in the file"))
        self.assertEqual(profiles["letor"]["equal scores in runs"], "as in the file")

    def test_synonyms_and_formats(self):
        rows = [re.split("  +", line) for line in self.gradus("list", "synonyms").splitlines()[1:]]
        self.assertEqual([[entry["kind"], entry["typed"], entry["meant"]] for entry in self.listed("synonyms")], rows)
        formats = {entry["format"]: entry for entry in self.listed("formats")}
        self.assertEqual((formats["csv"]["endings"], formats["csv"]["is_read"], formats["csv"]["is_written"]), ([".csv"], True, True))


if __name__ == "__main__":
    main()
