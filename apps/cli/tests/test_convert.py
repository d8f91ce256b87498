"""gradus data convert."""

from command import CommandTest, main


class Convert(CommandTest):
    def test_writes_the_shortest_form_of_each_number(self):
        self.write("a.txt", "2 qid:7 1:0.50000 3:1e2 #docid = D1 inc = 1\n0 qid:7 2:NULL\n")
        self.gradus("data", "convert", "a.txt", "-o", "b.txt")
        self.assertEqual(self.content("b.txt"), "2 qid:7 1:0.5 2:0 3:100 #docid = D1 inc = 1\n0 qid:7 1:0 2:NULL 3:0\n")

    def test_sparse_leaves_out_zeros_but_not_the_last_feature(self):
        self.write("a.txt", "2 qid:7 1:0.5 4:1\n0 qid:7 2:3\n")
        self.gradus("data", "convert", "a.txt", "-o", "b.txt", "--sparse")
        self.assertEqual(self.content("b.txt"), "2 qid:7 1:0.5 4:1\n0 qid:7 2:3 4:0\n")

    def test_prints_nothing_where_standard_output_cannot_hold_the_side_files(self):
        documents = 20000  # more text than any buffer
        self.write("a.txt", "1 qid:7 1:0.125 2:0.25 3:0.5 4:0.75\n" * documents)
        self.write("a.txt.weight", "1\n" * documents)
        self.assert_fails(["data", "convert", "a.txt", "-o", "-", "--to", "letor"],
                          "<stdout>: label columns, weights and positions stand in files beside the data; "
                          "name a file to write to")

    def test_refuses_an_unknown_output_format(self):
        self.write("a.txt", "2 qid:7 1:0.5\n")
        self.assert_fails(["data", "convert", "a.txt", "-o", "b.xyz"],
                          "b.xyz: its name does not tell the format; name the format with --to (gradus list formats)")
        result = self.run_gradus("data", "convert", "a.txt", "-o", "b", "--to", "gradus")
        self.assertEqual((result.returncode, result.stderr.split(";")[0]), (2, "error: option --to: unknown format 'gradus'"))

    def test_the_grades_of_data_become_judgments(self):
        self.write("a.txt", "2 qid:7 1:0.5 #docid = D1\n0 qid:7 1:0\n1 qid:8 1:3 # X\n")
        self.gradus("data", "convert", "a.txt", "-o", "a.qrels")
        self.assertEqual(self.content("a.qrels"), "7 0 D1 2\n7 0 1 0\n8 0 X 1\n")

    def test_refuses_another_kind(self):
        self.write("a.qrels", "7 0 D1 2\n")
        self.assert_fails(["data", "convert", "a.qrels", "-o", "a.txt"],
                          "a.txt: letor is a format for data to rank, not for judgments; "
                          "choose a format for judgments (gradus list formats)")


if __name__ == "__main__":
    main()
