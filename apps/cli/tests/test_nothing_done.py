"""A data command that changed nothing, or made something useless, says so."""

from command import CommandTest, main

SAME = "0 qid:1 1:0 2:1\n1 qid:1 1:1 2:0\n"


class NothingDone(CommandTest):
    def notes(self, *arguments):
        result = self.run_gradus("data", *arguments, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_normalise(self):
        self.write("a.txt", SAME)
        self.assertEqual(self.notes("normalise", "a.txt", "-o", "b.txt"),
                         "note: no value changed: the features are on this scale already\n")
        self.write("a.txt", "0 qid:1 1:0 2:NULL\n1 qid:1 1:2 2:NULL\n")
        self.assertEqual(self.notes("normalise", "a.txt", "-o", "b.txt"), "")
        self.assertEqual(self.notes("normalise", "b.txt", "-o", "c.txt"),
                         "note: no value changed: the features are on this scale already\n")

    def test_bin(self):
        self.write("a.txt", "0 qid:1 1:100\n1 qid:1 1:200\n1 qid:1 1:300\n")
        self.write("b.txt", "0 qid:1 1:0.1\n1 qid:1 1:0.2\n")
        names = "note: the names of the features are not kept: they become numbers\n"
        self.assertEqual(self.notes("bin", "a.txt", "-o", "c.txt", "--save", "t.json"), names)
        self.assertEqual(self.notes("bin", "b.txt", "-o", "c.txt", "--use", "t.json"),
                         "note: all documents have the same bits: the thresholds are of data on another scale, or no feature "
                         "has different values\n" + names)
        self.write("d.txt", "0 qid:1 1:5\n1 qid:1 1:5\n")
        self.assertEqual(self.notes("bin", "d.txt", "-o", "c.txt"),
                         "note: all documents have the same bits: no feature has different values\n" + names)

    def test_simulate_clicks(self):
        self.write("a.txt", "0 qid:1 1:100\n0 qid:1 1:200\n")
        self.assertEqual(self.notes("simulate-clicks", "a.txt", "-o", "log.jsonl", "--sessions", "1"),
                         "note: 1 session, 0 clicks\nnote: nobody clicks: the grades of the data, with --attraction or "
                         "--max-grade, leave no chance of a click, or the sessions are too few\n")

    def test_top_k(self):
        self.write("a.txt", "0 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:1\n0 qid:2 1:1\n0 qid:3 1:1\n")
        self.assertEqual(self.notes("top-k", "a.txt", "-o", "b.txt", "--k", "2"),
                         "note: 1 of 3 queries has one grade only: the order there is drawn at random\n")

    def test_sparse(self):
        self.write("a.txt", SAME)
        note = "note: --sparse is for LETOR text: csv has every value\n"
        self.assertEqual(self.notes("convert", "a.txt", "-o", "b.csv", "--sparse"), note)
        self.assertEqual(self.notes("sort", "a.txt", "-o", "b.csv", "--sparse").count(note), 1)
        self.assertEqual(self.notes("convert", "a.txt", "-o", "b.txt", "--sparse"), "")
        self.write("b.txt", "0 qid:1 1:7 2:3\n0 qid:2 1:2 2:1\n1 qid:3 1:1 2:2\n")
        self.assertEqual(self.notes("split", "b.txt", "-o", "out", "--to", "csv", "--folds", "3", "--sparse"), note)


if __name__ == "__main__":
    main()
