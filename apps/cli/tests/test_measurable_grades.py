"""Measures on grades that they cannot take, or whose highest they have to guess: the same words wherever they are used."""

from command import CommandTest, main


def graded(name, top, documents=10):
    """LETOR text with grades from 0 to `top`."""
    lines = []
    for query in range(12):
        for document in range(documents):
            grade = (query * 7 + document * 5) % (top + 1)
            lines.append(f"{grade} qid:{name}{query} 1:{grade + (query * 13 + document * 29) % 17 / 4} "
                         f"2:{(query * 5 + document * 3) % 11} # {name}{query}-{document}\n")
    return "".join(lines)


REMEDY = "; give the measure parameters that fit the grades, or choose another measure"
ABOVE = "measure err(max=2)@10: grade 3 is above max=2 (query t0, document t0-3)" + REMEDY


class Training(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", graded("t", 3))
        self.write("v.txt", graded("v", 2))

    def train(self, learner, *further):
        return ["train", learner, "-o", "m.json", *further]

    def test_refuses_training_data_in_the_words_of_eval(self):
        self.write("scores", "1\n" * 120)
        self.assert_fails(["eval", "--data", "t.txt", "--scores", "scores", "-m", "ERR(max=2)@10"], "t.txt: " + ABOVE)
        for learner in ("mart", "lambdamart", "coordinate-ascent", "listnet", "svmacc", "rankboost"):
            self.assert_fails(self.train(learner, "--train", "t.txt", "--for", "ERR(max=2)@10"), "t.txt: " + ABOVE)

    def test_refuses_validation_data_for_every_measure_of_it(self):
        data = ["--train", "v.txt", "--valid", "t.txt"]
        self.write("huge.txt", "2000 qid:a 1:1 2:0\n0 qid:a 1:0 2:1\n")
        for learner in ("lambdamart", "coordinate-ascent", "ranksvm", "listnet"):
            self.assert_fails(self.train(learner, *data, "--for", "ERR(max=2)@10"), "t.txt: " + ABOVE)
            self.assert_fails(self.train(learner, *data, "--stop-on", "NDCG(gains=0:1:2)"),
                              "t.txt: measure ndcg(gains=0:1:2): grade 3 is beyond the gains, which end at grade 2 "
                              "(query t0, document t0-3)" + REMEDY)
            self.assert_fails(self.train(learner, "--train", "v.txt", "--valid", "huge.txt", "--for", "NDCG", "--also",
                                         "DCG=x.json"),
                              "huge.txt: measure dcg: the gain 2^2000 - 1 is beyond the range of numbers (query a, "
                              "document 0)" + REMEDY)

    def test_analyse_optimality_refuses_them_too(self):
        self.gradus(*self.train("coordinate-ascent", "--train", "v.txt"))
        self.assert_fails(["analyse", "optimality", "--model", "m.json", "--data", "t.txt", "-m", "ERR(max=2)@10"],
                          "t.txt: " + ABOVE)


class GuessedMaximum(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("t.txt", graded("t", 3))
        self.write("v.txt", graded("v", 2))

    def notes(self, *arguments):
        result = self.run_gradus("train", "lambdamart", "--train", "t.txt", "--set", "trees=2", "-o", "m.json", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line.removeprefix("note: ") for line in result.stderr.splitlines() if "is a guess" in line]

    def test_is_told_once_a_measure(self):
        self.assertEqual(self.notes("--for", "ERR@10", "--for", "err@10"),
                         ["measure 'ERR@10': max=3 is a guess, the highest grade in t.txt; write err(max=3)@10 where that is "
                          "meant, or the highest grade there can be"])
        self.assertEqual(self.notes("--for", "ERR(max=3)@10"), [])

    def test_is_told_with_both_numbers_where_the_files_differ(self):
        end = "where that is meant, or the highest grade there can be"
        differ = "max is a guess, the highest grade of each file: 3 in t.txt, 2 in v.txt; values on the two are not comparable"
        self.assertEqual(self.notes("--valid", "v.txt", "--for", "ERR@10", "--also", "RBP(gain=graded)=r.json"),
                         [f"measure 'ERR@10': {differ}; write err(max=3)@10 {end}",
                          f"measure 'RBP(gain=graded)': {differ}; write rbp(gain=graded, max=3) {end}"])
        self.write("w.txt", graded("w", 3))
        self.assertEqual(self.notes("--valid", "w.txt", "--for", "ERR@10"),
                         [f"measure 'ERR@10': max=3 is a guess, the highest grade in t.txt and w.txt; write err(max=3)@10 {end}"])


if __name__ == "__main__":
    main()
