"""Values and names that a float, a grade or JSON cannot hold as they stand."""

import json
import os
import subprocess

import command
from command import GRADUS, CommandTest


class TinyValues(CommandTest):
    def note(self, name, content):
        self.write(name, content)
        return [line for line in self.run_gradus("data", "stats", name).stderr.splitlines() if "32-bit" in line]

    def test_different_values_that_vanish_are_told(self):
        self.assertEqual(self.note("uf.txt", "1 qid:1 1:1e-300 2:1\n0 qid:1 1:2e-300 2:2\n"),
                         ["note: uf.txt: different values are equal as 32-bit floats (feature 1: 1 value, such as 2e-300 beside "
                          "1e-300); scale the feature up first"])
        self.assertEqual(self.note("uf.csv", "query,grade,p\n1,1,1e-300\n1,0,2E-300\n"),
                         ["note: uf.csv: different values are equal as 32-bit floats (feature p: 1 value, such as 2e-300 beside "
                          "1e-300); scale the feature up first"])
        self.assertIn("such as 1e-60 beside 0)", self.note("zero.txt", "1 qid:1 1:1e-60\n0 qid:1 1:0\n")[0])
        self.assertIn("such as 1e-60 beside 0)", self.note("zero.csv", "query,grade,p\n1,1,1e-60\n1,0,0\n")[0])
        self.assertIn("such as 1.2e-45 beside 1.1e-45)", self.note("sub.txt", "1 qid:1 1:1.1e-45\n0 qid:1 1:1.2e-45\n")[0])
        both = "1 qid:1 1:1e-50 2:100000000\n0 qid:1 1:2e-50 2:100000002\n"
        self.assertIn("subtract a constant from the feature, or scale it up, first", self.note("both.txt", both)[0])

    def test_values_that_stay_apart_are_not(self):
        for text in ("1 qid:1 1:1e-30\n0 qid:1 1:2e-30\n", "1 qid:1 1:1e-38\n0 qid:1 1:2e-38\n", "1 qid:1 1:1e-300\n0 qid:1 1:1\n",
                     "1 qid:1 1:0\n0 qid:1 1:0\n", "1 qid:1 1:1 # see-400\n0 qid:1 1:1 # e-400\n"):
            self.assertEqual(self.note("t.txt", text), [], text)


class NegativeZero(CommandTest):
    def test_a_grade_is_0(self):
        self.write("mz.txt", "-0 qid:1 1:1 # a\n0 qid:1 1:2 # b\n1 qid:1 1:3 # c\n")
        self.write("mz.csv", "query,grade,document,click,f\n1,-0,a,-0.0,1\n1,0,b,0,2\n1,1,c,1,3\n")
        self.write("mz.txt.click", "-0\n0\n1\n")
        for name in ("mz.txt", "mz.csv"):
            self.gradus("data", "convert", name, "-o", "out.qrels")
            self.assertEqual(self.content("out.qrels"), "1 0 a 0\n1 0 b 0\n1 0 c 1\n", name)
        for name in ("mz.txt", "mz.csv"):
            self.assertNotIn("-0", self.gradus("data", "stats", name, "--columns", "click", "--json"), name)
            self.gradus("data", "convert", name, "--columns", "click", "-o", "out.csv")
            self.assertNotIn("-0", self.content("out.csv"), name)


class DocumentIds(CommandTest):
    def test_docid_is_read_in_any_case_with_a_colon_too(self):
        comments = ["docid = G1", " DocID=G2 inc = 1", "DOCID : G3", "docid:G4", "docid G5", "docids = 6", "docidx"]
        self.write("d.txt", "".join(f"{i} qid:1 1:{i} #{text}\n" for i, text in enumerate(comments)))
        self.gradus("data", "convert", "d.txt", "-o", "d.qrels")
        self.assertEqual([line.split()[2] for line in self.content("d.qrels").splitlines()],
                         ["G1", "G2", "G3", "G4", "docid", "docids", "docidx"])


class OtherEncodings(CommandTest):
    """Names that are not UTF-8, which JSON must be."""

    def run_bytes(self, *arguments):
        return subprocess.run([GRADUS, *arguments], cwd=self.folder, capture_output=True, timeout=600)

    def test_progress_as_json_is_utf8(self):
        name = b"\xff.txt"
        with open(os.path.join(os.fsencode(self.folder), name), "w") as file:
            file.write("1 qid:1 1:1\n0 qid:1 1:2\n")
        for more in ([], ["--cache"], ["--cache"]):
            result = self.run_bytes("data", "stats", name, "--progress", "json", *more)
            self.assertEqual(result.returncode, 0, result.stderr)
            lines = [json.loads(line.decode("utf-8")) for line in result.stderr.splitlines()]
            self.assertIn("reading \ufffd.txt", [line.get("task") for line in lines] + ["reading \ufffd.txt"] * bool(more))

    def test_names_of_columns_are_kept_apart_everywhere(self):
        table = b"query,grade,L\xe4nge,L\xf6he\n1,1,1,2\n1,0,2,1\n2,2,1,5\n2,0,4,2\n"
        self.write("t.csv", table)
        self.write("utf8.csv", table.decode("latin-1").encode())
        self.gradus("data", "convert", "t.csv", "-o", "t.gradus")
        for learner in (["rankboost"], ["lambdamart", "--set", "min_leaf_documents=1"]):
            self.gradus("train", *learner, "--train", "t.csv", "--log", "log", "--force", "-o", "m.json")
            scores = self.gradus("score", "m.json", "t.csv")
            for other in ("t.gradus", "utf8.csv"):
                self.assertEqual(self.gradus("score", "m.json", other), scores)
            for line in (["score", "m.json", "t.csv", "--cache"], ["data", "stats", "t.csv", "--features", "--json"],
                         ["data", "stats", "t.csv", "utf8.csv", "--json"], ["model", "importance", "m.json", "--data", "t.csv", "--json"],
                         ["eval", "--model", "m.json", "--data", "t.csv", "--json"],
                         ["analyse", "optimality", "--model", "m.json", "--data", "t.csv", "--json", "--directions", "3"]):
                result = self.run_bytes(*line, "--quiet")
                self.assertEqual(result.returncode, 0, (line, result.stderr))
                result.stdout.decode("utf-8")
            for line in self.content("log").splitlines():
                json.loads(line)


if __name__ == "__main__":
    command.main()
