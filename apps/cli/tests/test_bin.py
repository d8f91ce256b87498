"""gradus data bin."""

import json

from command import CommandTest, main

TRAIN = "".join(f"{i % 3} qid:{i // 4} 1:{i} 2:{i * i} #docid = d{i}\n" for i in range(8))


class Bin(CommandTest):
    def test_thresholds_are_quantiles_of_the_training_data_and_serve_other_data(self):
        self.write("train.txt", TRAIN)
        self.gradus("data", "bin", "train.txt", "-o", "train.bin.txt", "--save", "t.json", "--thresholds", "3")
        self.assertEqual(json.loads(self.content("t.json")),
                         {"format": "gradus-thresholds", "version": 1, "rule": "strict",
                          "features": [{"name": "1", "thresholds": [1, 3, 5]},
                                       {"name": "2", "thresholds": [1, 9, 25]}]})
        self.assertEqual(self.content("train.bin.txt").splitlines()[0], "0 qid:0 6:0 #docid = d0")
        self.assertEqual(self.content("train.bin.txt").splitlines()[5], "2 qid:1 1:1 2:1 4:1 5:1 6:0 #docid = d5")
        self.write("test.txt", "1 qid:9 1:4 2:NULL\n0 qid:9 1:-3 2:1000\n")
        self.gradus("data", "bin", "test.txt", "-o", "test.bin.txt", "--use", "t.json")
        self.assertEqual(self.content("test.bin.txt"), "1 qid:9 1:1 2:1 6:0\n0 qid:9 4:1 5:1 6:1\n")

    def test_the_same_file_by_its_saved_thresholds_is_the_same(self):
        self.write("train.txt", TRAIN)
        for rule in ["--strict", "--inclusive"]:
            for spacing in ["quantile", "equal"]:
                self.gradus("data", "bin", "train.txt", "-o", "a.txt", "--save", "t.json", rule, "--spacing", spacing)
                self.gradus("data", "bin", "train.txt", "-o", "b.txt", "--use", "t.json", "--threads", "1")
                self.assertEqual(self.content("a.txt"), self.content("b.txt"))

    def test_the_rule_decides_about_a_value_at_a_threshold(self):
        self.write("a.txt", "0 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:3\n")
        self.gradus("data", "bin", "a.txt", "-o", "b.txt", "--thresholds", "1")
        self.assertEqual(self.content("b.txt"), "0 qid:1 1:0\n0 qid:1 1:0\n0 qid:1 1:1\n")
        self.gradus("data", "bin", "a.txt", "-o", "b.txt", "--thresholds", "1", "--inclusive")
        self.assertEqual(self.content("b.txt"), "0 qid:1 1:0\n0 qid:1 1:1\n0 qid:1 1:1\n")

    def test_fifty_thresholds_by_default(self):
        self.write("a.txt", "".join(f"0 qid:1 1:{i}\n" for i in range(1000)))
        self.gradus("data", "bin", "a.txt", "-o", "b.txt", "--save", "t.json")
        thresholds = json.loads(self.content("t.json"))["features"][0]["thresholds"]
        self.assertEqual(len(thresholds), 50)
        self.assertEqual(thresholds[:2], [19, 39])  # number ceil(i 1000/51), from 1

    def test_refuses_thresholds_for_fewer_features(self):
        self.write("train.txt", TRAIN)
        self.gradus("data", "bin", "train.txt", "-o", "b.txt", "--save", "t.json")
        self.write("test.txt", "1 qid:9 3:4\n")
        result = self.run_gradus("data", "bin", "test.txt", "-o", "c.txt", "--use", "t.json", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("test.txt: it has 3 features, but the file of thresholds", result.stderr)

    def test_what_sparse_lines_leave_out_is_0_whatever_other_lines_have(self):
        self.write("train.txt", TRAIN)
        self.gradus("data", "bin", "train.txt", "-o", "b.txt", "--save", "t.json")
        self.write("short.txt", "1 qid:9 1:4\n")
        self.write("long.txt", "1 qid:9 1:4 2:0\n")
        for name in ("short", "long"):
            self.gradus("data", "bin", name + ".txt", "-o", name + ".bits.txt", "--use", "t.json")
        self.assertEqual(self.content("short.bits.txt"), self.content("long.bits.txt"))

    def test_saved_thresholds_find_their_columns_by_name(self):
        self.write("ab.csv", "query,grade,A,B\n1,1,1,100\n1,0,2,200\n1,0,3,300\n")
        self.write("ba.csv", "query,grade,B,A\n1,1,100,1\n1,0,200,2\n1,0,300,3\n")
        self.gradus("data", "bin", "ab.csv", "-o", "x.csv", "--save", "t.json")
        self.gradus("data", "bin", "ba.csv", "-o", "y.csv", "--use", "t.json")
        self.assertEqual(self.content("y.csv"), self.content("x.csv"))
        self.write("other.csv", "query,grade,A,C\n1,1,1,100\n")
        result = self.run_gradus("data", "bin", "other.csv", "-o", "z.csv", "--use", "t.json", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'B'", result.stderr)

    def test_refuses_a_damaged_file_of_thresholds(self):
        self.write("train.txt", TRAIN)
        self.write("t.json", '{"format": "gradus-thresholds",\n "version": 1, "rule')
        self.assert_fails(["data", "bin", "train.txt", "-o", "c.txt", "--use", "t.json"],
                          "t.json:2:21: it is not valid JSON here; "
                          "give a file of thresholds that Gradus has written (gradus data bin --save)")
        self.write("t.json", "{}")
        self.assert_fails(["data", "bin", "train.txt", "-o", "c.txt", "--use", "t.json"],
                          "t.json: it holds no thresholds; give a file of thresholds that Gradus has written (gradus data bin --save)")

    def test_refuses_what_contradicts_itself(self):
        self.write("train.txt", TRAIN)
        for arguments in [["--use", "t.json", "--save", "u.json"], ["--use", "t.json", "--inclusive"],
                          ["--strict", "--inclusive"], ["--thresholds", "256"], ["--thresholds", "0"]]:
            result = self.run_gradus("data", "bin", "train.txt", "-o", "c.txt", *arguments)
            self.assertEqual(result.returncode, 2, arguments)


if __name__ == "__main__":
    main()
