"""gradus data simulate-clicks."""

import json

from command import CommandTest, main, more_help

DATA = """\
0 qid:1 1:3 2:0 #docid = a
2 qid:1 1:2 2:0 #docid = b
1 qid:1 1:1 2:5 #docid = c
1 qid:x 1:1 2:1
0 qid:x 1:2 2:1
"""


class SimulateClicks(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("a.txt", DATA)

    def pages(self, *options, output="log.jsonl"):
        self.gradus("data", "simulate-clicks", "a.txt", "-o", output, *options)
        return [json.loads(line) for line in self.content(output).splitlines()]

    def test_shows_the_documents_in_the_order_asked_for(self):
        self.write("scores", "1\n2\n3\n-1\n-0.5\n")
        for options, expected in [(["--rank-by", "grade"], {"1": ["b", "c", "a"], "x": ["0", "1"]}),
                                  (["--rank-by", "feature:1"], {"1": ["a", "b", "c"], "x": ["1", "0"]}),
                                  (["--scores", "scores"], {"1": ["c", "b", "a"], "x": ["1", "0"]}),
                                  (["--rank-by", "grade", "--page", "1"], {"1": ["b"], "x": ["0"]})]:
            with self.subTest(options=options):
                pages = self.pages(*options, "--sessions", "50")
                self.assertEqual(len(pages), 50)
                self.assertEqual({page["query"] for page in pages}, {"1", "x"})
                for page in pages:
                    self.assertEqual(page["shown"], expected[page["query"]])

    def test_makes_the_same_log_for_the_same_seed_and_any_threads(self):
        for model in ["position", "cascade", "dbn"]:
            options = ["--model", model, "--sessions", "600", "--times", "--shuffle", "0.1"]
            one = self.pages(*options, "--threads", "1")
            self.assertEqual(self.pages(*options, "--threads", "2"), one)
            self.assertEqual(self.pages(*options, "--threads", "7"), one)
            self.assertNotEqual(self.pages(*options, "--seed", "2"), one)

    def test_follows_certain_probabilities(self):
        pages = self.pages("--rank-by", "grade", "--model", "cascade", "--attraction", "0,1,0", "--epsilon", "0",
                           "--sessions", "40")
        for page in pages:
            self.assertEqual(page["clicks"], [{"doc": "c" if page["query"] == "1" else "0"}])
        pages = self.pages("--rank-by", "grade", "--model", "dbn", "--attraction", "1,1,1", "--satisfaction", "0,1,0",
                           "--gamma", "1", "--sessions", "40")
        for page in pages:
            clicked = [click["doc"] for click in page["clicks"]]
            self.assertEqual(clicked, ["b", "c"] if page["query"] == "1" else ["0"])
        pages = self.pages("--rank-by", "grade", "--epsilon", "1", "--eta", "0", "--sessions", "40")
        for page in pages:
            self.assertEqual([click["doc"] for click in page["clicks"]], page["shown"])

    def test_goes_through_to_click_labels(self):
        self.gradus("data", "simulate-clicks", "a.txt", "-o", "log.jsonl.zst", "--rank-by", "grade", "--epsilon", "1",
                    "--eta", "0")
        self.gradus("data", "from-clicks", "log.jsonl.zst", "--data", "a.txt", "-o", "a.txt.click")
        self.assertEqual(self.content("a.txt.click"), "1\n0\n0\n0\n1\n")

    def test_says_how_much_was_simulated(self):
        result = self.run_gradus("data", "simulate-clicks", "a.txt", "-o", "log.jsonl", "--quiet", "--epsilon", "1",
                                 "--eta", "0", "--page", "1", "--sessions", "1200")
        self.assertEqual(result.stderr, "note: 1,200 sessions, 1,200 clicks\n")

    def test_names_what_is_wrong(self):
        self.write("short", "1\n2\n")
        self.write("gap", "1\n\n3\n4\n5\n")
        self.write("twice.txt", "1 qid:1 1:1 #d\n1 qid:1 1:1 #d\n")
        for options, message in [
                (["a.txt", "--rank-by", "feature:3"],
                 "option --rank-by: there is no feature '3'; give a number from 1 to 2"),
                (["a.txt", "--rank-by", "grades"],
                 "option --rank-by: unknown order 'grades'; choose one of: random, grade, feature:N"),
                (["a.txt", "--attraction", "0.1,0.5"],
                 "a.txt: query 1, document b: grade 2 has no attraction in the list of 2; "
                 "give a probability for each grade from 0"),
                (["a.txt", "--max-grade", "1"],
                 "a.txt: query 1, document b: grade 2 is not within 0 to the largest grade, 1; "
                 "name the largest grade"),
                (["a.txt", "--scores", "short"],
                 "short: there are 2 values for 5 documents; give a line for each document, in the same order"),
                (["a.txt", "--scores", "gap"], "gap:2: '' is not a finite number; write one decimal number a line"),
                (["twice.txt"], "twice.txt: query 1, document d: two documents of the query have this id; "
                                "give each document of a query an id of its own")]:
            with self.subTest(options=options):
                self.assert_fails(["data", "simulate-clicks", *options, "-o", "out.jsonl"], message)

    def test_takes_probabilities_only(self):
        for option, value, message in (("--epsilon", "nan", "--epsilon: nan is not a number" + more_help("data", "simulate-clicks")),
                                       ("--shuffle", "2", "--shuffle: 2 is not a number from 0 to 1" + more_help("data", "simulate-clicks"))):
            self.assert_fails(["data", "simulate-clicks", "a.txt", option, value, "-o", "out.jsonl"], message, code=2)

    def test_takes_one_order_only(self):
        self.write("scores", "1\n2\n3\n4\n5\n")
        result = self.run_gradus("data", "simulate-clicks", "a.txt", "-o", "out.jsonl", "--scores", "scores",
                                 "--rank-by", "grade")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "error: --rank-by excludes --scores" + more_help("data", "simulate-clicks") + "\n"))


if __name__ == "__main__":
    main()
