"""The whole way: read, train, score, evaluate."""

import random

from command import CommandTest, main


def planted(queries, seed):
    """LETOR text whose grades follow feature 1 minus feature 2."""
    draw = random.Random(seed)
    lines = []
    for query in range(queries):
        for _ in range(8):
            x = [draw.random() for _ in range(3)]
            grade = 2 if x[0] - x[1] > 0.5 else 1 if x[0] - x[1] > 0 else 0
            lines.append(f"{grade} qid:{query} 1:{x[0]:.6f} 2:{x[1]:.6f} 3:{x[2]:.6f}\n")
    return "".join(lines)


class Train(CommandTest):
    def test_a_trained_model_ranks_fresh_data_well(self):
        self.write("train.txt", planted(40, 1))
        self.write("test.txt", planted(40, 2))
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "--for", "NDCG@5", "-o", "model.json")
        self.gradus("score", "model.json", "test.txt", "-o", "scores.txt")
        by_model = self.gradus("eval", "-m", "NDCG@5", "--data", "test.txt", "--model", "model.json")
        by_scores = self.gradus("eval", "-m", "NDCG@5", "--data", "test.txt", "--scores", "scores.txt")
        self.assertEqual(by_model.replace("model.json", "scores.txt").split(), by_scores.split())
        name, value = by_model.splitlines()[-1].split()
        self.assertEqual(name, "model.json")
        self.assertGreater(float(value), 0.97)

    def test_the_model_file_is_the_same_for_any_number_of_threads(self):
        self.write("train.txt", planted(30, 3))
        for threads in ("1", "2", "5"):
            self.gradus("train", "coordinate-ascent", "--train", "train.txt", "--threads", threads, "-o", f"m{threads}")
        self.assertEqual(self.content("m1"), self.content("m2"))
        self.assertEqual(self.content("m1"), self.content("m5"))

    def test_says_what_is_wrong(self):
        self.write("train.txt", planted(2, 1))
        train = ["train", "coordinate-ascent", "--train", "train.txt", "-o", "model.json"]
        self.assert_fails(["train", "coordinate-assent", *train[2:]],
                          "unknown learner 'coordinate-assent'; did you mean 'coordinate-ascent'?\n"
                          "Try: gradus train coordinate-ascent --train train.txt -o model.json --quiet")
        self.assert_fails([*train, "--set", "rounds=0"],
                          "option --set rounds=0: rounds=0 is not a number from 1 to 10000; the default is 25")
        self.assert_fails([*train[:-1], "none/model.json"],
                          "none/model.json: its folder does not exist; create the folder first")

    def test_a_setting_without_effect_is_refused(self):
        self.write("train.txt", planted(2, 1))
        self.assert_fails(["train", "lambdamart", "--train", "train.txt", "-o", "model.json", "--set", "pairs=none.tsv"],
                          "option --set pairs=none.tsv: --set pairs has no effect unless --set objective=pairs; set that too, "
                          "or leave out --set pairs")

    def test_a_model_refuses_data_with_other_features(self):
        self.write("train.txt", planted(4, 1))
        self.write("wide.txt", "1 qid:1 1:0 4:1\n")
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "-o", "model.json")
        self.assert_fails(["score", "model.json", "wide.txt"],
                          "wide.txt:1: it has feature 4, but the model has 3 features; "
                          "give data with the same features, or leave out the others with --extra-features ignore")


class Usage(CommandTest):
    def test_names_the_version_and_the_build(self):
        self.assertRegex(self.run_gradus("--version").stdout, r"^gradus \d+\.\d+\.\d+ \(.+\)\n$")

    def test_misuse_ends_with_2(self):
        for arguments in ([], ["nonsense"], ["data"], ["data", "stats", "--nonsense"], ["eval", "--data", "x"]):
            result = self.run_gradus(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertTrue(result.stderr.startswith("error: "), result.stderr)

    def test_help_is_on_stdout_and_ends_with_0(self):
        for arguments in (["--help"], ["train", "--help"], ["data", "convert", "--help"]):
            result = self.run_gradus(*arguments)
            self.assertEqual(result.returncode, 0)
            self.assertIn("--help", result.stdout)


if __name__ == "__main__":
    main()
