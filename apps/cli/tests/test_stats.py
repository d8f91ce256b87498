"""gradus data stats."""

import json

from command import CommandTest, main

SMALL = """\
2 qid:1 1:0.5 2:7 3:NULL 4:1 5:0.5 #docid = D1
0 qid:1 1:0.25 2:7 3:NULL 4:NULL 5:0.25 #docid = D2
0 qid:1 1:0.25 2:7 3:NULL 4:NULL 5:0.25 #docid = D1
0.5 qid:7 1:3 2:7 3:NULL 4:2 5:3
0 qid:8 1:3 2:7 3:NULL 4:2 5:3
0 qid:8 1:4 2:7 3:NULL 4:2 5:4
"""

SMALL_TEXT = """\
queries                                      3
documents                                    6
features                                     5
documents of a query              min 1, quartiles 1.5 2 2.5, max 3, mean 2

Label column grade
  0                        4    66.7 %
  0.5                      1    16.7 %
  2                        1    16.7 %

Label column click
  0                        2    33.3 %
  0.1                      1    16.7 %
  missing                  3    50.0 %

Features
  constant                        1: 2
  empty (always missing)          1: 3
  with missing values             1: 4 (2)
  groups of equal features        1: 1 = 5
  that give a label away          none

Queries
  of one grade                    2: 7, 8
  without a grade above 0         1: 8
  of one document                 1: 7

Groups of documents in a query
  with the same id                1: 2 documents of query 1
  with the same features          1: 2 documents of query 1
"""

SPREAD_OF_SIZES = {"min": 1.0, "lower_quartile": 1.5, "median": 2.0, "upper_quartile": 2.5, "max": 3.0, "mean": 2.0}


class Stats(CommandTest):
    def test_reads_well(self):
        self.write("a.txt", SMALL)
        self.write("a.txt.click", "0\nNULL\n0.1\n\n0\n\n")
        self.assertEqual(self.gradus("data", "stats", "a.txt", "--columns", "click"), SMALL_TEXT)

    def test_json_has_the_same_in_a_fixed_order(self):
        self.write("a.txt", SMALL)
        text = self.gradus("data", "stats", "a.txt", "--json")
        found = json.loads(text)
        self.assertEqual(list(found), ["queries", "documents", "features", "documents_per_query", "labels",
                                       "feature_findings", "query_findings"])
        self.assertEqual(found["documents_per_query"], SPREAD_OF_SIZES)
        self.assertEqual(found["labels"], [{
            "name": "grade", "missing": 0, "values": 3,
            "spread": {"min": 0.0, "lower_quartile": 0.0, "median": 0.0, "upper_quartile": 0.375, "max": 2.0,
                       "mean": 2.5 / 6},
            "histogram": [{"value": 0.0, "documents": 4}, {"value": 0.5, "documents": 1},
                          {"value": 2.0, "documents": 1}]}])
        self.assertEqual(found["feature_findings"], {
            "constant": ["2"], "empty": ["3"], "missing_values": [{"feature": "4", "documents": 2}],
            "equal": [["1", "5"]], "give_label_away": []})
        self.assertEqual(found["query_findings"], {
            "one_grade": ["7", "8"], "without_relevant": ["8"], "one_document": ["7"],
            "repeated_ids": [{"query": "1", "documents": ["D1", "D1"]}],
            "repeated_features": [{"query": "1", "documents": ["D2", "D1"]}]})
        self.assertEqual(text, self.gradus("data", "stats", "a.txt", "--json", "--threads", "5"))

    def test_long_lists_are_cut_in_text_but_not_in_json(self):
        self.write("a.txt", "".join(f"0 qid:{i} 1:1\n" for i in range(2000)))
        self.assertIn("  of one document                 2,000: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 1,988 more\n",
                      self.gradus("data", "stats", "a.txt"))
        found = json.loads(self.gradus("data", "stats", "a.txt", "--json"))
        self.assertEqual(len(found["query_findings"]["one_document"]), 2000)

    def test_names_the_features_that_give_a_label_away(self):
        lines, clicks = [], []
        for query in range(10):
            for i in range(20):
                grade, click = (i * 7 + query) % 3, (i * 13 % 20) / 20
                noise, good = (i % 5) / 1000, (i * 11 + query) % 7 + 2 * grade
                lines.append(f"{grade} qid:{query} 1:{grade} 2:{1 - 3 * grade} 3:{(click + 1) ** 2} 4:{grade + noise} "
                             f"5:{good} 6:{(query * 20 + i) * 37 % 211}\n")
                clicks.append(f"{click}\n")
        self.write("a.txt", "".join(lines))
        self.write("a.txt.click", "".join(clicks))
        found = json.loads(self.gradus("data", "stats", "a.txt", "--json", "--columns", "click"))
        self.assertEqual(found["feature_findings"]["give_label_away"], [
            {"feature": "1", "label": "grade", "order_accuracy": 1.0, "direction": "rising", "value_skill": 1.0},
            {"feature": "2", "label": "grade", "order_accuracy": 1.0, "direction": "falling", "value_skill": 1.0},
            {"feature": "4", "label": "grade", "order_accuracy": 1.0, "direction": "rising", "value_skill": 1.0},
            {"feature": "3", "label": "click", "order_accuracy": 1.0, "direction": "rising", "value_skill": 1.0}])
        self.assertIn("  that give a label away          4: "
                      "1 (grade: 100.00 % of pairs in rising order; 100.00 % known by value), "
                      "2 (grade: 100.00 % of pairs in falling order; 100.00 % known by value), ",
                      self.gradus("data", "stats", "a.txt", "--columns", "click"))

    def test_an_id_that_is_not_utf8_is_no_obstacle(self):
        self.write("a.txt", b"0 qid:\xff\xfe 1:1\n")
        found = json.loads(self.gradus("data", "stats", "a.txt", "--json"))
        self.assertEqual(found["query_findings"]["one_document"], ["\ufffd\ufffd"])

    def test_bad_data(self):
        self.write("a.txt", "1 qid:1 1:1\n1 qid:1 2:x\n")
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:2:11: value of feature 2 'x' is not a number; write a decimal number")
        self.write("b.txt", "")
        self.assert_fails(["data", "stats", "b.txt"],
                          "b.txt: it has no documents; give a file with lines like '2 qid:1 1:0.5'")
        self.assert_fails(["data", "stats", "a.txt", "--columns", "click"],
                          "a.txt:2:11: value of feature 2 'x' is not a number; write a decimal number")


if __name__ == "__main__":
    main()
