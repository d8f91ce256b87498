"""What people type: names of other tools, misspelled commands and options, numbers that are none. Each is refused with exit code 2,
the nearest names and, where it is clear, the whole line as it should read."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import tempfile
import termios
import time

from command import GRADUS, CommandTest, main

DATA = "".join(f"{i % 3} qid:{i // 10} 1:{i % 7} 2:{i % 4}\n" for i in range(200))


class Typed(CommandTest):
    def refused(self, *arguments):
        """The lines on stderr of a line that is misuse."""
        result = self.run_gradus(*arguments)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        lines = result.stderr.splitlines()
        for line in lines:
            if line.startswith(("Try: gradus ", "Then: gradus ")):
                self.assert_is_taken(line)
        return lines

    def assert_is_taken(self, line):
        """A suggested line is not itself misuse. It runs where no file is, so that it ends early."""
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([GRADUS, *shlex.split(line)[2:]], cwd=folder, input="", capture_output=True, text=True, timeout=600)
        self.assertIn(result.returncode, (0, 1), f"{line}\n{result.stderr}")

    def assert_no_line(self, line, problem):
        """A line is refused, and no other is suggested."""
        lines = self.refused(*line.split())
        self.assertEqual(lines[0], "error: " + problem)
        self.assertFalse([each for each in lines if each.startswith(("Try:", "Then:"))], lines)

    def assert_tries(self, line, expected, problem=None):
        """A line is refused, and the line that is shown instead."""
        lines = self.refused(*line.split())
        self.assertTrue(lines[0].startswith("error: "), lines)
        self.assertIn("Try: gradus " + expected, lines, "\n".join(lines))
        if problem:
            self.assertEqual(lines[0], "error: " + problem)


class Commands(Typed):
    def test_an_unknown_command_names_the_one_that_is_meant(self):
        for typed, meant in (("stats a.txt", "data stats a.txt"), ("normalize a.txt -o b.txt", "data normalise a.txt -o b.txt"),
                             ("data normalize a.txt -o b.txt", "data normalise a.txt -o b.txt"), ("analyze lambdas --data x --model m", "analyse lambdas --data x --model m"),
                             ("evaluate --qrels q r", "eval --qrels q r"), ("predict m.json a.txt", "score m.json a.txt"),
                             ("importance m.json", "model importance m.json"), ("trec-eval q r", "trec_eval q r"), ("split a.txt --folds 5 -o f", "data split a.txt --folds 5 -o f"),
                             ("LambdaMART --train a.txt -o m", "train lambdamart --train a.txt -o m"),
                             ("svm-map --train a.txt -o m", "train svm --for AP --train a.txt -o m"), ("data train svm --train a.txt -o m", "train svm --train a.txt -o m"),
                             ("evl --qrels q r", "eval --qrels q r"), ("data stat a.txt", "data stats a.txt"), ("stat --help", "data stats --help")):
            with self.subTest(typed=typed):
                self.assert_tries(typed, meant)
        self.assert_tries("stats a.txt", "data stats a.txt", "unknown command 'stats'; did you mean 'data stats'?")
        self.assert_tries("data normalize a.txt -o b.txt", "data normalise a.txt -o b.txt", "gradus data: unknown command 'normalize'; did you mean 'data normalise'?")

    def test_a_line_that_would_not_be_taken_is_not_suggested(self):
        self.assert_no_line("cv a.txt", "unknown command 'cv'; did you mean 'data split'? for cross-validation make the folds with "
                                        "'gradus data split --folds', then train and evaluate on each")
        self.assert_no_line("fit svm", "unknown command 'fit'; did you mean 'train'?")
        self.assert_no_line("trec-eval q", "unknown command 'trec-eval'; did you mean 'trec_eval'?")
        self.assert_no_line("data stat", "gradus data: unknown command 'stat'; did you mean 'data stats'?")
        self.assert_no_line("split a.txt -o f", "unknown command 'split'; did you mean 'data split'?")
        self.assert_no_line("model export m.json", "gradus model: unknown command 'export'")

    def test_what_no_command_does_is_answered_with_how_to_do_it(self):
        for line, how in (("tune lambdamart", "; to tune, train once for each setting with --valid "), ("data merge a.txt b.txt", "; join LETOR files with cat "),
                          ("merge a.txt b.txt", "; join LETOR files with cat "), ("data sample a.txt", "; 'gradus data split FILE --parts ")):
            with self.subTest(line=line):
                self.assertIn(how, self.refused(*line.split())[0])

    def test_a_command_behind_its_options_is_moved(self):
        self.assert_tries("--train a.txt train lambdamart -o m.json", "train --train a.txt lambdamart -o m.json", "the command comes first, before '--train'")
        self.assert_tries("--quiet --threads 2 data stats a.txt", "data stats --quiet --threads 2 a.txt")

    def test_ranklib_scoring_becomes_ours(self):
        for line in ("-rank a.txt -score s.txt -load m.json", "-load m.json -rank a.txt -score s.txt"):
            with self.subTest(line=line):
                self.assert_tries(line, "score m.json a.txt -o s.txt")

    def test_what_is_near_nothing_gets_the_help(self):
        self.assertEqual(self.refused("nonsense"), ["error: unknown command 'nonsense'", "Run 'gradus --help' for the commands."])
        self.assertEqual(self.refused("data", "nonsense"), ["error: gradus data: unknown command 'nonsense'", "Run 'gradus data --help' for the commands."])

    def test_without_a_command_those_there_are_named(self):
        self.assertRegex("\n".join(self.refused()), "^error: give a command: analyse, data, eval, .*train, trec_eval\nRun 'gradus --help' for the commands.$")
        self.assertRegex(self.refused("model")[0], "^error: gradus model: give one of: explain, importance, show, ")

    def test_help_may_be_a_word(self):
        self.assertEqual(self.gradus("help", "train"), self.gradus("train", "--help"))
        self.assertEqual(self.gradus("help"), self.gradus("--help"))
        self.assertEqual(self.gradus("help", "data", "stats"), self.gradus("data", "stats", "--help"))
        self.assertIn("min_leaf_documents", self.gradus("train", "LambdaMART", "--help"))


class Options(Typed):
    def test_options_of_other_tools_become_ours(self):
        train = "train lambdamart --train a.txt -o m"
        for typed, meant in (("--validation b.txt", "--valid b.txt"), ("--leaves 15", "--set leaves=15"), ("--leaves=15", "--set leaves=15"),
                             ("--num_leaves 15", "--set leaves=15"), ("--num-leaves 15", "--set leaves=15"), ("--eta 0.1", "--set learning_rate=0.1"),
                             ("--n_estimators 100", "--set trees=100"), ("--num_boost_round 100", "--set trees=100"),
                             ("--max_bin 63", "--set bins=63"), ("--min_data_in_leaf 5", "--set min_leaf_documents=5"),
                             ("--lambda_l2 1", "--set l2=1"), ("-tree 100", "--set trees=100"), ("-metric2t NDCG@10", "--for NDCG@10"),
                             ("--ndcg_eval_at 10", "--for NDCG@10"), ("-validate b.txt", "--valid b.txt"), ("--random_state 3", "--seed 3"),
                             ("--early_stopping_rounds 20", "--set patience=20"), ("--metric AP", "--for AP"), ("-silent", "--quiet"),
                             ("--valid b.txt --stop_on AP", "--valid b.txt --stop-on AP"), ("--n_jobs 2", "--threads 2"), ("--vald b.txt", "--valid b.txt")):
            with self.subTest(typed=typed):
                self.assert_tries(f"{train} {typed}", f"{train} {meant}")
        self.assert_tries(f"{train} --validation b.txt", f"{train} --valid b.txt", "gradus train: unknown option '--validation'; did you mean '--valid'?")
        self.assert_tries(f"{train} --leaves 15", f"{train} --set leaves=15",
                          "gradus train: unknown option '--leaves'; did you mean '--set leaves=...'?")
        for typed in ("--save", "--output_model"):
            self.assert_tries(f"train svm --train a.txt {typed} n", "train svm --train a.txt -o n")
        self.assert_tries("train rankboost --train a.txt -o m --n_estimators 9", "train rankboost --train a.txt -o m --set rounds=9")
        self.assert_tries("eval -metric2T NDCG@10 --data a.txt --model m", "eval -m NDCG@10 --data a.txt --model m")

    def test_a_line_of_ranklib_becomes_ours(self):
        line = "-ranker 6 -train a.txt -validate b.txt -metric2t NDCG@10 -tree 500 -leaf 10 -shrinkage 0.1 -save m.json"
        ours = "train lambdamart --train a.txt --valid b.txt --for NDCG@10 --set trees=500 --set leaves=10 --set learning_rate=0.1 -o m.json"
        self.assert_tries(line, ours)
        self.assert_tries("train " + line, ours)

    def test_what_ranklib_only_tests_is_left_to_an_evaluation(self):
        line = "-train a.txt -test t.txt -ranker 6 -metric2t MAP -metric2T NDCG@5 -save m.json -tree 10"
        ours = "train lambdamart --train a.txt --for MAP -o m.json --set trees=10"
        self.assert_tries(line, ours)
        self.assertIn("Then: gradus eval --data t.txt --model m.json -m NDCG@5", self.refused(*line.split()))
        self.assert_tries(line + " -validate b.txt", ours + " --valid b.txt")
        self.assertIn("Then: gradus eval --data t.txt --model m.json -m NDCG@10",
                      self.refused(*"-ranker 6 -train a.txt -test t.txt -metric2t NDCG@10 -save m.json".split()))
        self.assert_tries("-load m.json -test t.txt -metric2T NDCG@10", "eval --model m.json --data t.txt -m NDCG@10",
                          "there is no command before '-load'; did you mean 'gradus eval'?")
        self.assert_tries("train svm --train a.txt --test t.txt -o m", "train svm --train a.txt -o m",
                          "gradus train: unknown option '--test'; did you mean 'gradus eval --data'?")

    def test_an_objective_and_a_metric_of_other_tools_become_one_measure(self):
        line = "train lambdamart --data a.txt --valid b.txt -o m"
        ours = "train lambdamart --train a.txt --valid b.txt -o m"
        for typed, meant in (("--objective lambdarank --metric ndcg --eval_at 5", " --for NDCG@5"), ("--objective=lambdarank", ""),
                             ("--eval_at 5 --objective rank_xendcg", " --for NDCG@5"), ("--metric ndcg --ndcg_eval_at 5", " --for NDCG@5"),
                             ("--objective rank:ndcg --eval_metric ndcg@5", " --for ndcg@5"), ("--objective rank:map", " --for AP"),
                             ("--objective rank:map --eval_metric map@5", " --for map@5"), ("--metric map --eval_at 3", " --for map@3"),
                             ("--objective rank:pairwise", " --set objective=ranknet"), ("--objective ranknet", " --set objective=ranknet"),
                             ("--loss-function YetiRank", "")):
            with self.subTest(typed=typed):
                self.assert_tries(f"{line} {typed}", ours + meant)
        self.assert_tries("train --data a.txt --objective lambdarank -o m", "train lambdamart --train a.txt -o m")
        self.assert_tries("eval --data a.txt --model m --metric ndcg --eval_at 1,5", "eval --data a.txt --model m -m NDCG@1 -m NDCG@5")
        for typed in ("--metric ndcg,map", "--eval_at 1,3,5", "--objective binary", "--metric ndcg --metric map", "--for AP --metric ndcg"):
            with self.subTest(typed=typed):
                self.assertFalse([each for each in self.refused(*line.split(), *typed.split()) if each.startswith("Try:")])

    def test_values_without_an_option_that_were_given_with_one(self):
        self.assert_tries("score --model m.json a.txt", "score m.json a.txt", "gradus score: unknown option '--model'; write the model without an option")
        self.assert_tries("score --data a.txt --model m.json -o s", "score m.json a.txt -o s")
        self.assert_tries("score m.json --data a.txt", "score m.json a.txt")
        self.assert_tries("score --data a.txt m.json", "score m.json a.txt")
        self.assert_tries("model show --model m.json", "model show m.json")
        self.assert_tries("model explain --model m.json --data a.txt --query 3", "model explain m.json a.txt --query 3")
        self.assert_tries("data stats --input a.txt", "data stats a.txt")

    def test_a_model_is_never_suggested_as_the_output(self):
        self.assert_no_line("train svm --train a.txt --model old.json", "gradus train: unknown option '--model'; did you mean '-o' or '--start'?")
        self.assert_no_line("data stats a.txt --model old.json", "gradus data stats: unknown option '--model'")

    def test_what_no_option_does_is_explained(self):
        self.assert_no_line("train lambdamart --train a.txt --cv 5 -o m",
                            "gradus train: unknown option '--cv'; for cross-validation make the folds with 'gradus data split --folds', "
                            "then train and evaluate on each")

    def test_a_training_without_learner_or_option_for_its_file(self):
        missing = "gradus train: LEARNER is missing; name a learner, such as lambdamart (gradus list learners shows all)"
        self.assert_tries("train --train a.txt -o m", "train lambdamart --train a.txt -o m", missing)
        self.assert_tries("train lambdamart a.txt -o m", "train lambdamart --train a.txt -o m",
                          "--train is required; give 'a.txt' as --train a.txt if that is the training data")
        self.write("a.txt", DATA)
        self.assert_tries("train a.txt -o m", "train lambdamart --train a.txt -o m", missing + ", and give 'a.txt' as --train a.txt")

    def test_several_measures_and_runs_without_judgments(self):
        evaluation = "eval --data a.txt --model m"
        self.assert_no_line(f"{evaluation} -m AP P@5", "'P@5' is a measure in the place of a run; give each measure its own -m: -m P@5")
        self.assert_no_line(f"{evaluation} -m AP,P@5", "measure 'AP,P@5': a comma separates the measures; give each by itself, as in -m AP and -m P@5")
        self.assert_no_line("eval --data a.txt --run a.run",
                            "runs need judgments: give them with --qrels, or --data with --scores or --model")
        self.assertEqual(self.run_gradus(*f"{evaluation} -m GAP(g=1:0)".split()).stderr.count("comma"), 0)

    def test_unknown_options_are_named_in_the_order_they_were_typed_before_what_is_missing(self):
        self.assertEqual(self.refused("train", "lambdamart", "--aaaa", "--zzzz", "--training", "x"),
                         ["error: gradus train: unknown options '--aaaa', '--zzzz', '--training' (did you mean '--train'?)",
                          "Run 'gradus train --help' for the options."])
        self.assertEqual(self.refused("data", "stats", "a.txt", "--xyzzy"),
                         ["error: gradus data stats: unknown option '--xyzzy'", "Run 'gradus data stats --help' for the options."])

    def test_a_long_option_with_one_dash_is_not_a_short_one_and_a_value(self):
        self.write("a.txt", DATA)
        self.assert_tries("data synth -output a.letor", "data synth --output a.letor")
        self.assertFalse(os.path.exists(self.path("utput")))

    def test_a_value_may_be_joined_to_a_short_option(self):
        self.write("train.txt", "1 qid:1 1:0.5\n0 qid:1 1:0.2\n")
        self.gradus("data", "convert", "train.txt", "-o=copy.txt")
        self.assertEqual(sorted(os.listdir(self.folder)), ["copy.txt", "train.txt"])

    def test_too_many_arguments_are_named(self):
        self.assertEqual(self.refused("score", "m.json", "a.txt", "b.txt", "c.txt")[0],
                         "error: gradus score: unexpected arguments 'b.txt', 'c.txt'")

    def test_what_is_given_twice_is_told(self):
        self.assertEqual(self.refused("train", "svm", "--train", "a", "--train", "b", "-o", "m"),
                         ["error: --train is given 2 times; give it once", "Run 'gradus train --help' for the options."])
        self.assertEqual(self.refused("data", "stats", "x", "--seed", "1", "--seed=2")[0], "error: --seed is given 2 times; give it once")
        self.write("a.txt", DATA)
        result = self.run_gradus("train", "lambdamart", "--train", "a.txt", "-o", "m", "--set", "trees=9", "--set", "leaves=7", "--set", "trees=3", "--quiet")
        self.assertIn("note: --set trees=9 is overruled by --set trees=3\n", result.stderr)
        self.assertIn("trees = 3\n", self.gradus("model", "show", "m"))

    def test_a_missing_value_is_told(self):
        self.assertEqual(self.refused("train", "svm", "--train")[0], "error: --train needs a value; write it after the option")

    def test_the_corrected_line_can_be_pasted(self):
        lines = self.refused("eval", "--qrel", "my qrels", "-m", "P(rel=2)@5", "it's.run")
        self.assertIn("Try: gradus eval --qrels 'my qrels' -m 'P(rel=2)@5' 'it'\\''s.run'", lines)


class Names(Typed):
    def setUp(self):
        super().setUp()
        self.write("a.txt", DATA)

    def test_learners_count_in_any_case_and_spelling(self):
        expected = None
        for name in ("coordinate-ascent", "Coordinate_Ascent", "COORDINATE ASCENT"):
            self.gradus("train", name, "--train", "a.txt", "-o", "m", "--set", "rounds=1")
            expected = expected or self.content("m")
            self.assertEqual(self.content("m"), expected)

    def test_learners_of_other_tools(self):
        for typed, meant in (("svm-map", "svm --for AP"), ("svm_rank", "ranksvm"), ("xgboost", "lambdamart"), ("6", "lambdamart"),
                             ("lambdamrat", "lambdamart")):
            self.assert_tries(f"train {typed} --train a.txt -o m", f"train {meant} --train a.txt -o m")
        self.assertEqual(self.refused("train", "nonsense", "--train", "a.txt", "-o", "m"),
                         ["error: unknown learner 'nonsense'; `gradus list learners` shows all"])

    def test_a_cutoff_without_its_sign(self):
        line = "train lambdamart --train a.txt -o m --for"
        for typed, meant in (("NDCG10", "NDCG@10"), ("ndcg_10", "ndcg@10"), ("P5", "P@5"), ("MAP-3", "MAP@3"), ("ndgc10", "ndcg@10"), ("pre5", "p@5")):
            with self.subTest(typed=typed):
                self.assert_tries(f"{line} {typed}", f"{line} {meant}")
        self.assert_tries("eval --data a.txt --scores s -m NDCG10", "eval --data a.txt --scores s -m NDCG@10",
                          "measure 'NDCG10': unknown name 'ndcg10'; did you mean 'NDCG@10'?")

    def test_several_wrong_names_are_put_right_together(self):
        self.assert_tries("train lambdamrat --train a.txt -o m --set tress=9 --for ndgc", "train lambdamart --train a.txt -o m --set trees=9 --for ndcg")
        self.assert_tries("train lambdamart --data a.txt -o m --metric ndgc", "train lambdamart --train a.txt -o m --for ndcg")

    def test_parameters_of_other_tools(self):
        line = "train lambdamart --train a.txt -o m --set"
        for typed, meant in (("num_leaves=15", "leaves=15"), ("eta=0.3", "learning_rate=0.3"), ("Trees=9", "trees=9"), ("tress=9", "trees=9"),
                             ("min-leaf-documents=1", "min_leaf_documents=1")):
            self.assert_tries(f"{line} {typed}", f"{line} {meant}")
        self.assert_tries(f"{line} seed=3", "train lambdamart --train a.txt -o m --seed 3")
        self.assertEqual(self.refused(*line.split(), "colour=3"),
                         ["error: option --set colour=3: unknown parameter 'colour'; `gradus train LEARNER --help` shows all"])

    def test_wrong_names_are_misuse_whatever_option_they_come_by(self):
        train = ["train", "lambdamart", "--train", "a.txt", "-o", "m"]
        for arguments in ([*train, "--set", "leaves"], [*train, "--set", "leaves=x"], [*train, "--set", "leaves=1.5"], [*train, "--set", "cost=x"],
                          [*train, "--set", "monotone=+9"], [*train, "--set", "tier_weights=x"], [*train, "--set", "late=x"],
                          [*train, "--for", "ndgc"], [*train, "--for", "NDCG@0"], [*train, "--for", "GAP(g=2)"], [*train, "--format", "svmlite"],
                          ["train", "svm", "--train", "a.txt", "-o", "m", "--for", "ERR"], [*train, "--columns", "weight"],
                          ["eval", "--data", "a.txt", "--scores", "s", "-m", "nope"], ["eval", "--data", "a.txt", "--scores", "s", "--profile", "nope"],
                          ["eval", "--data", "a.txt", "--scores", "s", "--why", "nope"], ["eval", "--data", "a.txt", "--scores", "s", "--ties", "nope"],
                          ["trec_eval", "-m", "nope", "q", "r"], ["data", "convert", "a.txt", "-o", "b", "--to", "nope"],
                          ["data", "top-k", "a.txt", "-o", "b.txt", "--k", "0"], ["data", "stats", "a.txt", "--progress", "nope"]):
            with self.subTest(arguments=arguments):
                self.assertIn("\nerror: ", "\n" + "\n".join(self.refused(*arguments)))
                self.assertFalse(os.path.exists(self.path("m")))
        result = self.run_gradus("eval", "--data", "none.txt", "--scores", "s")
        self.assertEqual(result.returncode, 1, "a file that is not there is no misuse")


class Numbers(Typed):
    def setUp(self):
        super().setUp()
        self.write("a.txt", DATA)

    def test_whole_numbers_are_not_wrapped_cut_or_guessed(self):
        for value in ("-3", "18446744073709551616", "1.5", "1e3", "0x10", "nan", "three"):
            self.assertEqual(self.refused("data", "stats", "a.txt", f"--seed={value}")[0],
                             f"error: --seed: {value} is not a whole number from 0 to 18446744073709551615")
        for value in ("-1", "1025", "1.5", "4294967297"):
            self.assertEqual(self.refused("data", "stats", "a.txt", f"--threads={value}")[0],
                             f"error: --threads: {value} is not a whole number from 0 to 1024")
        for seed in ("0", "18446744073709551615"):
            self.gradus("data", "stats", "a.txt", "--seed", seed)

    def test_values_that_are_missing_are_counted(self):
        self.assertEqual(self.refused("data", "stats", "a.txt", "--seed=")[0], "error: --seed needs a value; write it after the option")
        self.assertEqual(self.refused("data", "from-clicks", "x", "--prior", "1")[0], "error: --prior needs 2 values, not 1")

    def test_numbers_are_finite(self):
        for value in ("nan", "inf", "1e999", "x"):
            self.assertEqual(self.refused("train", "lambdamart", "--train", "a.txt", "-o", "m", "--checkpoint-every", value)[0],
                             f"error: --checkpoint-every: {value} is not a number")

    def test_every_range_in_a_help_screen_is_the_range_that_is_taken(self):
        """Just beyond each end a value is refused; at each end it is not refused for its range."""
        tried = 0
        for command in self.commands():
            help_text = self.gradus(*command, "--help")
            for name, least, most in re.findall(r"^  (?:-\w,)?(--[\w-]+) \w+:(\S+) to (\S+?)(?:=| )", help_text, re.M):
                for end, step in ((float(least), -1), (float(most), 1)):
                    def text(value):
                        number = str(int(value)) if value == int(value) else repr(value)
                        return f"{number},{number}" if name == "--prior" else number
                    message = self.refused(*command, f"{name}={text(end + step)}")[0]
                    self.assertRegex(message, f"^error: {name}: .* is not a (whole )?number from ", f"{command} {name}")
                    tried += 1
                    if name != "--threads":  # the seed is looked at afterwards, so that nothing runs
                        self.assertIn("--seed: x is not a ", self.refused(*command, f"{name}={text(end)}", "--seed=x")[0])
        self.assertGreater(tried, 40)

    def commands(self):
        found = []
        for name in re.findall(r"^  ([\w-]+) +\S", self.gradus("--help").split("Subcommands:")[1], re.M):
            inner = self.gradus(name, "--help").split("Subcommands:")
            if len(inner) == 1:
                found.append([name])
            else:
                found += [[name, each] for each in re.findall(r"^  ([\w-]+) +\S", inner[1], re.M)]
        self.assertIn(["data", "split"], found)
        return [command for command in found if command != ["trec_eval"]]

    def test_every_range_of_a_learner_is_the_range_that_is_taken(self):
        tried = 0
        for block in self.gradus("list", "learners").split("\n\n")[1:]:
            learner = block.split(":")[0]
            for name, least, most in re.findall(r"^  (\w+) +(\S+) to ([^\s,]+)", block, re.M):
                for value in (float(least) - 1, float(most) * 2):
                    text = str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
                    message = self.refused("train", learner, "--train", "none", "-o", "m", "--set", f"{name}={text}")[0]
                    self.assertIn(f"is not a number from {least} to {most}", message, f"{learner} {name}")
                    tried += 1
        self.assertGreater(tried, 200)


class Synonyms(Typed):
    """Every synonym means something that exists, and is understood where it is typed."""

    def test_every_synonym_points_to_something_that_exists(self):
        rows = [line.split(None, 2) for line in self.gradus("list", "synonyms").splitlines()[1:]]
        self.assertGreater(len(rows), 300)
        options, learners = set(), self.gradus("list", "learners")
        for command in Numbers.commands(self):
            options |= set(re.findall(r"(?<![\w-])--?[\w-]+", self.gradus(*command, "--help")))
        parameters = set(re.findall(r"^  (\w+) ", learners, re.M))
        names = {line.split()[0] for line in learners.split("\n\n")[0].splitlines()[1:]}
        for kind, typed, meant in rows:
            with self.subTest(kind=kind, typed=typed):
                self.assertRegex(typed, "^[a-z0-9]+$")
                if kind == "command":
                    self.gradus(*meant.split(), "--help")
                    self.assertIn(f"did you mean '{meant}'?", self.refused(typed)[0])
                elif kind == "option":
                    self.assertIn(meant.split()[0], options | {"LEARNER", "MODEL", "FILE", "eval"})
                elif kind in ("learner", "objective"):
                    self.assertIn(meant.split()[0], names)
                elif kind == "parameter":
                    self.assertIn(meant, parameters)
                else:
                    self.assertIn(meant, self.names_of(kind))

    def names_of(self, kind):
        """The measures, profiles or formats."""
        names = set(re.findall(r"^([\w-]+)", self.gradus("list", kind + "s"), re.M))
        return names | {"cndcg"} if kind == "measure" else names


class Progress(Typed):
    def live_lines(self, columns):
        """The first live lines that a long training writes to a terminal of so many columns."""
        self.write("a.txt", DATA)
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([GRADUS, "train", "lambdamart", "--train", "a.txt", "--set", "trees=1000000", "--threads", "1", "-o", "m"],
                                   cwd=self.folder, stderr=theirs, stdout=subprocess.DEVNULL)
        os.close(theirs)
        text, lines = b"", []
        deadline = time.time() + 120
        while len(lines) < 4 and time.time() < deadline:
            text += os.read(ours, 65536)
            lines = re.findall(r"\x1b\[K([^\r\n]*)(?=\r)", text.decode(errors="ignore"))
        process.kill()
        process.wait(timeout=60)
        return lines

    def test_a_live_line_fits_the_terminal(self):
        self.assertGreater(max(len(line) for line in self.live_lines(200)), 30)
        narrow = self.live_lines(25)
        self.assertEqual({len(line) for line in narrow}, {24}, narrow)


if __name__ == "__main__":
    main()
