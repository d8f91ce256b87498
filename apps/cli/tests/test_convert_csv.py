"""gradus data convert: CSV, TSV and LightGBM's form, side files, pairs."""

import gzip
import os

from command import SHARED, CommandTest, main, needs_shared

LETOR = "2 qid:7 1:0.5 2:0 #docid = D1\n0 qid:7 1:0 2:NULL #docid = D2\n1 qid:8 1:3 2:-1 #docid = D3\n"


class Csv(CommandTest):
    def test_letor_becomes_csv_and_comes_back_the_same(self):
        self.write("a.txt", LETOR)
        self.gradus("data", "convert", "a.txt", "-o", "b.csv")
        self.assertEqual(self.content("b.csv"), "query,document,grade,1,2\n7,D1,2,0.5,0\n7,D2,0,0,\n8,D3,1,3,-1\n")
        self.gradus("data", "convert", "b.csv", "-o", "c.txt")
        self.assertEqual(self.content("c.txt"), LETOR)

    def test_tabs_label_columns_and_other_names(self):
        self.write("a.tsv", 'rel\ttopic\turl\tclick\t"bm 25"\n1\tq\thttp://x\t0\t2.5\n0\tq\t"y\tz"\t\t\n')
        self.gradus("data", "convert", "a.tsv", "-o", "b.csv", "--grade-column", "rel", "--query-column", "topic",
                    "--document-column", "url", "--columns", "click")
        self.assertEqual(self.content("b.csv"),
                         "query,document,grade,click,bm 25\nq,http://x,1,0,2.5\nq,y\tz,0,,\n")

    def test_label_columns_of_csv_become_side_files(self):
        self.write("a.csv", "query,grade,click,weight,1\nq,1,0,2,5\nq,0,,1,6\n")
        self.gradus("data", "convert", "a.csv", "-o", "b.txt", "--columns", "click")
        self.assertEqual(self.content("b.txt"), "1 qid:q 1:5\n0 qid:q 1:6\n")
        self.assertEqual(self.content("b.txt.click"), "0\n\n")
        self.assertEqual(self.content("b.txt.weight"), "2\n1\n")

    def test_standard_input_and_output(self):
        out = self.gradus("data", "convert", "-", "--format", "csv", "-o", "-", "--to", "tsv",
                          stdin="query,grade,f\nq,1,2\n")
        self.assertEqual(out, "query\tgrade\tf\nq\t1\t2\n")

    def test_says_what_is_not_kept(self):
        self.write("a.txt", "1 qid:q 1:2 #docid = D inc = 1\n")
        result = self.run_gradus("data", "convert", "a.txt", "-o", "b.csv", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, "note: of the comments only the documents' ids are kept\n"))
        self.write("a.csv", "query,grade,bm25\nq,1,2\n")
        result = self.run_gradus("data", "convert", "a.csv", "-o", "b.txt", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (0, "note: the names of the features are not kept: they become numbers\n"))

    def test_refuses_bad_tables(self):
        for text, message in [
                ("query,grade,f\nq,1,x\n",
                 "a.csv:2:5: column 'f': 'x' is not a number; write a decimal number, or leave the column out with --ignore f"),
                ("query,grade\nq,1\nq,1,2\n",
                 "a.csv:3: the record has 3 fields, but the header on line 1 has 2; give every record the same number of fields (commas separate them)"),
                ('query,grade\n"q,1\n',
                 "a.csv:2:1: the quote is never closed; close it, and double every quote inside the field"),
                ('query,grade\n"q"x,1\n',
                 "a.csv:2:4: text follows a closing quote; double every quote inside the field"),
                ("query,grade\nq\0,1\n", "a.csv:2:2: the record holds a NUL byte; give a text file"),
                ("query,grade\na,1\nb,1\na,1\n",
                 "a.csv:4: query a comes back after other queries (it began on line 2); keep the documents of a query "
                 "together (gradus data sort brings them together)"),
                ("topic,grade\na,1\n",
                 "a.csv:1: there is no column 'query', 'qid', 'query_id' or 'group' (the query; --query-column names another); the "
                 "columns are: topic, grade (separated by commas)"),
                ("query,grade\n", "a.csv: it has no documents; give a record for each document"),
                ("", "a.csv: it has no header; name the columns in the first line")]:
            self.write("a.csv", text)
            self.assert_fails(["data", "convert", "a.csv", "-o", "b.txt"], message)

    def test_refuses_ids_that_letor_text_cannot_hold(self):
        self.write("a.csv", "query,grade\nbig cats,1\n")
        self.assert_fails(["data", "convert", "a.csv", "-o", "b.txt"],
                          "b.txt: LETOR text cannot hold the query id 'big cats'; use ids without blanks, or another format")

    @needs_shared
    def test_reads_the_pool_of_catboost_by_its_column_description(self):
        folder = os.path.join(SHARED, "data", "catboost-querywise")
        self.gradus("data", "convert", os.path.join(folder, "test.zst"), "--format", "tsv", "--cd",
                    os.path.join(folder, "train.cd.zst"), "-o", "b.txt")
        lines = self.content("b.txt").splitlines()
        self.assertEqual(len(lines), 500)
        self.assertTrue(lines[0].startswith("0.07 qid:10 1:0.257727 2:0.0215909 "), lines[0])


