"""gradus data normalise."""

from command import CommandTest, main

DATA = "1 qid:a 1:2 2:5 3:-1 #docid = x\n0 qid:a 1:4 2:5 3:NULL\n0 qid:a 1:8 2:5 3:3\n2 qid:b 1:7 2:0 3:0\n"


class Normalise(CommandTest):
    def normalised(self, *arguments):
        self.write("a.txt", DATA)
        self.gradus("data", "normalise", "a.txt", "-o", "b.txt", *arguments)
        return self.content("b.txt")

    def test_minmax_is_the_default_and_gives_a_half_to_equal_values(self):
        expected = ("1 qid:a 1:0 2:0.5 3:0 #docid = x\n0 qid:a 1:0.33333334 2:0.5 3:NULL\n0 qid:a 1:1 2:0.5 3:1\n"
                    "2 qid:b 1:0.5 2:0.5 3:0.5\n")
        self.assertEqual(self.normalised(), expected)
        self.assertEqual(self.normalised("--method", "minmax", "--threads", "1"), expected)

    def test_letor_gives_zero_to_equal_values(self):
        self.assertEqual(self.normalised("--method", "letor"),
                         "1 qid:a 1:0 2:0 3:0 #docid = x\n0 qid:a 1:0.33333334 2:0 3:NULL\n0 qid:a 1:1 2:0 3:1\n"
                         "2 qid:b 1:0 2:0 3:0\n")

    def test_percentile_counts_within_the_query(self):
        self.assertEqual(self.normalised("--method", "percentile"),
                         "1 qid:a 1:0.16666667 2:0.5 3:0.25 #docid = x\n0 qid:a 1:0.5 2:0.5 3:NULL\n"
                         "0 qid:a 1:0.8333333 2:0.5 3:0.75\n2 qid:b 1:0.5 2:0.5 3:0.5\n")

    def test_zscore_and_sparse(self):
        self.assertEqual(self.normalised("--method", "zscore", "--sparse"),
                         "1 qid:a 1:-1.069045 3:-1 #docid = x\n0 qid:a 1:-0.26726124 3:NULL\n"
                         "0 qid:a 1:1.3363062 3:1\n2 qid:b 3:0\n")

    def test_log1p_takes_each_value_by_itself(self):
        self.assertEqual(self.normalised("--method", "log1p").splitlines()[0],
                         "1 qid:a 1:1.0986123 2:1.7917595 3:-0.6931472 #docid = x")

    def test_refuses_an_unknown_method(self):
        self.write("a.txt", DATA)
        result = self.run_gradus("data", "normalise", "a.txt", "-o", "b.txt", "--method", "rank")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("error: --method: ", result.stderr)

    def test_refuses_an_output_whose_name_tells_nothing_before_reading(self):
        self.assert_fails(["data", "normalise", "absent.txt", "-o", "b.xyz"],
                          "b.xyz: its name does not tell the format; name the format with --to (gradus list formats)")

    def test_bad_data_is_named_and_nothing_is_written(self):
        self.write("a.txt", "1 qid:a 1:2\n1 qid:a 1:nan\n")
        result = self.run_gradus("data", "normalise", "a.txt", "-o", "b.txt", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertTrue(result.stderr.startswith("error: a.txt:2:"), result.stderr)


if __name__ == "__main__":
    main()
