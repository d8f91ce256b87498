"""gradus data top-k."""

import re

from command import CommandTest, main, more_help

DATA = """\
0 qid:1 1:1 #docid = A
2 qid:1 1:2 #docid = B
1 qid:1 1:3 #docid = C
1 qid:2 1:4
0 qid:2 1:5
"""


def grades_of(text):
    return [line.split()[0] for line in text.splitlines()]


class TopK(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("a.txt", DATA)

    def test_replaces_the_grades_and_keeps_the_old_ones(self):
        self.gradus("data", "top-k", "a.txt", "-o", "b.txt", "--k", "2")
        self.assertEqual(self.content("b.txt"), "0 qid:1 1:1 #docid = A\n2 qid:1 1:2 #docid = B\n"
                                                "1 qid:1 1:3 #docid = C\n2 qid:2 1:4\n1 qid:2 1:5\n")
        self.assertEqual(self.content("b.txt.graded"), "0\n2\n1\n1\n0\n")

    def test_k_is_10_and_labels_run_out(self):
        self.gradus("data", "top-k", "a.txt", "-o", "b.txt", "--drop")
        self.assertEqual(grades_of(self.content("b.txt")), ["8", "10", "9", "10", "9"])
        self.assertEqual(self.gradus("data", "top-k", "a.txt", "-o", "-", "--to", "letor", "--drop"),
                         self.content("b.txt"))

    def test_writes_a_label_column_only(self):
        self.gradus("data", "top-k", "a.txt", "--column", "top3", "--k", "3")
        self.assertEqual(self.content("a.txt.top3"), "1\n3\n2\n3\n2\n")
        self.assertEqual(self.content("a.txt"), DATA)
        self.assert_fails(["data", "top-k", "a.txt", "--column", "top3"],
                          "a.txt.top3: there is such a label column; name another, or say --force")
        self.gradus("data", "top-k", "a.txt", "--column", "top3", "--k", "1", "--force")
        self.assertEqual(self.content("a.txt.top3"), "0\n1\n0\n1\n0\n")

    def test_a_label_column_stands_beside_weights(self):
        self.write("a.txt.weight", "1\n2\n3\n4\n5\n")
        self.write("a.txt.position", "1\n2\n3\n1\n2\n")
        self.gradus("data", "top-k", "a.txt", "--column", "top3", "--k", "3")
        self.assertEqual(self.content("a.txt.top3"), "1\n3\n2\n3\n2\n")

    def test_equal_grades_are_ordered_by_seed_and_draw(self):
        self.write("tied.txt", "".join(f"{i % 2} qid:1 1:{i}\n" for i in range(20)))

        def labels(*options):
            return grades_of(self.gradus("data", "top-k", "tied.txt", "-o", "-", "--to", "letor", "--drop", *options))
        usual = labels()
        self.assertEqual(sorted(map(int, usual[1::2])), list(range(1, 11)))  # the ten documents of grade 1
        self.assertEqual(usual[0::2], ["0"] * 10)
        self.assertEqual(usual, labels("--seed", "1", "--draw", "1"))
        self.assertNotEqual(usual, labels("--draw", "2"))
        self.assertNotEqual(usual, labels("--seed", "2"))

    def test_true_orders_from_a_list(self):
        self.write("order.txt", "1 C\n2 1\n1 A\n")
        self.gradus("data", "top-k", "a.txt", "-o", "b.txt", "--order", "order.txt", "--k", "3", "--drop")
        self.assertEqual(grades_of(self.content("b.txt")), ["2", "0", "3", "0", "3"])

    def test_true_orders_from_a_column(self):
        self.write("a.txt.rank", "2\n\n1\nNULL\nNULL\n")
        result = self.run_gradus("data", "top-k", "a.txt", "--column", "top3", "--order-column", "rank", "--k", "3",
                                 "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(re.search(r"1 of 2 queries has no ranked document: all labels there are 0", result.stderr),
                        result.stderr)
        self.assertEqual(self.content("a.txt.top3"), "2\n0\n3\n0\n0\n")

    def test_bad_orders(self):
        top = ["data", "top-k", "a.txt", "-o", "b.txt"]
        self.write("order.txt", "1 C\n1 X\n")
        self.assert_fails([*top, "--order", "order.txt"],
                          "order.txt:2: query 1 has no document X; list the documents of the data only")
        self.write("order.txt", "1 C\n9 C\n")
        self.assert_fails([*top, "--order", "order.txt"],
                          "order.txt:2: the data has no query 9; list the queries of the data only")
        self.write("order.txt", "1 C\n1 B\n\n1 C\n")
        self.assert_fails([*top, "--order", "order.txt"],
                          "order.txt:4: document C of query 1 was listed before, on line 1; list a document once")
        self.write("a.txt.rank", "2\n\n0.5\n\n\n")
        self.assert_fails([*top, "--order-column", "rank"],
                          "label column 'rank': document C of query 1 has rank 0.5; ranks are whole numbers from 1")
        self.assert_fails([*top, "--order-column", "place"],
                          "a.txt: there is no label column 'place' beside it; make the file a.txt.place with a value "
                          "for each document")

    def test_bad_requests(self):
        top = ["data", "top-k", "a.txt"]
        self.assert_fails([*top, "-o", "b.txt", "--k", "0"],
                          "--k: 0 is not a whole number from 1 to 16777216" + more_help("data", "top-k"), code=2)
        self.assert_fails([*top, "--column", "weight"], "option --column: 'weight' cannot name a label column; use "
                                                        "letters, digits, _ and -, such as top10")
        self.assert_fails([*top, "--column", "../x"], "option --column: '../x' cannot name a label column; use "
                                                      "letters, digits, _ and -, such as top10")
        self.assert_fails(["data", "top-k", "-", "--column", "top10"],
                          "<stdin>: a label column stands in a file beside the data; name a file, or write a data set "
                          "with -o")
        self.write("a.txt.graded", "0\n0\n0\n0\n0\n")
        self.assert_fails([*top, "-o", "b.txt", "--columns", "graded"],
                          "a.txt: there is a label column 'graded', where the old grades would go; say --drop to leave "
                          "the old grades out")
        self.assert_fails([*top, "-o", "-", "--to", "letor"],
                          "<stdout>: label columns, weights and positions stand in files beside the data; name a file "
                          "to write to")

    def test_misuse(self):
        more = more_help("data", "top-k")
        self.assert_fails(["data", "top-k", "a.txt"],
                          "give -o FILE for a data set or --column NAME for a label column" + more, code=2)
        self.assert_fails(["data", "top-k", "a.txt", "-o", "b.txt", "--order", "x", "--order-column", "y"],
                          "give --order or --order-column, not both" + more, code=2)


if __name__ == "__main__":
    main()
