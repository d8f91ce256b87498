"""gradus data map-grades."""

from command import CommandTest, main

DATA = "0 qid:1 1:1 #docid = a\n1 qid:1 1:2 #docid = b\n2 qid:1 1:3 #docid = c\n4 qid:2 1:4 #docid = d\n0 qid:2 1:5 #docid = e\n"


class MapGrades(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("a.txt", DATA)
        self.write("a.txt.click", "0.05\n0.1\n0.9\n\n0.5\n")

    def grades(self, *options, output="b.txt"):
        self.gradus("data", "map-grades", "a.txt", "-o", output, *options)
        lines = self.content(output).splitlines()
        self.assertEqual([line.split(" ", 1)[1] for line in lines], [line.split(" ", 1)[1] for line in DATA.splitlines()])
        return [line.split()[0] for line in lines]

    def test_by_a_table(self):
        self.assertEqual(self.grades("--map", "0=0,1=0,2=1,4=1"), ["0", "0", "1", "1", "0"])
        self.assertEqual(self.grades("--map", "4=2.5,rest=1"), ["1", "1", "1", "2.5", "1"])

    def test_refuses_grades_that_are_not_mapped(self):
        self.assert_fails(["data", "map-grades", "a.txt", "-o", "b.txt", "--map", "1=0,2=1"],
                          "a.txt: 2 values are not mapped: 0 (2 documents), 4 (1 document); map them too, as in 0=0, or all of "
                          "them with rest=0")

    def test_cuts_off(self):
        self.assertEqual(self.grades("--clip", "2"), ["0", "1", "2", "2", "0"])
        self.assertEqual(self.grades("--map", "0=0,1=5,rest=9", "--clip", "6"), ["0", "5", "6", "6", "0"])

    def test_thresholds_of_a_label_column(self):
        self.assertEqual(self.grades("--from", "click", "--thresholds", "0.1,0.5", "--missing-grade", "0"), ["0", "1", "2", "0", "2"])
        self.assertEqual(self.content("b.txt.click"), "0.05\n0.1\n0.9\n\n0.5\n", "the column goes along")
        self.assert_fails(["data", "map-grades", "a.txt", "-o", "c.txt", "--from", "click", "--thresholds", "0.1,0.5"],
                          "a.txt, label column click: 1 document has no value; say which grade they get with --missing-grade, such as 0")

    def test_a_column_as_it_is(self):
        self.assertEqual(self.grades("--from", "click", "--missing-grade", "0"), ["0.05", "0.1", "0.9", "0", "0.5"])

    def test_keeps_the_old_grades(self):
        self.assertEqual(self.grades("--clip", "1", "--keep", "graded"), ["0", "1", "1", "1", "0"])
        self.assertEqual(self.content("b.txt.graded"), "0\n1\n2\n4\n0\n")
        self.assert_fails(["data", "map-grades", "a.txt", "-o", "c.txt", "--clip", "1", "--keep", "click", "--columns", "click"],
                          "a.txt: there is a label column 'click' already; keep the old grades under another name")
        self.assert_fails(["data", "map-grades", "a.txt", "-o", "c.txt", "--clip", "1", "--keep", "weight"],
                          "option --keep: 'weight' cannot name a label column; use letters, digits, _ and -, such as top10")

    def test_says_what_it_did(self):
        result = self.run_gradus("data", "map-grades", "a.txt", "-o", "b.txt", "--map", "0=0,1=0,2=1,4=1", "--quiet")
        self.assertEqual(result.stderr, "note: 0 to 0: 2 documents, 1 to 0: 1 document, 2 to 1: 1 document, 4 to 1: 1 document\n")
        result = self.run_gradus("data", "map-grades", "a.txt", "-o", "b.txt", "--clip", "7", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, "note: no grade changed\n"))

    def test_sums_up_where_there_are_many_values(self):
        self.write("m.txt", "".join(f"{i} qid:1 1:1\n" for i in range(20)))
        result = self.run_gradus("data", "map-grades", "m.txt", "-o", "b.txt", "--thresholds", "5,19", "--quiet")
        self.assertEqual(result.stderr, "note: grade 0: 5 documents, grade 1: 14 documents, grade 2: 1 document\n")

    def test_csv_and_standard_streams(self):
        self.write("a.csv", "query,grade,x\nq,3,1\nq,0,2\n")
        self.gradus("data", "map-grades", "a.csv", "-o", "b.csv", "--map", "3=1,0=0")
        self.assertEqual(self.content("b.csv"), "query,grade,x\nq,1,1\nq,0,2\n")
        self.assertEqual(self.gradus("data", "map-grades", "-", "-o", "-", "--clip", "1", stdin="3 qid:1 1:1\n"), "1 qid:1 1:1\n")

    def test_misuse(self):
        command = ["data", "map-grades", "a.txt", "-o", "b.txt"]
        for more, message in (([], "give one of --map, --thresholds, --clip and --from"),
                              (["--map", "0=0", "--thresholds", "1"], "give --map or --thresholds, not both")):
            result = self.run_gradus(*command, *more)
            self.assertEqual((result.returncode, result.stderr.splitlines()[0]), (2, "error: " + message))
        self.assert_fails([*command, "--map", "0=0,1"],
                          "option --map: '1' does not map a grade to a grade; write OLD=NEW, two numbers from 0, or rest=NEW")
        self.assert_fails([*command, "--thresholds", "0.5,0.1"],
                          "option --thresholds: 0.1 does not come after 0.5; give rising numbers, such as 0.1,0.5")
        self.assert_fails([*command, "--clip=-1"], "option --clip: -1 is not a grade; grades are numbers from 0")


if __name__ == "__main__":
    main()
