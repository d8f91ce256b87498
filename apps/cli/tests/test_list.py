"""gradus list formats."""

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
        self.assert_fails(["list"], "A subcommand is required\nRun with --help for what can be said.", code=2)


if __name__ == "__main__":
    main()
