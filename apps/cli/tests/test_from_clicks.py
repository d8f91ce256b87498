"""gradus data from-clicks."""

import os

from command import SHARED, CommandTest, main, needs_shared

LOG = """\
{"session": "s1", "query": "Q", "shown": ["a", "b"], "clicks": [{"doc": "a"}, {"doc": "b"}]}
{"session": "s1", "query": "r", "shown": ["c", "a"], "clicks": [{"doc": "c"}, {"doc": "a"}]}
{"session": "s2", "query": "q", "shown": ["b", "c"], "clicks": [{"doc": "b"}]}
{"session": "s2", "query": "q ", "shown": ["b", "a"], "clicks": []}
"""
HEADER = "query\tdocument\tclicks\timpressions\tctr\n"
EXAMPLE = '{"query": "q", "shown": ["d1", "d2"], "clicks": [{"doc": "d1"}]}'


class FromClicks(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("log.jsonl", LOG)

    def table(self, *options):
        return self.gradus("data", "from-clicks", "log.jsonl", *options)

    def test_prints_a_table_of_last_clicks(self):
        third = "0.3333333333333333"
        self.assertEqual(self.table(), HEADER + f"q\ta\t0\t2\t0\nq\tb\t1\t3\t{third}\nq\tc\t0\t1\t0\n"
                         "r\ta\t1\t1\t1\nr\tc\t0\t1\t0\n")

    def test_counts_the_last_click_of_each_page(self):
        self.assertIn("q\tb\t2\t3\t0.6666666666666666\n", self.table("--last", "page"))

    def test_divides_by_the_issues_of_the_query(self):
        self.assertIn("q\tb\t2\t3\t0.6666666666666666\nq\tc\t0\t1\t0\n",
                      self.table("--last", "page", "--per", "query"))
        self.write("log.jsonl", LOG + '{"query": "q", "shown": ["c"], "clicks": []}\n')
        self.assertIn("q\tb\t1\t3\t0.25\n", self.table("--per", "query"))

    def test_adds_a_prior_and_misses_what_is_rare(self):
        self.assertEqual(self.table("--prior", "1,5", "--min-impressions", "2"),
                         HEADER + "q\ta\t0\t2\t0.14285714285714285\nq\tb\t1\t3\t0.25\nq\tc\t0\t1\t\n"
                         "r\ta\t1\t1\t\nr\tc\t0\t1\t\n")

    def test_keeps_queries_as_written_when_told(self):
        self.assertEqual(self.table("--no-normalise"),
                         HEADER + "Q\ta\t0\t1\t0\nQ\tb\t0\t1\t0\nq\tb\t1\t1\t1\nq\tc\t0\t1\t0\n"
                         "q \ta\t0\t1\t0\nq \tb\t0\t1\t0\nr\ta\t1\t1\t1\nr\tc\t0\t1\t0\n")

    def test_adds_over_similar_queries_before_dividing(self):
        self.write("similar.tsv", "q\tletters\nR\tletters\n")
        self.assertEqual(self.table("--similar", "similar.tsv"),
                         HEADER + "letters\ta\t1\t3\t0.3333333333333333\nletters\tb\t1\t3\t0.3333333333333333\n"
                         "letters\tc\t0\t2\t0\n")

    def test_writes_a_label_column_that_reads_back(self):
        self.write("train.txt", "1 qid:q 1:0 #docid = b\n0 qid:q 1:0 #docid = x\n"
                                "0 qid:q 1:0 #docid = c\n0 qid:R 1:1 #docid = a\n")
        result = self.run_gradus("data", "from-clicks", "log.jsonl", "--data", "train.txt", "-o", "train.txt.click",
                                 "--quiet")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertEqual(result.stderr, "note: 3 of 4 documents got a value, 2 of 5 clicks counted\n")
        self.assertEqual(self.content("train.txt.click"), "0.33333334\n\n0\n1\n")
        self.gradus("data", "convert", "train.txt", "--columns", "click", "-o", "copy.txt")
        self.assertEqual(self.content("copy.txt.click"), "0.33333334\n\n0\n1\n")

    def assert_refused(self, data, message, *options, log="log.jsonl"):
        self.write("train.txt", data)
        self.assert_fails(["data", "from-clicks", log, "--data", "train.txt", "-o", "train.txt.click", *options], message)

    def test_refuses_the_log_of_other_queries(self):
        self.assert_refused("1 qid:17 1:0 #docid = a\n0 qid:18 1:0 #docid = b\n",
                            "log.jsonl: none of its 2 queries is in train.txt (the log has query 'q', the data query '17'); "
                            "give the log of these queries, or map its queries to those of the data with --similar")

    def test_refuses_the_log_of_other_documents(self):
        self.assert_refused("1 qid:q 1:0 #docid = D7\n0 qid:z 1:0 #docid = b\n",
                            "log.jsonl: 1 of 2 queries of train.txt is in it, but no document of theirs (for query 'q' the log "
                            "shows 'a', the data has 'D7'); use the same document ids in both")
        self.assert_refused("1 qid:q 1:0\n",
                            "log.jsonl: 1 of 1 query of train.txt is in it, but no document of theirs (for query 'q' the log "
                            "shows 'a', the data has '0'); the data has no document ids, so its documents count from 0: write "
                            "'#docid = ID' behind LETOR lines, or a column 'document' in CSV")

    def test_refuses_a_log_with_too_few_impressions(self):
        self.assert_refused("1 qid:q 1:0 #docid = a\n0 qid:q 1:0 #docid = b\n",
                            "log.jsonl: no document of train.txt was shown often enough: 3 times at most; lower "
                            "--min-impressions, which is 9", "--min-impressions", "9")

    def test_tells_when_few_ids_match(self):
        self.write("log.jsonl", LOG + "".join(f'{{"query": "r{i}", "shown": ["a"], "clicks": []}}\n' for i in range(30)))
        self.write("train.txt", "0 qid:q 1:0 #docid = a\n" + "".join(f"0 qid:p{i} 1:0 #docid = a\n" for i in range(30)))
        result = self.run_gradus("data", "from-clicks", "log.jsonl", "--data", "train.txt", "-o", "x.click", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (0, "note: 1 of 31 documents got a value, 2 of 5 clicks counted\n"
                             "note: few ids match: the log has 1 of 31 documents of train.txt, which has 1 of 35 shown documents "
                             "of the log (the log has query 'r', the data 'p0'); check that the log is of this data\n"))
        # a log of much more than the data is none of that, nor one of a few pages
        self.write("train.txt", "0 qid:q 1:0 #docid = a\n0 qid:q 1:0 #docid = x\n")
        result = self.run_gradus("data", "from-clicks", "log.jsonl", "--data", "train.txt", "-o", "x.click", "--quiet")
        self.assertEqual(result.stderr, "note: 1 of 2 documents got a value, 2 of 5 clicks counted\n")

    def test_reports_clicks_on_documents_not_shown(self):
        self.write("odd.jsonl", '{"query": "q", "shown": ["a"], "clicks": [{"doc": "a"}, {"doc": "z"}]}\n')
        result = self.run_gradus("data", "from-clicks", "odd.jsonl", "--quiet")
        self.assertEqual(result.stdout, HEADER + "q\ta\t1\t1\t1\n")
        self.assertEqual(result.stderr, "note: 1 of 2 clicks is on documents that their page does not show; "
                                        "they were left out\n")

    def test_reads_the_other_formats(self):
        self.write("pages", "7\t30 31\t1 1\t20.5 12.25" + "\t0 0" * 6 + "\n")
        self.assertEqual(self.gradus("data", "from-clicks", "pages", "--log-format", "clicks-cn"),
                         HEADER + "7\t30\t1\t1\t1\n7\t31\t0\t1\t0\n")
        self.write("rows", "timestamp,item_id,position,click\n2019-11-24 00:03:13+00:00,14,3,1\n")
        self.assertEqual(self.gradus("data", "from-clicks", "rows", "--log-format", "clicks-bandit"),
                         HEADER + "3\t14\t1\t1\t1\n")
        self.gradus("data", "convert", "pages", "--format", "clicks-cn", "-o", "pages.jsonl")
        self.assertEqual(self.content("pages.jsonl"),
                         '{"query": "7", "shown": ["30", "31"], "clicks": '
                         '[{"doc": "31", "time": 12.25}, {"doc": "30", "time": 20.5}]}\n')

    def test_names_the_place_of_what_is_wrong(self):
        good = '{"query": "q", "shown": ["a"], "clicks": []}\n'
        broken = f"the JSON is broken here; write one object a line, like {EXAMPLE}"
        for content, message in [
                (good + '{"query": "q", "shown": ["a"\n', f"bad.jsonl:2:29: {broken}"),
                (good + '{"query": "q\0"}', f"bad.jsonl:2:13: {broken}"),
                (b"\xff{", f"bad.jsonl:1:1: {broken}"),
                ('{"shown": ["a"], "clicks": []}', f"bad.jsonl:1: there is no 'query'; write it like {EXAMPLE}"),
                ('{"query": "q", "shown": "a", "clicks": []}',
                 "bad.jsonl:1: 'shown' is text, not a list; write it in [ ], also where it is empty"),
                (good + "\n" + '{"query": "q", "shown": ["a"], "click": []}',
                 "bad.jsonl:3: unknown key 'click'; did you mean 'clicks'? "
                 "choose one of: session, query, time, shown, clicks"),
                ("", "bad.jsonl: it has no result pages; "
                     f"give a file with lines like '{EXAMPLE}'")]:
            with self.subTest(content=content):
                self.write("bad.jsonl", content)
                self.assert_fails(["data", "from-clicks", "bad.jsonl", "-o", "out"], message)

    def test_refuses_a_cut_compressed_log(self):
        self.gradus("data", "convert", "log.jsonl", "-o", "log.jsonl.zst")
        with open(self.path("log.jsonl.zst"), "rb") as file:
            whole = file.read()
        self.write("cut.jsonl.zst", whole[:-5])
        self.assert_fails(["data", "from-clicks", "cut.jsonl.zst", "-o", "out"],
                          "cut.jsonl.zst: the zstd data ends too early; copy or compress the file again")

    def test_refuses_what_is_no_click_log(self):
        self.write("a.txt", "1 qid:1 1:1\n")
        self.assert_fails(["data", "from-clicks", "a.txt"],
                          "a.txt: it is read as letor (dataset), not as clicks; give a click log, or name its format with --log-format")
        self.assert_fails(["data", "from-clicks", "none.jsonl"],
                          "none.jsonl: cannot be opened: No such file or directory; check the name")

    def test_refuses_a_prior_that_is_no_rate(self):
        self.assert_fails(["data", "from-clicks", "log.jsonl", "--prior", "2,1"],
                          "option --prior: 2 clicks of 1 impressions is not a rate; "
                          "give two numbers from 0, the second not below the first", code=2)

    def test_refuses_ids_that_break_the_table(self):
        self.write("tab.jsonl", '{"query": "q", "shown": ["a\\tb"], "clicks": []}\n')
        self.assert_fails(["data", "from-clicks", "tab.jsonl"],
                          "'a\\x09b' holds a tab or a line end, which the table cannot; "
                          "change the id, write a .csv file, or make a label column with --data")

    def test_refuses_a_query_in_two_groups(self):
        self.write("similar.tsv", "a\tb\na\tc\n")
        self.assert_fails(["data", "from-clicks", "log.jsonl", "--similar", "similar.tsv"],
                          "similar.tsv:2: query 'a' is in the groups 'b' and 'c'; put a query into one group")

    @needs_shared
    def test_counts_one_last_click_for_each_page_with_clicks_of_the_real_log(self):
        path = os.path.join(SHARED, "data", "click-cn-web-sample", "test_data.tsv.zst")
        table = self.gradus("data", "from-clicks", path, "--log-format", "clicks-cn").splitlines()[1:]
        rows = [line.split("\t") for line in table]
        self.assertEqual(sum(int(row[2]) for row in rows), 1236)
        self.assertEqual(sum(int(row[3]) for row in rows), 17910)
        self.assertEqual(len({row[0] for row in rows}), 447)


if __name__ == "__main__":
    main()
