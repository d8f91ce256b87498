"""gradus data stats with a row a feature, and of several files."""

import csv
import io
import json
import math
import os

from command import CommandTest, main

SMALL = """\
2 qid:1 1:3 2:7 3:NULL 4:1
0 qid:1 1:1 2:7 3:NULL 4:NULL
0 qid:1 1:2 2:7 3:NULL 4:3
1 qid:2 1:0.1 2:7 3:NULL 4:-2
0 qid:2 1:0.2 2:7 3:NULL 4:-1
0 qid:3 1:5 2:7 3:NULL 4:0
"""
HEADER = ["file", "feature", "documents", "missing", "distinct", "min", "max", "mean", "standard_deviation", "measure", "high_first",
          "low_first", "any_order", "better", "distance"]


def ndcg(grades):
    """Of a list of grades by rank."""
    def dcg(order):
        return sum((2 ** grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(order))
    return dcg(grades) / dcg(sorted(grades, reverse=True))


class Features(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("a.txt", SMALL)

    def rows(self, *options):
        rows = list(csv.reader(io.StringIO(self.gradus("data", "stats", "a.txt", "--csv", *options))))
        self.assertEqual(rows[0], HEADER)
        return [dict(zip(HEADER, row)) for row in rows[1:]]

    def test_a_row_a_feature(self):
        rows = self.rows("--sort", "feature")
        self.assertEqual([row["feature"] for row in rows], ["1", "2", "3", "4"])
        self.assertEqual([row["missing"] for row in rows], ["0", "0", "6", "1"])
        self.assertEqual([row["distinct"] for row in rows], ["6", "1", "0", "5"])
        self.assertEqual([(row["min"], row["max"]) for row in rows], [("0.1", "5"), ("7", "7"), ("", ""), ("-2", "3")])
        self.assertEqual([row["mean"] for row in rows[1:]], ["7", "", "0.2"])
        self.assertAlmostEqual(float(rows[0]["mean"]), 11.3 / 6, places=7)
        self.assertAlmostEqual(float(rows[3]["standard_deviation"]), math.sqrt((0.64 + 7.84 + 4.84 + 1.44 + 0.04) / 5))
        # query 3 has no relevant document and counts 0
        self.assertAlmostEqual(float(rows[0]["high_first"]), (1 + ndcg([0, 1])) / 3)
        self.assertAlmostEqual(float(rows[0]["low_first"]), (ndcg([0, 0, 2]) + 1) / 3)
        self.assertAlmostEqual(float(rows[3]["high_first"]), (ndcg([0, 2, 0]) + ndcg([0, 1])) / 3)
        self.assertAlmostEqual(float(rows[3]["low_first"]), (1 + 1) / 3)
        any_order = ((ndcg([2, 0, 0]) + ndcg([0, 2, 0]) + ndcg([0, 0, 2])) / 3 + (1 + ndcg([0, 1])) / 2) / 3
        for row in rows[1:3]:
            self.assertAlmostEqual(float(row["high_first"]), any_order)
            self.assertAlmostEqual(float(row["low_first"]), any_order)
        self.assertEqual([row["better"] for row in rows], ["low" if ndcg([0, 0, 2]) > ndcg([0, 1]) else "high", "", "", "low"])

    def test_the_best_ranker_first(self):
        self.assertEqual(self.rows()[0]["feature"], "4")
        self.assertEqual(self.rows("--sort", "value"), self.rows("--threads", "5"))

    def test_reads_well(self):
        self.assertEqual(self.gradus("data", "stats", "a.txt", "--features", "--sort", "feature"), """\
a.txt: NDCG@10 when ranked by one feature alone; * = the better direction; in any order 0.5086
for 1 of 3 queries NDCG@10 is undefined, which counts 0
feature  missing  distinct  min  max   mean  std dev  high first    low first
1              0         6  0.1    5  1.883    1.721      0.5436 *     0.5000
2              0         1    7    7      7        0      0.5086       0.5086
3              6         0    -    -      -        -      0.5086       0.5086
4              1         5   -2    3    0.2     1.72      0.4206       0.6667 *
""")

    def test_json_has_it_on_request(self):
        found = json.loads(self.gradus("data", "stats", "a.txt", "--json", "--features", "-m", "RR"))
        table = found["feature_table"]
        self.assertEqual((table["measure"], table["undefined_queries"]), ("RR", 0))
        self.assertEqual([row["feature"] for row in table["features"]][0], "4")
        self.assertIsNone({row["feature"]: row for row in table["features"]}["3"]["min"])
        self.assertNotIn("feature_table", json.loads(self.gradus("data", "stats", "a.txt", "--json")))

    def test_the_measure_may_have_a_label_column(self):
        self.write("a.txt.click", "0\n1\n0\n0\n1\n0\n")
        rows = self.rows("-m", "RR(labels=click)", "--columns", "click", "--sort", "feature")
        self.assertAlmostEqual(float(rows[0]["high_first"]), (1 / 3 + 1) / 3)
        self.assert_fails(["data", "stats", "a.txt", "--features", "-m", "RR(labels=click)"],
                          "a.txt: measure rr(labels=click): there is no label column 'click'; read it with --columns click")


def data(queries, start=0, add=0.0, features=3):
    """Queries numbered from start; `add` moves feature 2."""
    return "".join(
        f"{(q * 5 + i) % 3} qid:{q} " + " ".join(f"{j}:{((q * 37 + i * 11 + j * 7) % 50) / 50 + (add if j == 2 else 0):.6g}"
                                                for j in range(1, features + 1)) + "\n"
        for q in range(start, start + queries) for i in range(5))


class SeveralFiles(CommandTest):
    def test_side_by_side(self):
        self.write("train.txt", data(400))
        self.write("vali.txt", data(200, start=390))
        self.write("test.txt", data(250, start=1000, add=0.5))
        text = self.gradus("data", "stats", "train.txt", "vali.txt", "test.txt")
        self.assertIn("queries                                400       200       250\n", text)
        self.assertIn("documents                            2,000     1,000     1,250\n", text)
        self.assertIn("  10 of 200 queries of vali.txt are in train.txt too, with the same documents (query 390, for example)\n", text)
        self.assertIn("\nFeatures that differ\n  none\n", text)
        self.assertIn("\nFeatures that shift (Kolmogorov-Smirnov distance from train.txt, at least 0.14 in vali.txt, 0.13 in "
                      "test.txt)\n  feature  file      distance\n  2        test.txt  0.5", text)
        self.assertEqual(text, self.gradus("data", "stats", "train.txt", "vali.txt", "test.txt", "--threads", "4"))

    def test_the_same_id_with_other_documents_is_told_apart(self):
        self.write("a.txt", "0 qid:1 1:1\n1 qid:1 1:2\n0 qid:2 1:3\n1 qid:2 1:4\n")
        self.write("b.txt", "0 qid:1 1:5\n1 qid:1 1:6\n0 qid:2 1:4\n1 qid:2 1:3\n0 qid:9 1:9\n")
        text = self.gradus("data", "stats", "a.txt", "b.txt")
        self.assertIn("Queries in two files\n"
                      "  1 of 3 queries of b.txt is in a.txt too, with the same documents (query 2, for example)\n"
                      "  1 of 3 queries of b.txt has the id of a query of a.txt, but other documents (query 1, for example)\n", text)

    def test_columns_that_differ_by_name(self):
        self.write("a.csv", "query,grade,x,y,z\nq,0,1,2,3\nq,1,4,5,6\n")
        self.write("b.csv", "query,grade,z,x,w\nr,0,1,2,3\nr,1,4,5,6\n")
        text = self.gradus("data", "stats", "a.csv", "b.csv")
        self.assertIn("Features that differ\n  not in b.csv, but in a.csv: 1: y\n  in b.csv, but not in a.csv: 1: w\n"
                      "  b.csv has the columns in another order than a.csv\n", text)

    def test_json(self):
        self.write("a.txt", data(30))
        self.write("b.txt", data(30, start=29, add=3))
        found = json.loads(self.gradus("data", "stats", "a.txt", "b.txt", "--json", "--features"))
        self.assertEqual(list(found), ["files", "shared_queries", "columns", "shifts"])
        self.assertEqual([entry["file"] for entry in found["files"]], ["a.txt", "b.txt"])
        self.assertEqual(found["files"][1]["queries"], 30)
        self.assertIn("feature_table", found["files"][0])
        self.assertEqual(found["shared_queries"], [{"what": "same_id_only", "first_file": "a.txt", "first_query": "29",
                                                    "second_file": "b.txt", "second_query": "29"}])
        self.assertEqual(found["columns"], [{"file": "b.txt", "by_name": False, "same_order": True, "only_in_first_file": [],
                                             "only_here": []}])
        shifts = {shift["feature"]: shift for shift in found["shifts"]}
        self.assertEqual((shifts["2"]["distance"], shifts["2"]["notable"]), (1.0, True))
        self.assertFalse(shifts["1"]["notable"])

    def test_csv_has_the_distance(self):
        self.write("a.txt", data(30))
        self.write("b.txt", data(30, start=50, add=3, features=4))
        rows = list(csv.DictReader(io.StringIO(self.gradus("data", "stats", "a.txt", "b.txt", "--csv", "--sort", "feature"))))
        self.assertEqual([(row["file"], row["feature"]) for row in rows],
                         [("a.txt", str(j)) for j in (1, 2, 3)] + [("b.txt", str(j)) for j in (1, 2, 3, 4)])
        self.assertEqual([row["distance"] for row in rows[:3]], ["", "", ""])
        self.assertEqual((rows[4]["distance"], rows[6]["distance"]), ("1", ""))

    def test_a_common_folder_is_left_out_of_the_headings(self):
        os.mkdir(self.path("data"))
        self.write("data/a.txt", data(3))
        self.write("data/b.txt", data(3, start=9))
        self.assertEqual(self.gradus("data", "stats", "data/a.txt", "data/b.txt").split("\n")[0].split(), ["a.txt", "b.txt"])
        os.mkdir(self.path("other"))
        self.write("other/a.txt", data(3))
        self.assertEqual(self.gradus("data", "stats", "data/a.txt", "other/a.txt").split("\n")[0].split(),
                         ["data/a.txt", "other/a.txt"])

    def test_one_standard_input(self):
        result = self.run_gradus("data", "stats", "-", "-", stdin="")
        self.assertEqual((result.returncode, result.stderr.splitlines()[0]),
                         (2, "error: FILE names standard input twice, which can be read once only"))


if __name__ == "__main__":
    main()
