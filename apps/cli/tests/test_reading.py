"""People's own files: pandas tables, other tools' habits, side files, byte order marks, old line ends."""

import gzip
import json
import os
import random

from command import SHARED, CommandTest, main, needs_shared

LETOR = "2 qid:1 1:0.5 2:1 #docid = a\n0 qid:1 1:0 2:3 #docid = b\n1 qid:2 1:1 2:1 #docid = c\n"
MARK = b"\xef\xbb\xbf"


class Tables(CommandTest):
    def converted(self, text, *options, name="a.csv", output="out.csv"):
        self.write(name, text)
        result = self.run_gradus("data", "convert", name, "-o", output, "--quiet", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.content(output), result.stderr

    def assert_refused(self, text, message, *options, name="a.csv"):
        self.write(name, text)
        self.assert_fails(["data", "convert", name, "-o", "out.csv", *options], message)

    def test_the_index_of_pandas_is_refused(self):
        for header, shown, typed in (("", "column 1", "'column 1'"), ("Unnamed: 0", "Unnamed: 0", "'Unnamed: 0'"), ("index", "index", "index")):
            for first in (0, 1):
                rows = "".join(f"{i + first},q{i // 3},{i % 2},{i * 0.5}\n" for i in range(6))
                text = f"{header},query,grade,bm25\n{rows}"
                with self.subTest(header=header, first=first):
                    self.assert_refused(
                        text, f"a.csv:1: column 1 '{shown}' numbers the rows, as the index that pandas writes does; it "
                        f"is not a feature; leave it out with --ignore {typed}, or write the file with index=False; "
                        "if it is a feature, give it another name")
                    out, _ = self.converted(text, "--ignore", shown)
                    self.assertEqual(out.splitlines()[0], "query,grade,bm25")

    def test_the_index_of_a_part_of_a_table_is_refused(self):
        draw = random.Random(3).sample(range(1000), 40)
        rows = "".join(f"{row},q{i // 4},{i % 2},{i * 0.5}\n" for i, row in enumerate(draw))
        self.write("a.csv", ",query,grade,bm25\n" + rows)
        result = self.run_gradus("data", "stats", "a.csv", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("--ignore 'column 1'", result.stderr)

    def test_a_feature_without_a_name_is_called_by_its_place(self):
        self.write("a.csv", "query,grade,,b\nq,1,0.5,1\nq,0,0.7,2\n")
        out, _ = self.converted(self.content("a.csv"))
        self.assertEqual(out.splitlines()[0], "query,grade,column 3,b")
        out, _ = self.converted(self.content("a.csv"), "--ignore", "column 3")
        self.assertEqual(out.splitlines()[0], "query,grade,b")

    def test_usual_names_of_grades_queries_and_documents(self):
        for grade in ("label", "relevance", "target", "Label", " label"):
            for query in ("qid", "query_id", "group", "QID"):
                with self.subTest(grade=grade, query=query):
                    out, notes = self.converted(f"{query},doc_id,{grade},f\nq,d,1,2\nq,e,0,3\n")
                    self.assertEqual(out, "query,document,grade,f\nq,d,1,2\nq,e,0,3\n")
                    self.assertEqual(notes, f"note: a.csv: column '{grade.strip()}' is the grade, column '{query}' is the "
                                            "query, column 'doc_id' is the document\n")

    def test_two_columns_of_one_meaning_are_an_error_that_an_option_solves(self):
        text = "qid,query,label,f\n7,red shoes,1,2\n7,red shoes,0,3\n"
        self.assert_refused(text, "a.csv:1: the query may be 'qid' or 'query'; say which with --query-column qid, or "
                                  "leave out the others with --ignore")
        out, _ = self.converted(text, "--query-column", "qid", "--ignore", "query")
        self.assertEqual(out, "query,grade,f\n7,1,2\n7,0,3\n")
        out, _ = self.converted(text, "--ignore", "query")
        self.assertEqual(out, "query,grade,f\n7,1,2\n7,0,3\n")
        out, notes = self.converted("query,grade,target,f\nq,1,5,2\nq,0,6,3\n", "--grade-column", "grade")
        self.assertEqual(out.splitlines()[0], "query,grade,target,f")
        self.assertEqual(notes, "note: a.csv: column 'target' is a feature (--ignore target leaves it out)\n")

    def test_the_separator_is_seen_and_said(self):
        for separator, words in ((";", "semicolons"), ("\t", "tabs")):
            out, notes = self.converted("query,grade,f\nq,1,2\nq,0,3\n".replace(",", separator))
            self.assertEqual(out, "query,grade,f\nq,1,2\nq,0,3\n")
            self.assertEqual(notes, f"note: a.csv: fields are separated by {words}\n")
        out, notes = self.converted("query,grade,f\nq,1,2\nq,0,3\n", name="a.tsv")
        self.assertEqual(notes, "note: a.tsv: fields are separated by commas\n")
        self.assert_refused("a b c\n1 2 3\n",
                            "a.csv:1: there is no column 'grade', 'label', 'relevance' or 'target' (the grade; "
                            "--grade-column names another); the columns are: a b c (separated by commas)")
        self.write("a.csv", "query;grade;f\nq;1;0,5\n")
        result = self.run_gradus("data", "stats", "a.csv", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (1, "note: a.csv: fields are separated by semicolons\nerror: a.csv:2:5: column 'f': '0,5' is "
                             "not a number; write a decimal point instead of the comma\n"))
        self.assert_refused("query,grade,f\nq,1\n", "a.csv:2: the record has 2 fields, but the header on line 1 has 3; "
                                                    "give every record the same number of fields (commas separate "
                                                    "them)")

    def test_words_for_missing_true_and_false(self):
        out, _ = self.converted("query,grade,a,b\n" + "".join(
            f"q,{grade},{word},1\n" for grade, word in
            [("1", "NaN"), ("0", "NA"), ("True", "N/A"), ("false", ""), ("1", "<NA>"), ("1", "nan"), ("1", "None"),
             ("1", "null"), ("1", "TRUE"), ("1", "False")]))
        self.assertEqual(out, "query,grade,a,b\nq,1,,1\nq,0,,1\nq,1,,1\nq,0,,1\nq,1,,1\nq,1,,1\nq,1,,1\nq,1,,1\n"
                              "q,1,1,1\nq,1,0,1\n")
        self.assert_refused("query,grade,f\nq,NaN,1\n",
                            "a.csv:2:3: column 'grade': the value is missing; give every document one")
        self.assert_refused("query,grade,f\nq,1,inf\n", "a.csv:2:5: column 'f': 'inf' is not a finite number; leave the "
                                                        "field of a missing value empty")

    def test_a_column_description_decides_the_format(self):
        self.write("a.cd", "0\tTarget\n1\tGroupId\n2\tAuxiliary\n")
        for name in ("a.train", "a.txt", "a"):
            out, _ = self.converted("1\tq\thttp://x\t2\n0\tq\thttp://y\t3\n", "--cd", "a.cd", name=name)
            self.assertEqual(out, "query,grade,1\nq,1,2\nq,0,3\n")
        self.write("b.txt", LETOR)
        self.assert_fails(["data", "stats", "b.txt", "--cd", "a.cd", "--format", "letor"],
                          "option --cd a.cd: a column description belongs to separated values, but b.txt is read as "
                          "letor; leave out --cd, or say --format csv or --format tsv")


    def test_a_table_that_is_taken_for_letor_text(self):
        self.write("a.txt", "query,rel,f\nq,1,2\nq,0,3\n")
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:1:1: grade 'query,rel,f' is not a number; write a decimal number; for separated values "
                          "say --format csv")
        for option in ("--grade-column", "--ignore"):
            self.assert_fails(["data", "stats", "a.txt", option, "rel"],
                              f"option {option} rel: a.txt is read as LETOR text, whose columns have no names; leave it "
                              "out; for separated values say --format csv or --format tsv")
        out = self.gradus("data", "convert", "a.txt", "--format", "csv", "--grade-column", "rel", "-o", "-", "--to", "csv")
        self.assertEqual(out, "query,grade,f\nq,1,2\nq,0,3\n")


class Text(CommandTest):
    """A byte order mark and lines that end in a carriage return alone, in every text format."""

    FILES = {
        "a.txt": (LETOR, ["data", "convert", "a.txt", "-o", "-", "--to", "csv"]),
        "a.csv": ("query,grade,f\nq,1,2\nq,0,3\n", ["data", "convert", "a.csv", "-o", "-", "--to", "csv"]),
        "a.qrels": ("q 0 a 1\nq 0 b 0\nr 0 a 2\n", ["data", "convert", "a.qrels", "-o", "-", "--to", "qrels"]),
        "a.run": ("q Q0 a 1 0.5 t\nq Q0 b 2 0.25 t\n", ["data", "convert", "a.run", "-o", "-", "--to", "run"]),
        "a.pairs": ("q\ta\tb\nr\tc\td\t0.5\n", ["data", "convert", "a.pairs", "-o", "-", "--to", "pairs"]),
        "a.jsonl": ('{"query": "q", "shown": ["a"], "clicks": []}\n{"query": "r", "shown": ["b"], "clicks": []}\n',
                    ["data", "convert", "a.jsonl", "-o", "-", "--to", "clicks"]),
        "b.txt.weight": ("1\n0.5\n2\n", ["data", "convert", "b.txt", "-o", "-", "--to", "csv"]),
        "b.txt.click": ("1\n\n2\n",
                        ["data", "convert", "b.txt", "-o", "-", "--to", "csv", "--columns", "click"]),
        "b.txt.query_weight": ("1\n0.5\n", ["data", "convert", "b.txt", "-o", "-", "--to", "csv"]),
        "d.train.query": ("2\n1\n", ["data", "convert", "d.train", "-o", "-", "--to", "csv"]),
        "a.pref": ("q a b a\nr c d d\n", ["data", "convert", "a.pref", "-o", "-", "--to", "pairs"]),
        "a.scores": ("0.5\n0.25\n0.125\n", ["eval", "-m", "NDCG", "--data", "a.txt", "--scores", "a.scores", "--csv"]),
        "a.cd": ("0\tTarget\n1\tGroupId\n",
                 ["data", "convert", "c", "--cd", "a.cd", "-o", "-", "--to", "csv"]),
    }

    def test_every_format(self):
        self.write("c", "1\tq\t2\n0\tq\t3\n")
        self.write("d.train", "1 1:2\n0 1:3\n1 1:4\n")
        for name, (text, command) in self.FILES.items():
            self.write("b.txt", LETOR)
            self.write("a.txt", LETOR)
            self.write(name, text)
            wanted = self.gradus(*command)
            self.assertNotEqual(wanted, "")
            plain = text.encode()
            returns = plain.replace(b"\n", b"\r")
            for kind, content in {"mark": MARK + plain, "returns": returns, "both": MARK + returns,
                                  "no last return": returns[:-1], "a line feed at the end": returns[:-1] + b"\r\n",
                                  "packed": gzip.compress(MARK + returns)}.items():
                with self.subTest(name=name, kind=kind):
                    self.write(name, content)
                    self.assertEqual(self.gradus(*command), wanted)
            if name != "a.txt":
                os.remove(self.path(name))

    def test_standard_input(self):
        self.write("a.txt", LETOR)
        wanted = self.gradus("data", "convert", "a.txt", "-o", "-")
        given = "\ufeff" + LETOR.replace("\n", "\r")
        result = self.run_gradus("data", "convert", "-", "-o", "-", "--quiet", stdin=given)
        self.assertEqual((result.returncode, result.stdout), (0, wanted), result.stderr)

    def test_a_return_inside_a_comment_is_not_swallowed(self):
        self.write("a.txt", "1 qid:1 1:2\n" + LETOR.replace("\n", "\r"))
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:2:29: there is a stray carriage return inside the line; end lines with LF or CRLF "
                          "throughout")
        self.write("a.csv", "query,grade,f\nq,1,2\rq,0,3\r")
        self.assert_fails(["data", "stats", "a.csv"],
                          "a.csv:2:6: there is a stray carriage return inside the record; end lines with LF or CRLF "
                          "throughout, or put the field in double quotes")

    def test_features_in_any_order(self):
        self.write("a.txt", "1 qid:1 3:3 1:1 # x\n0 qid:1 2:5\n")
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:1:13: feature 1 comes after feature 3; put the features of a line in rising order, or "
                          "say --feature-order any")
        self.assertEqual(self.gradus("data", "convert", "a.txt", "-o", "-", "--feature-order", "any"),
                         "1 qid:1 1:1 2:0 3:3 # x\n0 qid:1 1:0 2:5 3:0\n")
        self.assertEqual(self.gradus("data", "convert", "a.txt", "-o", "-", "--feature-order", "any", "--gaps",
                                     "missing"), "1 qid:1 1:1 2:NULL 3:3 # x\n0 qid:1 1:NULL 2:5 3:NULL\n")
        self.write("a.txt", "1 qid:1 3:3 1:1 3:2\n")
        self.assert_fails(["data", "stats", "a.txt", "--feature-order", "any"],
                          "a.txt:1:17: feature 3 is repeated; give each feature once")

    def test_nan_as_missing(self):
        self.write("a.txt", "1 qid:1 1:nan 2:1\n0 qid:1 1:2 2:NaN\n")
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:1:11: value of feature 1 'nan' is not a finite number; write NULL for a missing value, "
                          "or say --missing nan")
        self.assertEqual(self.gradus("data", "convert", "a.txt", "-o", "-", "--missing", "nan"),
                         "1 qid:1 1:NULL 2:1\n0 qid:1 1:2 2:NULL\n")
        self.write("a.txt", "1 qid:1 1:? 2:1\n")
        self.assertEqual(self.gradus("data", "convert", "a.txt", "-o", "-", "--missing", "?,-"),
                         "1 qid:1 1:NULL 2:1\n")
        self.assert_fails(["data", "stats", "a.txt", "--missing", "-999"],
                          "option --missing: '-999' is not a word; give a word such as nan")

    def test_a_table_of_absent_columns_is_refused(self):
        lines = "".join(f"{i % 2} qid:{i // 10} 1:{i} 1000000:1\n" for i in range(300))
        self.write("a.txt", lines)
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt: the largest feature number is 1,000,000, but only 2 different features occur: 300 "
                          "documents of 1,000,000 values need 1.20 GB of memory for values that are absent; number the "
                          "features that occur from 1, without large gaps")

    def test_a_number_beyond_that_of_the_lines_end_is_told(self):
        self.write("a.txt", "0 qid:1 1:2 7000000:3 70000:1\n")
        self.assert_fails(["data", "stats", "a.txt"],
                          "a.txt:1:23: feature 70000 comes after feature 7000000; put the features of a line in rising order, "
                          "or say --feature-order any")

    def test_real_sparse_data_passes(self):
        draw = random.Random(1)
        lines = []
        for i in range(200):
            features = sorted(draw.sample(range(1, 5001), 40))
            lines.append(f"{i % 2} qid:{i // 10} " + " ".join(f"{j}:{draw.random():.3f}" for j in features) + "\n")
        self.write("a.txt", "".join(lines))
        self.assertEqual(json.loads(self.gradus("data", "stats", "a.txt", "--json"))["documents"], 200)

    def test_grades_print_as_they_were_written(self):
        self.write("a.txt", "0.011 qid:1 1:1\n0.07 qid:1 1:2\n0.41 qid:1 1:3\n")
        spread = json.loads(self.gradus("data", "stats", "a.txt", "--json"))["labels"][0]["spread"]
        self.assertEqual((spread["min"], spread["median"], spread["max"]), (0.011, 0.07, 0.41))
        result = self.run_gradus("eval", "-m", "GAP", "--data", "a.txt", "--scores", self.write("s", "1\n2\n3\n"))
        self.assertIn("grade 0.011 is not a whole number", result.stderr)


