"""gradus list formats, learners."""

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

    def test_needs_to_know_what_to_list(self):
        self.assert_fails(["list"], "gradus list: give one of: formats, learners, measures, profiles, synonyms\n"
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


if __name__ == "__main__":
    main()