class SideFiles(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("a.txt", LETOR)

    def test_are_carried_along(self):
        self.write("a.txt.click", "1\n\n0.5\n")
        self.write("a.txt.weight", "1\n2\n0.25\n")
        with gzip.open(self.path("a.txt.position.gz"), "wb") as file:
            file.write(b"3\n1\n0\n")
        self.gradus("data", "convert", "a.txt", "-o", "b.txt", "--columns", "click")
        self.assertEqual(self.content("b.txt"), LETOR)
        self.assertEqual(self.content("b.txt.click"), "1\n\n0.5\n")
        self.assertEqual(self.content("b.txt.weight"), "1\n2\n0.25\n")
        self.assertEqual(self.content("b.txt.position"), "3\n1\n0\n")
        self.gradus("data", "convert", "b.txt", "-o", "c.csv", "--columns", "click")
        self.assertEqual(self.content("c.csv"),
                         "query,document,grade,click,weight,1,2\n7,D1,2,1,1,0.5,0\n7,D2,0,,2,0,\n8,D3,1,0.5,0.25,3,-1\n")
        self.assertEqual(self.content("c.csv.position"), "3\n1\n0\n")

    def test_that_do_not_fit_are_refused(self):
        for text, message in [
                ("1\n2\n", "a.txt.click: there are 2 values for 3 documents; give a line for each document, in the same order"),
                ("1\n2\n3\n4\n",
                 "a.txt.click:4: there are more than the 3 values of the data; give a line for each document, in the same order"),
                ("1\nx\n3\n", "a.txt.click:2: 'x' is not a finite number; write one decimal number a line"),
                ("1\ninf\n3\n", "a.txt.click:2: 'inf' is not a finite number; write one decimal number a line"),
                ("1\n-1\n3\n", "a.txt.click:2: grade -1 is negative; grades start at 0")]:
            self.write("a.txt.click", text)
            self.assert_fails(["data", "convert", "a.txt", "-o", "b.txt", "--columns", "click"], message)
        self.assert_fails(["data", "convert", "a.txt", "-o", "b.txt", "--columns", "view"],
                          "a.txt: there is no label column 'view' beside it; make the file a.txt.view with a value for each document")
        self.write("a.txt.weight", "1\n-1\n1\n")
        self.assert_fails(["data", "convert", "a.txt", "-o", "b.txt"],
                          "a.txt.weight:2: weight -1 is negative; weights start at 0")

    def test_left_by_earlier_data_are_not_taken_for_part_of_the_new(self):
        self.write("b.txt.weight", "1\n1\n1\n")
        self.assert_fails(["data", "convert", "a.txt", "-o", "b.txt"],
                          "b.txt.weight: it stands beside b.txt and would be read with it; remove it, or write to another name")


class Lightgbm(CommandTest):
    def test_is_written_with_the_sizes_of_the_queries(self):
        self.write("a.txt", LETOR)
        result = self.run_gradus("data", "convert", "a.txt", "-o", "b.train", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (0, "note: the ids of queries and documents are not kept: they become numbers\n"))
        self.assertEqual(self.content("b.train"), "2 1:0.5 2:0\n0 1:0 2:NULL\n1 1:3 2:-1\n")
        self.assertEqual(self.content("b.train.query"), "2\n1\n")
        self.gradus("data", "convert", "b.train", "-o", "c.txt")
        self.assertEqual(self.content("c.txt"), "2 qid:1 1:0.5 2:0\n0 qid:1 1:0 2:NULL\n1 qid:2 1:3 2:-1\n")

    def test_wants_sizes_that_fit(self):
        self.write("a.train", "1 1:2\n0 1:3\n")
        self.assert_fails(["data", "convert", "a.train", "-o", "b.txt"],
                          "a.train: there is no .query file beside it; give the number of documents of each query, a line each")
        self.write("a.train.query", "3\n")
        self.assert_fails(["data", "convert", "a.train", "-o", "b.txt"],
                          "a.train.query:1: query 1 has 3 documents here, but only 2 are left in a.train; make the two files match")
        self.write("a.train.query", "1\n")
        self.assert_fails(["data", "convert", "a.train", "-o", "b.txt"],
                          "a.train.query: the queries have 1 document, but a.train has 2; make the two files match")


class Pairs(CommandTest):
    def test_preferences_become_pairs(self):
        self.write("a.pref", "q1 a b b\nq2 c d c\n")
        self.gradus("data", "convert", "a.pref", "-o", "b.pairs")
        self.assertEqual(self.content("b.pairs"), "q1\tb\ta\nq2\tc\td\n")

    def test_bad_pairs_are_refused(self):
        self.write("a.pairs", "q\ta\tb\t0\n")
        self.assert_fails(["data", "convert", "a.pairs", "-o", "b.pairs"],
                          "a.pairs:1:7: weight '0' is not a number above 0; write a decimal number, or leave it out")
        self.write("a.pairs", "4\t5\n")
        self.assert_fails(["data", "convert", "a.pairs", "-o", "b.pairs"],
                          "a.pairs:1: the line has 2 tab-separated fields, not 3 or 4; "
                          "write 'query winner loser [weight]'; pairs of rows are read with the data they belong to, "
                          "by the learner lambdamart with --set objective=pairs, --set pairs=FILE and --set pairs_form=rows")
        self.assert_fails(["data", "convert", "a.pairs", "--format", "pairs-rows", "-o", "b.pairs"],
                          "b.pairs: a pair has no query; pairs of rows are read with the data they belong to, "
                          "by the learner lambdamart with --set objective=pairs and --set pairs=FILE")
        self.write("a.pref", "q a b c\n")
        self.assert_fails(["data", "convert", "a.pref", "-o", "b.pairs"],
                          "a.pref:1:7: the preferred document c is not one of the two; write the id of the better document")

    def test_pairs_are_no_documents(self):
        self.write("a.pairs", "q\ta\tb\n")
        self.assert_fails(["data", "convert", "a.pairs", "-o", "b.csv"],
                          "b.csv: csv is a format for data to rank, not for pairs; "
                          "choose a format for pairs (gradus list formats)")


if __name__ == "__main__":
    main()