class SideFiles(CommandTest):
    def setUp(self):
        super().setUp()
        lines = [f"{(i * 7 + q) % 3} qid:{q} 1:{(i * 7 + q) % 3 + i % 2} 2:{i}\n" for q in range(1, 7) for i in range(8)]
        self.write("a.txt", "".join(lines))

    def notes(self, *arguments):
        result = self.run_gradus(*arguments, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.with_users_of_weights(line for line in result.stderr.splitlines() if line.startswith("note: a.txt."))

    def test_are_named_with_the_learners_that_use_them(self):
        self.write("a.txt.weight", "1\n" * 48)
        self.write("a.txt.position", "1\n" * 48)
        shown = "note: a.txt.position: ranks at which documents were shown; no learner uses them"
        self.assertEqual(self.notes("data", "stats", "a.txt"),
                         ["note: a.txt.weight: weights of documents; used by USERS", shown])
        self.assertEqual(self.notes("train", "mart", "--train", "a.txt", "--set", "trees=2", "-o", "m.json"),
                         ["note: a.txt.weight: weights of documents; used by mart", shown])
        self.assertEqual(self.notes("train", "rankboost", "--train", "a.txt", "--set", "rounds=2", "-o", "n.json"),
                         ["note: a.txt.weight: weights of documents; rankboost does not use them; these do: USERS",
                          shown])

    def test_query_sizes_are_named(self):
        self.write("b.train", "1 1:2\n0 1:3\n")
        self.write("b.train.query", "2\n")
        result = self.run_gradus("data", "stats", "b.train", "--quiet")
        self.assertEqual(result.stderr, "note: b.train.query: sizes of the queries\n")

    def test_weights_of_queries_are_those_of_their_documents(self):
        self.write("a.txt.query_weight", "1\n2\n0\n1\n0.5\n3\n")
        self.assertEqual(self.notes("train", "mart", "--train", "a.txt", "--set", "trees=4", "-o", "a.json"),
                         ["note: a.txt.query_weight: weights of queries, given to their documents; used by mart"])
        os.rename(self.path("a.txt.query_weight"), self.path("kept"))
        self.write("a.txt.weight", "".join(f"{w}\n" * 8 for w in ("1", "2", "0", "1", "0.5", "3")))
        self.notes("train", "mart", "--train", "a.txt", "--set", "trees=4", "-o", "b.json")
        self.assertEqual(self.content("a.json"), self.content("b.json"))
        # Both multiply, and with the query's id as CatBoost writes it.
        self.write("a.txt.query_weight", "1\t1\n2\t2\n3\t0\n4\t1\n5\t0.5\n6\t3\n")
        self.gradus("data", "convert", "a.txt", "-o", "c.csv")
        weights = [line.split(",")[2] for line in self.content("c.csv").splitlines()[1::8]]
        self.assertEqual(weights, ["1", "4", "0", "1", "0.25", "9"])

    def test_weights_of_queries_that_do_not_fit(self):
        for text, message in [
                ("1\n2\n", "a.txt.query_weight: there are 2 weights for 6 queries; give a line for each query, in the "
                           "order of the data"),
                ("1\n" * 7, "a.txt.query_weight:7: there are more than the 6 queries of the data; give a line for each "
                            "query, in the order of the data"),
                ("2\t1\n" * 6, "a.txt.query_weight:1: the weight is that of query 2, but query 1 of the data is 1; give "
                               "a line for each query, in the order of the data"),
                ("-1\n" * 6, "a.txt.query_weight:1: weight -1 is negative; weights start at 0")]:
            self.write("a.txt.query_weight", text)
            self.assert_fails(["data", "stats", "a.txt"], message)

    def test_a_column_of_query_weights(self):
        self.write("a.csv", "query,grade,query_weight,weight,f\nq,1,2,1,1\nq,0,2,3,2\nr,1,0.5,1,1\n")
        self.gradus("data", "convert", "a.csv", "-o", "b.csv")
        self.assertEqual(self.content("b.csv"), "query,grade,weight,f\nq,1,2,1\nq,0,6,2\nr,1,0.5,1\n")
        self.write("a.csv", "query,grade,query_weight,f\nq,1,2,1\nq,0,3,2\n")
        self.assert_fails(["data", "stats", "a.csv", "--query-weight-column", "query_weight"],
                          "a.csv:3:5: query q has the weights 2 and 3; give all documents of a query the same query weight")

    def test_label_columns_as_numpy_and_pandas_write_them(self):
        self.write("a.txt.click", "nan\n1.000000000000000000e+00\nTrue\nFalse\nNA\n0.5\n" + "0\n" * 42)
        self.gradus("data", "convert", "a.txt", "--columns", "click", "-o", "b.csv")
        self.assertEqual([line.split(",")[2] for line in self.content("b.csv").splitlines()[1:7]],
                         ["", "1", "1", "0", "", "0.5"])

    def test_weights_of_queries_go_along_with_parts_and_caches(self):
        self.write("a.txt.query_weight", "1\n2\n0\n1\n0.5\n3\n")
        self.gradus("data", "split", "a.txt", "--parts", "0.5,0.5", "--no-vali", "--order", "file", "-o", "parts")
        weights = "".join(f"{w}\n" * 8 for w in ("1", "2", "0"))
        part = [name for name in sorted(os.listdir(self.path("parts"))) if name.endswith(".weight")]
        self.assertIn(weights, [self.content(os.path.join("parts", name)) for name in part])
        for last in ("3", "4"):
            self.write("a.txt.query_weight", f"1\n2\n0\n1\n0.5\n{last}\n")
            self.gradus("data", "convert", "a.txt", "--cache", "-o", f"{last}.csv")
            self.assertEqual(self.content(f"{last}.csv").splitlines()[-1].split(",")[2], last)

    def test_an_old_file_of_query_weights_is_not_read_with_new_data(self):
        self.write("b.txt.query_weight", "1\n")
        self.assert_fails(["data", "convert", "a.txt", "-o", "b.txt"],
                          "b.txt.query_weight: it stands beside b.txt and would be read with it; remove it, or write "
                          "to another name")


class CatBoost(CommandTest):
    DATA = "".join(f"{(i * 5 + q) % 3}\t{q}\thttp://x\t{(i * 5 + q) % 3 + 0.1 * i}\t{i}\n"
                   for q in range(4) for i in range(6))
    PAIRS = "".join(f"{6 * q + i}\t{6 * q + j}\n" for q in range(4) for i in range(6) for j in range(6)
                    if (i * 5 + q) % 3 > (j * 5 + q) % 3)
    TRAIN = ["train", "lambdamart", "--cd", "train.cd", "--train", "train", "--set", "objective=pairs", "--set",
             "min_leaf_documents=1", "--set", "trees=10"]

    def setUp(self):
        super().setUp()
        self.write("train.cd", "0\tTarget\n1\tGroupId\n2\tAuxiliary\n3\tNum\tbm25\n")
        self.write("train", self.DATA)

    def test_pairs_of_rows_train(self):
        self.write("train.pairs", self.PAIRS)
        self.gradus(*self.TRAIN, "--set", "pairs=train.pairs", "-o", "m.json")
        out = self.gradus("eval", "-m", "pairs", "--data", "train", "--cd", "train.cd", "--model", "m.json", "--json")
        self.assertIn('1.0', out)
        weighted = self.PAIRS.replace("\n", "\t0.5\n")
        self.write("weighted.pairs", weighted)
        result = self.run_gradus(*self.TRAIN, "--set", "pairs=weighted.pairs", "-o", "n.json", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertIn("say pairs_form=rows", result.stderr)
        self.gradus(*self.TRAIN, "--set", "pairs=weighted.pairs", "--set", "pairs_form=rows", "-o", "n.json")

    def test_pairs_of_other_queries_are_an_error(self):
        self.write("other.pairs", "x\t0\t1\n")
        self.assert_fails([*self.TRAIN, "--set", "pairs=other.pairs", "-o", "m.json"],
                          "pairs: no query of the pairs is in the data (the first is x); give pairs of these queries; "
                          "where the lines are winner, loser and weight of rows (CatBoost), say pairs_form=rows")

    def test_group_weights_of_a_description(self):
        self.write("w.cd", "0\tTarget\n1\tGroupId\n2\tAuxiliary\n3\tGroupWeight\n")
        self.write("w", "1\tq\tu\t2\t5\n0\tq\tu\t2\t6\n1\tr\tu\t1\t5\n")
        self.gradus("data", "convert", "w", "--cd", "w.cd", "-o", "w.csv")
        self.assertEqual(self.content("w.csv"), "query,grade,weight,1\nq,1,2,5\nq,0,2,6\nr,1,1,5\n")

    def test_a_cache_knows_the_description(self):
        for line, columns in (("4\tNum\n", "query,grade,bm25,2"), ("4\tAuxiliary\n", "query,grade,bm25")):
            self.write("train.cd", "0\tTarget\n1\tGroupId\n2\tAuxiliary\n3\tNum\tbm25\n" + line)
            self.gradus("data", "convert", "train", "--cd", "train.cd", "--cache", "-o", "b.csv")
            self.assertEqual(self.content("b.csv").splitlines()[0], columns)

    @needs_shared
    def test_the_published_files(self):
        folder = os.path.join(SHARED, "data", "catboost-querywise")
        for name in ("train.zst", "train.cd.zst", "train.pairs.zst", "train.pairs.weighted.zst"):
            os.symlink(os.path.join(os.path.abspath(folder), name), self.path("p-" + name))
        with open(os.path.join(folder, "train.group_weights.zst"), "rb") as file:
            self.write("p-train.query_weight.zst", file.read())
        for pairs, form in (("p-train.pairs.zst", "auto"), ("p-train.pairs.weighted.zst", "rows")):
            self.gradus("train", "lambdamart", "--cd", "p-train.cd.zst", "--train", "p-train.zst", "--set",
                        "objective=pairs", "--set", "pairs=" + pairs, "--set", "pairs_form=" + form, "--set", "trees=5",
                        "-o", "m.json")


if __name__ == "__main__":
    main()
