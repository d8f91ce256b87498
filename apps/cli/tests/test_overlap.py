"""Queries that training data has in common with the data on which a model is judged."""

from command import CommandTest, main


def queries(ids, shift=0, documents=6):
    """Queries whose documents depend on the id and the shift; no two documents alike."""
    return "".join(f"{(7 * query + i) % 3} qid:{query} 1:{(query * 31 + i * 17 + shift) % 101} 2:{i + 1} 3:{query + shift + 1}\n"
                   for query in ids for i in range(documents))


def renamed(text, by):
    lines = []
    for line in text.splitlines(keepends=True):
        head, qid, rest = line.split(" ", 2)
        lines.append(f"{head} qid:{int(qid[4:]) + by} {rest}")
    return "".join(lines)


TOO_GOOD = ": values on {} will be too good; keep the queries apart (gradus data split)\n"
SAME = "note: {} in {} too, with the same documents (query {}, for example)" + TOO_GOOD


class TrainAgainstValid(CommandTest):
    def notes(self, valid, *options):
        result = self.run_gradus("train", "lambdamart", "--train", "train.txt", "--valid", valid, "--set", "trees=2",
                                 "--set", "leaves=3", "-o", "m.json", "--quiet", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return "".join(line + "\n" for line in result.stderr.splitlines() if " of " in line and "quer" in line)

    def setUp(self):
        super().setUp()
        self.write("train.txt", queries(range(20)))

    def test_training_queries_in_the_validation_data(self):
        self.write("vali.txt", queries(range(17, 27)))
        self.assertEqual(self.notes("vali.txt"),
                         SAME.format("3 of 10 queries of vali.txt are", "train.txt", "17", "vali.txt"))
        self.write("vali.txt", queries([19, 30]))
        self.assertEqual(self.notes("vali.txt"),
                         SAME.format("1 of 2 queries of vali.txt is", "train.txt", "19", "vali.txt"))

    def test_the_same_file_twice(self):
        self.assertEqual(self.notes("train.txt"),
                         SAME.format("20 of 20 queries of train.txt are", "train.txt", "0", "train.txt"))

    def test_under_other_ids(self):
        self.write("vali.txt", renamed(queries(range(5, 8)), 100))
        self.assertEqual(self.notes("vali.txt"),
                         "note: 3 of 3 queries of vali.txt have the documents of a query of train.txt under another id "
                         "(query 105 is query 5 there, for example)" + TOO_GOOD.format("vali.txt"))

    def test_the_same_ids_may_be_a_coincidence(self):
        self.write("vali.txt", queries(range(5), shift=1000))
        self.assertEqual(self.notes("vali.txt"),
                         "note: 5 of 5 queries of vali.txt have the id of a query of train.txt, but other documents (query 0, "
                         "for example): if an id means the same query in both files, keep all its documents in one of them "
                         "(gradus data split)\n")

    def test_numbers_that_the_reader_gave_say_nothing(self):
        self.write("other.txt", queries(range(5), shift=1000))
        self.gradus("data", "convert", "train.txt", "-o", "a.train")
        self.gradus("data", "convert", "other.txt", "-o", "b.valid")
        result = self.run_gradus("train", "lambdamart", "--train", "a.train", "--valid", "b.valid", "--set", "trees=2",
                                 "-o", "m.json", "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("id of a query", result.stderr)

    def test_no_word_where_nothing_is_shared(self):
        self.write("vali.txt", queries(range(20, 30)))
        self.assertEqual(self.notes("vali.txt"), "")


class EvalAgainstTrain(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("train.txt", queries(range(20)))
        self.write("test.txt", queries(range(18, 24)))
        self.write("scores", "".join(f"{i}\n" for i in range(36)))

    def test_training_queries_in_the_test_data(self):
        result = self.run_gradus("eval", "--data", "test.txt", "--scores", "scores", "--train", "train.txt", "--quiet")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr, SAME.format("2 of 6 queries of test.txt are", "train.txt", "18", "test.txt"))
        self.assertEqual(result.stdout, self.gradus("eval", "--data", "test.txt", "--scores", "scores"))

    def test_needs_data_to_compare_with(self):
        self.write("q.qrels", "1 0 a 1\n")
        self.write("a.run", "1 Q0 a 1 1 A\n")
        result = self.run_gradus("eval", "--qrels", "q.qrels", "a.run", "--train", "train.txt", "--quiet")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--train: compare it with what? Name the data to measure with --data", result.stderr)


if __name__ == "__main__":
    main()
