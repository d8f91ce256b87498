"""The formats in which commands print results: they have them all, and say the same in each."""

import csv
import html.parser
import io
import json
import math
import os
import re
import shutil

from command import SOURCE, CommandTest, main, more_help

FORMATS = ("--json", "--csv", "--markdown", "--latex", "--html")
ODD = ['a,b', 'say "no"', "x|y", "<b>&amp;</b>", "100%_$#{}~^\\", "*é日本*", "`c`", "a'b;c", "[1](u)"]


class Cells(html.parser.HTMLParser):
    """The texts of the cells of each row, and every element that there is."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.elements, self.inside = [], set(), False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


def number(text):
    try:
        return float(text)
    except ValueError:
        return text if text else None


class OutputFormats(CommandTest):
    def setUp(self):
        super().setUp()
        for name in ("trees.json", "test.csv"):
            shutil.copy(os.path.join(SOURCE, "examples", "explain-a-model", name), self.path(name))
        self.write("qrels", "1 0 a 1\n1 0 b 0\n2 0 a 0\n")
        self.write("run", "1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n2 Q0 a 1 1 t\n")
        weights = [(name, 0.1 * (i + 1)) for i, name in enumerate(ODD)]
        self.write("odd.json", json.dumps({
            "format": "gradus-model", "version": 1, "model": "linear",
            "features": [{"name": name, "mean": 0, "spread": 1, "weight": weight} for name, weight in weights]}))
        table = io.StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["query", "document", "grade", *ODD])
        for i in range(4):
            writer.writerow(["q,1", f'd"{i}', i % 3, *(round(0.1 * ((i * 7 + j * 3) % 11), 1) for j in range(len(ODD)))])
        self.write("odd.csv", table.getvalue())

    commands = [
        ["list", "formats"], ["list", "learners"], ["list", "measures"], ["list", "objectives"], ["list", "profiles"], ["list", "synonyms"],
        ["eval", "--qrels", "qrels", "run"], ["eval", "--qrels", "qrels", "-q", "run", "--why", "trec9"],
        ["data", "stats", "test.csv"], ["data", "stats", "odd.csv", "--features"], ["data", "stats", "test.csv", "odd.csv"],
        ["model", "show", "trees.json"], ["model", "show", "odd.json"], ["model", "importance", "trees.json"],
        ["model", "explain", "odd.json", "odd.csv", "--query", "q,1"],
        ["model", "explain", "odd.json", "odd.csv", "--query", "q,1", "--document", 'd"1', "--top", "2"],
        ["model", "explain", "odd.json", "odd.csv", "--query", "q,1", "--above", 'd"1', "--below", 'd"2'],
        ["analyse", "lambdas", "--model", "trees.json", "--data", "test.csv", "--for", "NDCG"],
        ["analyse", "optimality", "--model", "odd.json", "--data", "odd.csv", "--directions", "5"],
    ]

    # Commands whose results are files, with what they are tried on and what they may print beside.
    without_tables = {
        "data bin": (["graded.txt", "-o", "bits.txt"], ""),
        "data convert": (["graded.txt", "-o", "graded.csv"], ""),
        "data from-clicks": (["log.jsonl", "-o", "rates.tsv"], ""),
        "data from-runs": (["--qrels", "qrels", "run", "-o", "runs.csv"], ""),
        "data map-grades": (["graded.txt", "--clip", "1", "-o", "mapped.txt"], ""),
        "data normalise": (["graded.txt", "-o", "normal.txt"], ""),
        "data simulate-clicks": (["graded.txt", "-o", "clicks.jsonl"], ""),
        "data sort": (["graded.txt", "-o", "sorted.txt"], ""),
        "data split": (["graded.txt", "--parts", "0.4,0.3,0.3", "-o", "parts"], ""),
        "data synth": (["--queries", "5", "-o", "made.txt"], ""),
        "data top-k": (["graded.txt", "--k", "2", "-o", "top.txt"], ""),
        "score": (["trees.json", "test.csv"], r"(?:[-\d.e]+\n)+"),  # a score a line
        "train": (["svm", "--train", "graded.txt", "-o", "svm.json"], r"[^\n]+\nTrained in [^\n]+\n"),
        "trec_eval": (["qrels", "run"], r"(?:[\w.]+ *\tall\t[^\n]+\n)+"),  # the output of trec_eval itself
    }

    def leaves(self, *group):
        """The commands of the catalogue, and their help texts."""
        text = self.gradus(*group, "--help")
        names = re.findall(r"(?m)^  (\S+)", text.partition("\nSubcommands:\n")[2])
        return [leaf for name in names for leaf in self.leaves(*group, name)] or [(" ".join(group), text)]

    def test_every_command_that_prints_a_table_has_every_format(self):
        leaves = self.leaves()
        self.assertGreater(len(leaves), 20)
        names = {command for command, _ in leaves}
        tried = {command for command in names
                 if any(shown[:len(command.split())] == command.split() for shown in [*self.commands, ["model", "steps"]])}
        self.assertEqual(names - tried, set(self.without_tables), "one of the two lists of this file needs the command")
        for command, text in leaves:
            with self.subTest(command):
                has = [name for name in FORMATS if re.search(rf"(?m)^  {name} ", text)]
                self.assertEqual(has, list(FORMATS) if command in tried else [])

    def test_what_has_no_formats_prints_no_table(self):
        self.write("graded.txt", "".join(f"{i % 3} qid:{i // 4} 1:{i * 7 % 5} 2:{i % 4}\n" for i in range(40)))
        self.write("log.jsonl", '{"query": "q", "shown": ["a", "b"], "clicks": [{"doc": "a"}]}\n')
        for command, (arguments, allowed) in self.without_tables.items():
            with self.subTest(command):
                result = self.run_gradus(*command.split(), *arguments)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertRegex(result.stdout, rf"\A{allowed}\Z")

    def test_numbers_read_back_as_the_same_doubles(self):
        weights = {name: 0.1 * (i + 1) for i, name in enumerate(ODD)}
        command = ["model", "importance", "odd.json"]
        shown = json.loads(self.gradus(*command, "--json"))
        self.assertEqual({row["feature"]: row["weight"] for row in shown["features"]}, weights)
        self.assertEqual({row["feature"]: float(row["weight"]) for row in self.records(*command)}, weights)
        measured = ["eval", "--qrels", "qrels", "run", "-q", "-m", "P@3", "-m", "DCG"]
        expected = {"P@3": [1 / 3, 0.0, 1 / 6], "DCG": [1 / math.log2(3), 0.0, 1 / math.log2(3) / 2]}  # by query, mean
        records = self.records(*measured)
        self.assertEqual({name: [float(row[name]) for row in records] for name in expected}, expected)
        labels = self.records("data", "stats", "test.csv", "--table", "labels")
        self.assertEqual([float(row["share"]) for row in labels], [int(row["documents"]) / 12 for row in labels])

    def records(self, *arguments):
        """CSV as Python reads it; every record has as many fields as the header, and none is NaN."""
        header, *records = csv.reader(io.StringIO(self.gradus(*arguments, "--csv")), strict=True)
        for record in records:
            self.assertEqual(len(record), len(header), record)
            self.assertFalse({"nan", "inf", "-"} & {field.lower() for field in record}, record)
        self.assertEqual(len(set(header)), len(header))
        return [dict(zip(header, record)) for record in records]

    def test_every_command_has_every_format(self):
        self.gradus("train", "svm", "--train", "test.csv", "--set", "features=bits", "-o", "steps.json")
        for command in [*self.commands, ["model", "steps", "steps.json"]]:
            with self.subTest(command=command):
                self.assertTrue(self.records(*command))
                json.loads(self.gradus(*command, "--json"), parse_constant=self.fail)
                self.assertRegex(self.gradus(*command, "--markdown"), r"(?m)^\|(---:?\|)+$")
                latex = self.gradus(*command, "--latex")
                self.assertTrue(latex.startswith("% \\usepackage{booktabs}\n"))
                self.assertEqual(latex.count("\\toprule"), latex.count("\\end{table}"))
                page = Cells(self.gradus(*command, "--html"))
                self.assertLessEqual(page.elements, {"section", "style", "ul", "li", "p", "h2", "table", "caption", "thead", "tbody",
                                                     "tr", "th", "td", "a", "code", "strong", "sup"})

    def test_formats_exclude_each_other(self):
        for first in FORMATS:
            for second in FORMATS:
                if first != second:
                    result = self.run_gradus("list", "formats", first, second)
                    self.assertEqual((result.returncode, result.stdout), (2, ""), (first, second))

    def test_csv_and_json_hold_the_same(self):
        for command, rows in (
                (["list", "synonyms"], lambda found: found),
                (["model", "importance", "odd.json"], lambda found: found["features"]),
                (["model", "explain", "odd.json", "odd.csv", "--query", "q,1"], lambda found: found["documents"]),
                (["model", "explain", "odd.json", "odd.csv", "--query", "q,1", "--document", 'd"1', "--top", "1"],
                 lambda found: found["document"]["features"]),
                (["model", "explain", "odd.json", "odd.csv", "--query", "q,1", "--above", 'd"1', "--below", 'd"2'],
                 lambda found: found["features"]),
                (["data", "stats", "odd.csv", "--features"], lambda found: found["feature_table"]["features"]),
                (["analyse", "optimality", "--model", "odd.json", "--data", "odd.csv", "--directions", "5"],
                 lambda found: found["results"])):
            with self.subTest(command=command):
                expected = rows(json.loads(self.gradus(*command, "--json")))
                records = self.records(*command)
                self.assertEqual(len(records), len(expected))
                for record, entry in zip(records, expected):
                    for name, value in entry.items():
                        if isinstance(value, bool):
                            self.assertEqual(record[name], str(value).lower())
                        elif isinstance(value, str):
                            self.assertEqual(record[name], value)
                        else:
                            self.assertEqual(number(record[name]), value, name)

    def test_odd_names_come_through(self):
        importance = ["model", "importance", "odd.json"]
        by_weight = ODD[::-1]
        self.assertEqual([record["feature"] for record in self.records(*importance)], by_weight)
        self.assertEqual([row["feature"] for row in json.loads(self.gradus(*importance, "--json"))["features"]], by_weight)
        self.assertEqual([row[0] for row in Cells(self.gradus(*importance, "--html")).rows[1:]], by_weight)
        table = [line for line in self.gradus(*importance, "--markdown").splitlines() if line.startswith("|")][2:]
        names = [re.sub(r"\\(.)", r"\1", re.match(r"\| ((?:\\.|[^\\|])*) \|", line).group(1)) for line in table]
        self.assertEqual(names, by_weight)
        text = self.gradus(*importance).splitlines()
        self.assertEqual([re.split("  +", line)[0] for line in text[1:]], by_weight)
        latex = self.gradus(*importance, "--latex")
        self.assertIn("100\\%\\_\\$\\#\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{} & ", latex)

    def test_table_chooses_what_csv_prints(self):
        parameters = self.records("list", "learners", "--table", "parameters")
        self.assertIn({"learner": "svm", "parameter": "epsilon", "may_be": "1e-12 to 1000", "default": "0.001"},
                      [{key: row[key] for key in ("learner", "parameter", "may_be", "default")} for row in parameters])
        labels = self.records("data", "stats", "odd.csv", "--table", "labels")
        self.assertEqual([(row["file"], row["label"], row["value"], row["documents"], row["share"]) for row in labels],
                         [("odd.csv", "grade", "0", "2", "0.5"), ("odd.csv", "grade", "1", "1", "0.25"), ("odd.csv", "grade", "2", "1", "0.25")])
        files = self.records("data", "stats", "test.csv", "odd.csv", "--table", "files")
        self.assertEqual([(row["file"], row["queries"], row["documents"]) for row in files], [("test.csv", "3", "12"), ("odd.csv", "1", "4")])
        self.assertEqual(self.records("data", "stats", "odd.csv", "odd.csv", "--table", "shared_queries")[0]["first_query"], "q,1")
        compared = json.loads(self.gradus("data", "stats", "odd.csv", "odd.csv", "--json"))
        self.assertEqual([row["feature"] for row in self.records("data", "stats", "odd.csv", "odd.csv", "--table", "shifts")],
                         [row["feature"] for row in compared["shifts"]])

    def test_table_is_for_csv_and_has_to_be_there(self):
        self.assert_fails(["list", "learners", "--table", "parameters"],
                          "--table goes with --csv" + more_help("list", "learners"), code=2)
        result = self.run_gradus("list", "learners", "--csv", "--table", "learner")
        self.assertEqual(result.returncode, 2)
        self.assertIn("unknown value 'learner'; did you mean 'learners'? choose one of: learners, parameters", result.stderr)


if __name__ == "__main__":
    main()
