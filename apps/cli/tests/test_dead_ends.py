"""What a user types who follows a message: advice names what the command at hand has, and what has no effect is refused."""

import json
import os

from command import CommandTest, main

LETOR = "".join(f"{i % 3} qid:{i // 10} 1:{i % 7} 2:{i % 4}\n" for i in range(60))
PANDAS = ",session,product,rel,price\n0,s1,p1,1,9.5\n1,s1,p2,0,7\n2,s2,p3,2,3.2\n"


class Advice(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", LETOR)

    def misuse(self, *arguments):
        """What is said of a line that is refused, before any advice."""
        result = self.run_gradus(*arguments, "--quiet")
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        return result.stderr.splitlines()[0].removeprefix("error: ")


class NamelessColumn(Advice):
    def setUp(self):
        super().setUp()
        self.write("table.csv", PANDAS)

    def stats(self, ignored):
        return self.run_gradus("data", "stats", "table.csv", "--ignore", ignored, "--grade-column", "rel", "--query-column", "session", "--json", "--quiet")

    def test_it_has_the_name_that_pandas_gives_it(self):
        self.assertEqual(json.loads(self.stats("Unnamed: 0,product").stdout), json.loads(self.stats("column 1,product").stdout))

    def test_it_stands_in_the_list_of_columns(self):
        self.assertEqual(self.stats("id").stderr, "error: table.csv:1: there is no column 'id' (to leave out); the columns are: "
                                                  "column 1, session, product, rel, price (separated by commas)\n")
        self.assertIn("no column 'Unnamed: 1'", self.stats("Unnamed: 1").stderr)


class FormatOfTheLog(Advice):
    def test_the_message_names_the_option(self):
        self.assert_fails(["data", "from-clicks", "t.txt"],
                          "t.txt: it is read as letor (dataset), not as clicks; give a click log, or name its format with --log-format")

    def test_format_means_the_log_where_it_names_a_format_of_logs(self):
        log = '{"session":"a","query":"q","shown":["x","y"],"clicks":[{"doc":"x"}]}\n'
        self.write("log", log)
        self.assertEqual(self.gradus("data", "from-clicks", "log", "--format", "clicks"),
                         self.gradus("data", "from-clicks", "log", "--log-format", "clicks"))

    def test_the_format_of_no_data_is_misuse(self):
        self.assertEqual(self.misuse("data", "from-clicks", "log", "--format", "csv"),
                         "--format is that of --data; --log-format names the format of the log")


class Objectives(Advice):
    def line(self, *arguments):
        return self.misuse("train", *arguments, "--train", "t.txt", "-o", "m.json")

    def test_what_lambdamart_does_anyway(self):
        for objective in ("lambdarank", "rank_xendcg"):
            self.assertEqual(self.line("lambdamart", "--objective", objective),
                             f"gradus train: unknown option '--objective'; '{objective}' is what 'gradus train lambdamart' does without it, for NDCG@10 "
                             "unless --for names another measure")
        self.assertIn("'rank_pairwise' is 'gradus train lambdamart --set objective=ranknet' here", self.line("lambdamart", "--objective=rank_pairwise"))

    def test_their_names_in_the_parameter(self):
        self.assertEqual(self.line("lambdamart", "--set", "objective=rank_xendcg"),
                         "option --set objective=rank_xendcg: unknown objective 'rank_xendcg'; did you mean 'lambda'?")

    def test_an_unknown_one_is_not_said_to_be_any(self):
        self.assertEqual(self.line("lambdamart", "--objective", "blue"), "gradus train: unknown option '--objective'; did you mean '--set objective=...'?")


class SeveralMeasures(Advice):
    def test_each_option_is_named_as_it_is_typed(self):
        train = ["train", "lambdamart", "--train", "t.txt", "--valid", "t.txt", "-o", "m.json"]
        for option in ("--for", "--stop-on"):
            self.assertEqual(self.misuse(*train, option, "AP,NDCG(gain=exp)"),
                             f"{option} AP,NDCG(gain=exp): a comma separates the measures; give each by itself, as in {option} AP {option} P@5")
        self.assertEqual(self.misuse(*train, "--also", "AP,P@5=x.json"),
                         "--also AP,P@5=x.json: a comma separates the measures; give each by itself and with a file of its own")


class Bins(Advice):
    def test_extra_features_are_ignored_as_the_message_says(self):
        self.write("n.txt", "1 qid:1 1:1\n0 qid:1 1:2\n")
        self.write("w.txt", "1 qid:1 1:1 2:3\n0 qid:1 1:2 2:1\n")
        self.gradus("data", "bin", "n.txt", "--save", "th.json", "-o", "n.bin.txt")
        refused = self.run_gradus("data", "bin", "w.txt", "--use", "th.json", "-o", "w.bin.txt")
        self.assertIn("--extra-features ignore", refused.stderr)
        self.gradus("data", "bin", "w.txt", "--use", "th.json", "-o", "w.bin.txt", "--extra-features", "ignore")
        self.assertEqual(self.content("w.bin.txt"), self.content("n.bin.txt"))

    def test_none_are_extra_without_thresholds(self):
        self.assertEqual(self.misuse("data", "bin", "t.txt", "-o", "b.txt", "--extra-features", "ignore"),
                         "--extra-features: which are extra? Name the thresholds with --use")


class RunsOfOneName(Advice):
    def test_names_of_files_are_not_called_tags(self):
        os.mkdir(self.path("z"))
        for name in ("x.run", "z/x.run"):
            self.write(name, f"1 Q0 a 1 3 {name}\n")
        self.write("q.qrels", "1 0 a 1\n")
        self.assert_fails(["data", "from-runs", "x.run", "z/x.run", "--names", "file", "--qrels", "q.qrels", "-o", "f.csv"],
                          "z/x.run: its name x is also the name of x.run; give each run once, and rename files that differ only in their folder or ending")


class NoEffect(Advice):
    def test_checkpoints_need_a_file(self):
        train = ["train", "lambdamart", "--train", "t.txt", "--set", "trees=3", "-o", "m.json"]
        self.assertEqual(self.misuse(*train, "--checkpoint-every", "5"), "--checkpoint-every: of what? Name the file with --checkpoint")
        self.gradus(*train, "--checkpoint-every", "5", "--checkpoint", "part")

    def test_forcing_and_keeping_need_none(self):
        """A script may always overwrite, and the best model so far is kept without a checkpoint too."""
        self.gradus("train", "lambdamart", "--train", "t.txt", "--set", "trees=3", "-o", "m.json", "--force", "--on-interrupt", "keep")

    def test_label_columns_need_data(self):
        self.write("q.qrels", "1 0 a 1\n")
        self.write("a.run", "1 Q0 a 1 3 A\n")
        self.assertEqual(self.misuse("eval", "--qrels", "q.qrels", "a.run", "--columns", "click"),
                         "--columns: of what? Judgments have one grade each; label columns stand beside --data")

    def test_a_run_is_given_once(self):
        self.write("q.qrels", "1 0 a 1\n")
        self.write("a.run", "1 Q0 a 1 3 A\n")
        self.assertEqual(self.misuse("eval", "--qrels", "q.qrels", "a.run", "--run", "a.run"), "a.run is given twice; give each run once")

    def test_the_measure_of_features_needs_them(self):
        self.assertEqual(self.misuse("data", "stats", "t.txt", "-m", "NDCG@10"),
                         "--measure: of what? --features measures how well each feature ranks")


class NoSuchCommand(Advice):
    def test_no_command_tests_for_significance(self):
        for option in ("--compare", "--significance", "--baseline"):
            self.assertIn("no command tests whether a difference is significant: 'gradus eval -q --csv'", self.misuse("eval", "--data", "t.txt", option, "x"))
        self.assertIn("a test of significance, which no command does", self.misuse("compare", "a", "b"))
        self.assertIn("measures whether it is better", self.gradus("--help").splitlines()[0])

    def test_the_version_has_one_spelling(self):
        for typed in ("-v", "-V"):
            self.assertEqual(self.misuse(typed), f"unknown option '{typed}'; did you mean '--version'?")


class MissingValues(Advice):
    def test_the_note_comes_with_the_error(self):
        self.write("m.txt", "".join(f"{i % 2} qid:{i // 4} 1:NULL 2:NULL 3:{i % 2}\n" for i in range(40)))
        refused = self.run_gradus("train", "svm", "--train", "m.txt", "--for", "NDCG@10", "--set", "C=0.0000001", "--set", "epsilon=0.5", "-o", "m.json")
        self.assertIn("67 % of the values are missing", refused.stderr)
        self.assertLess(refused.stderr.index("values are missing"), refused.stderr.index("error: " if refused.returncode else "training"))
        bits = self.run_gradus("train", "svm", "--train", "m.txt", "--set", "features=bits", "-o", "b.json")
        self.assertNotIn("values are missing", bits.stderr)


if __name__ == "__main__":
    main()
