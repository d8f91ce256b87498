"""gradus data convert, TREC judgments and runs: what is accepted, and what is refused with which words."""

import gzip

from command import CommandTest, main


class ConvertQrels(CommandTest):
    LINE = "query iteration document grade"

    def refuses(self, content, message):
        self.write("x.qrels", content)
        self.assert_fails(["data", "convert", "x.qrels", "-o", "y.qrels"], "x.qrels" + message)

    def converted(self, content):
        self.write("x.qrels", content)
        self.gradus("data", "convert", "x.qrels", "-o", "y.qrels")
        return self.content("y.qrels")

    def test_groups_the_lines_by_query(self):
        self.assertEqual(self.converted("# c\n7 0 a 1.0\n8\t2 a -2\n7 0 b#1 0.50\n"), "7 0 a 1\n7 0 b#1 0.5\n8 0 a -2\n")

    def test_accepts_carriage_returns_and_no_last_line_end(self):
        self.assertEqual(self.converted(b"7 0 a 1\r\n\r\n7 0 b 0"), "7 0 a 1\n7 0 b 0\n")

    def test_reads_and_writes_compressed_files(self):
        self.write("x.qrels.gz", gzip.compress(b"7 0 a 1\n"))
        self.gradus("data", "convert", "x.qrels.gz", "-o", "y.qrels.zst")
        self.gradus("data", "convert", "y.qrels.zst", "-o", "z.qrels")
        self.assertEqual(self.content("z.qrels"), "7 0 a 1\n")

    def test_reads_standard_input_and_writes_standard_output(self):
        self.assertEqual(self.gradus("data", "convert", "-", "--format", "qrels", "-o", "-", "--to", "qrels",
                                     stdin="7 0 a 1\n"), "7 0 a 1\n")

    def test_refuses_a_line_of_three_fields(self):
        self.refuses("7 0 a 1\n7 0 b 1\n7 0 c\n", f":3: the line has 3 fields, not 4; write '{self.LINE}'")

    def test_refuses_a_line_of_five_fields(self):
        self.refuses("7 0 a b 1\n", f":1: the line has 5 fields, not 4; write '{self.LINE}'")

    def test_refuses_letters_in_a_grade(self):
        self.refuses("7 0 a 1\n7 0 b 1l\n", ":2:7: grade '1l' is not a number; write a decimal number")

    def test_refuses_nan(self):
        self.refuses("7 0 a nan\n",
                     ":1:7: grade 'nan' is not a finite number; leave the line out or write a decimal number")

    def test_refuses_a_document_judged_twice(self):
        self.refuses("7 0 a 1\n8 0 a 1\n7 0 a 1\n",
                     ":3: document a is judged twice for query 7 (first on line 1); keep one of them")

    def test_refuses_a_file_without_judgments(self):
        for content in ("", "\n\n", "# only\n# comments\n"):
            self.refuses(content, f": it has no judged documents; give a file with lines '{self.LINE}'")

    def test_refuses_a_nul_byte(self):
        self.refuses(b"7 0 a 1\n7 0 \x00b 1\n",
                     ":2:5: the line holds a NUL byte; give a text file with lines that end in LF or CRLF")

    def test_refuses_a_truncated_gzip_file(self):
        text = "".join(f"7 0 document-{i * i} {i % 3}\n" for i in range(2000)).encode()
        self.write("x.qrels.gz", gzip.compress(text)[:2000])
        self.assert_fails(["data", "convert", "x.qrels.gz", "-o", "y.qrels"],
                          "x.qrels.gz: the gzip data ends too early; copy or compress the file again")

    def test_refuses_to_become_a_run(self):
        self.write("x.qrels", "7 0 a 1\n")
        self.assert_fails(["data", "convert", "x.qrels", "-o", "y.run"],
                          "y.run: run is a format for runs, not for judgments; "
                          "choose a format for judgments (gradus list formats)")


class ConvertRun(CommandTest):
    LINE = "query Q0 document rank score tag"

    def refuses(self, content, message):
        self.write("x.run", content)
        self.assert_fails(["data", "convert", "x.run", "-o", "y.run"], "x.run" + message)

    def converted(self, content):
        self.write("x.run", content)
        self.gradus("data", "convert", "x.run", "-o", "y.run")
        return self.content("y.run")

    def test_groups_the_lines_by_query_and_ranks_by_score(self):
        self.assertEqual(self.converted("7 Q0 a 1 0.5 t\n8 Q0 a 9 -0.0 t\n7 Q0 b 2 5e-1 t and words\n7 Q0 c 3 1e9 t\n"),
                         "7 Q0 a 3 0.5 t\n7 Q0 b 2 0.5 t\n7 Q0 c 1 1e+09 t\n8 Q0 a 1 -0 t\n")

    def test_keeps_every_digit_of_a_score(self):
        self.assertEqual(self.converted("7 Q0 a 1 0.30000000000000004 t\n"), "7 Q0 a 1 0.30000000000000004 t\n")

    def test_accepts_carriage_returns_and_no_last_line_end(self):
        self.assertEqual(self.converted(b"7 Q0 a 1 2 t\r\n7 Q0 b 2 1 t"), "7 Q0 a 1 2 t\n7 Q0 b 2 1 t\n")

    def test_refuses_lines_with_fields_missing(self):
        self.refuses("7 Q0 a 1 2 t\n\n7 Q0 b\n", f":3: the line has 3 fields, not 6; write '{self.LINE}'")
        self.refuses("7 Q0 a 1 2\n", f":1: the line has 5 fields, not 6; write '{self.LINE}'")

    def test_refuses_letters_in_a_score(self):
        self.refuses("7 Q0 a 1 2e t\n", ":1:10: score '2e' is not a number; write a decimal number")

    def test_refuses_nan(self):
        self.refuses("7 Q0 a 1 NaN t\n",
                     ":1:10: score 'NaN' is not a finite number; leave the line out or write a decimal number")

    def test_refuses_a_document_returned_twice(self):
        self.refuses("# c\n3 Q0 D1 1 9 t\n4 Q0 D1 1 9 t\n3 Q0 D1 2 8 t\n",
                     ":4: document D1 is returned twice for query 3 (first on line 2); keep one of them")

    def test_refuses_a_file_without_documents(self):
        for content in ("", "# only comments"):
            self.refuses(content, f": it has no returned documents; give a file with lines '{self.LINE}'")

    def test_refuses_a_nul_byte(self):
        self.refuses(b"7 Q0 a 1 2 t\x00\n",
                     ":1:13: the line holds a NUL byte; give a text file with lines that end in LF or CRLF")

    def test_refuses_a_truncated_gzip_file(self):
        text = "".join(f"7 Q0 document-{i * i} {i} {i / 7} t\n" for i in range(2000)).encode()
        self.write("x.run.gz", gzip.compress(text)[:2000])
        self.assert_fails(["data", "convert", "x.run.gz", "-o", "y.run"],
                          "x.run.gz: the gzip data ends too early; copy or compress the file again")


class Repeated(CommandTest):
    def test_documents_of_one_name_are_not_written_as_contradicting_lines(self):
        self.write("d.txt", "2 qid:1 1:1\n0 qid:1 1:2 # 0\n")
        self.assert_fails(["data", "convert", "d.txt", "-o", "d.qrels"],
                          "d.qrels: query 1 has two documents called '0'; give each document of a query an id of its own")


if __name__ == "__main__":
    main()
