"""gradus data sort."""

from command import CommandTest, main

SCATTERED = """\
1 qid:10 1:0.5 #docid = a
0 qid:9 1:0.25 #docid = b
2 qid:10 1:0.75 #docid = c
0 qid:9 1:1 #docid = d
0 qid:2 1:2 #docid = e
0 qid:10 1:3 #docid = f
"""
GATHERED = """\
1 qid:10 1:0.5 #docid = a
2 qid:10 1:0.75 #docid = c
0 qid:10 1:3 #docid = f
0 qid:9 1:0.25 #docid = b
0 qid:9 1:1 #docid = d
0 qid:2 1:2 #docid = e
"""
NOTE = "note: 2 of 3 queries had documents in several places; they are together now\n"


class Sort(CommandTest):
    def test_brings_the_documents_of_a_query_together_in_their_order(self):
        self.write("a.txt", SCATTERED)
        result = self.run_gradus("data", "sort", "a.txt", "-o", "b.txt", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, NOTE))
        self.assertEqual(self.content("b.txt"), GATHERED)
        self.gradus("data", "stats", "b.txt")

    def test_label_columns_weights_and_positions_go_along(self):
        self.write("a.txt", SCATTERED)
        self.write("a.txt.click", "0.1\n0.2\n\n0.4\n0.5\n0.6\n")
        self.write("a.txt.weight", "1\n2\n3\n4\n5\n6\n")
        self.write("a.txt.position", "6\n5\n4\n3\n2\n1\n")
        self.gradus("data", "sort", "a.txt", "-o", "b.txt", "--columns", "click")
        self.assertEqual(self.content("b.txt"), GATHERED)
        self.assertEqual(self.content("b.txt.click"), "0.1\n\n0.6\n0.2\n0.4\n0.5\n")
        self.assertEqual(self.content("b.txt.weight"), "1\n3\n6\n2\n4\n5\n")
        self.assertEqual(self.content("b.txt.position"), "6\n4\n1\n5\n3\n2\n")

    def test_csv_too(self):
        self.write("a.csv", "query,document,grade,x,click\nq,a,1,5,0.5\nr,b,0,6,\nq,c,2,7,1\n")
        self.gradus("data", "sort", "a.csv", "-o", "b.csv", "--columns", "click")
        self.assertEqual(self.content("b.csv"), "query,document,grade,click,x\nq,a,1,0.5,5\nq,c,2,1,7\nr,b,0,,6\n")

    def test_the_same_whatever_the_batches_and_threads(self):
        lines = [f"{i % 3} qid:{i * 7919 % 97} 1:{i} 2:{i * 31 % 1000}\n" for i in range(30000)]
        self.write("a.txt", "".join(lines))
        first = {}
        for line in lines:
            first.setdefault(line.split()[1], []).append(line)
        self.gradus("data", "sort", "a.txt", "-o", "b.txt", "--threads", "1")
        self.gradus("data", "sort", "a.txt", "-o", "c.txt", "--threads", "5")
        self.assertEqual(self.content("b.txt"), "".join(line for own in first.values() for line in own))
        self.assertEqual(self.content("b.txt"), self.content("c.txt"))

    def test_by_id(self):
        self.write("a.txt", SCATTERED)
        self.gradus("data", "sort", "a.txt", "-o", "b.txt", "--order", "id")
        lines = GATHERED.splitlines(keepends=True)
        self.assertEqual(self.content("b.txt"), "".join(lines[5:] + lines[3:5] + lines[:3]))
        self.write("t.csv", "query,grade,x\nb,1,1\na10,0,2\nb,2,3\na9,0,4\n")
        self.gradus("data", "sort", "t.csv", "-o", "u.csv", "--order", "id")
        self.assertEqual(self.content("u.csv"), "query,grade,x\na10,0,2\na9,0,4\nb,1,1\nb,2,3\n")

    def test_says_when_there_was_nothing_to_do(self):
        self.write("a.txt", GATHERED)
        result = self.run_gradus("data", "sort", "a.txt", "-o", "b.txt", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (0, "note: the documents of each query are together already\n"))
        self.assertEqual(self.content("b.txt"), GATHERED)

    def test_formats_that_keep_queries_together(self):
        self.write("a.txt", GATHERED)
        for name in ("b.train", "b.gradus"):
            self.gradus("data", "convert", "a.txt", "-o", name)
            result = self.run_gradus("data", "sort", name, "-o", "c.txt", "--quiet")
            self.assertEqual((result.returncode, result.stderr.splitlines()[0]),
                             (0, "note: the documents of each query are together already"))

    def test_the_reader_points_to_it(self):
        self.write("a.txt", SCATTERED)
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:3: query 10 comes back after other queries (it began on line 1); keep the documents of "
                          "a query together (gradus data sort brings them together)")

    def test_a_cache_does_not_hide_that_data_is_scattered(self):
        self.write("a.txt", SCATTERED)
        self.gradus("data", "sort", "a.txt", "-o", "b.txt", "--cache")
        result = self.run_gradus("data", "stats", "a.txt", "--cache", "--quiet")
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    main()
