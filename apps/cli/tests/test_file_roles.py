"""No command writes onto what it reads, nor two outputs onto one file."""

import os
import subprocess

from command import GRADUS, CommandTest, main

DATA = "".join(f"{grade} qid:{query} 1:{grade + query / 10} 2:{query}\n" for query in (1, 2, 3, 4) for grade in (0, 1, 2))
TRAIN = ["train", "mart", "--set", "trees=3", "--set", "min_leaf_documents=1"]

# Commands that read IN and write OUT, with the options' names for the two.
PAIRS = [
    ("--train", "-o", "data", [*TRAIN, "--train", "IN", "-o", "OUT"]),
    ("--valid", "-o", "data", [*TRAIN, "--train", "d.txt", "--valid", "IN", "-o", "OUT"]),
    ("--start", "-o", "model", [*TRAIN, "--train", "d.txt", "--start", "IN", "-o", "OUT"]),
    ("--train", "--log", "data", [*TRAIN, "--train", "IN", "--log", "OUT", "-o", "m.json"]),
    ("--train", "--checkpoint", "data", [*TRAIN, "--train", "IN", "--checkpoint", "OUT", "-o", "m.json"]),
    ("--train", "--also", "data", [*TRAIN, "--train", "IN", "--valid", "d.txt", "--also", "AP=OUT", "-o", "m.json"]),
    ("MODEL", "-o", "model", ["score", "IN", "d.txt", "-o", "OUT"]),
    ("FILE", "-o", "data", ["score", "model", "IN", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "convert", "IN", "--to", "letor", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "normalise", "IN", "--to", "letor", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "map-grades", "IN", "--map", "0=0,rest=1", "--to", "letor", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "sort", "IN", "--to", "letor", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "bin", "IN", "--to", "letor", "-o", "OUT"]),
    ("FILE", "--save", "data", ["data", "bin", "IN", "-o", "bits.txt", "--save", "OUT"]),
    ("--use", "-o", "thresholds", ["data", "bin", "d.txt", "--use", "IN", "--to", "letor", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "top-k", "IN", "--to", "letor", "-o", "OUT"]),
    ("--order", "-o", "orders", ["data", "top-k", "d.txt", "--order", "IN", "--to", "letor", "-o", "OUT"]),
    ("RUN", "-o", "run", ["data", "from-runs", "--qrels", "qrels", "IN", "--to", "letor", "-o", "OUT"]),
    ("--qrels", "-o", "qrels", ["data", "from-runs", "--qrels", "IN", "run", "--to", "letor", "-o", "OUT"]),
    ("--tags", "-o", "tags", ["data", "from-runs", "--qrels", "qrels", "--tags", "IN", "run", "--to", "letor", "-o", "OUT"]),
    ("--leave-out", "-o", "none", ["data", "from-runs", "--qrels", "qrels", "--leave-out", "IN", "run", "--to", "letor", "-o", "OUT"]),
    ("LOG", "-o", "clicks", ["data", "from-clicks", "IN", "-o", "OUT"]),
    ("--data", "-o", "data", ["data", "from-clicks", "clicks", "--data", "IN", "-o", "OUT"]),
    ("--similar", "-o", "similar", ["data", "from-clicks", "clicks", "--similar", "IN", "-o", "OUT"]),
    ("FILE", "-o", "data", ["data", "simulate-clicks", "IN", "-o", "OUT"]),
    ("--scores", "-o", "scores", ["data", "simulate-clicks", "d.txt", "--scores", "IN", "-o", "OUT"]),
    ("MODEL", "--svg", "bits", ["model", "steps", "IN", "--svg", "OUT"]),
]


class FileRolesTest(CommandTest):
    def setUp(self):
        super().setUp()
        for name in ("data", "d.txt"):
            self.write(name, DATA)
        self.write("v.txt", DATA.replace("qid:", "qid:9"))
        self.write("orders", "1 2\n")
        self.write("qrels", "q1 0 d1 1\nq1 0 d2 0\n")
        self.write("run", "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n")
        self.write("tags", "tag\n")
        self.write("none", "other\n")
        self.write("clicks", '{"query":"q","shown":["a","b"],"clicks":[{"doc":"a"}]}\n')
        self.write("similar", "q\tg\n")
        self.write("scores", "1\n" * 12)
        self.gradus(*TRAIN, "--train", "d.txt", "-o", "model")
        self.gradus("train", "svm", "--for", "AP", "--train", "d.txt", "--set", "features=bits", "-o", "bits")
        self.gradus("data", "bin", "d.txt", "-o", "bits.txt", "--save", "thresholds")

    def assert_misuse(self, command, message):
        before = sorted(os.listdir(self.folder))
        result = self.run_gradus(*command, "--quiet")
        self.assertEqual((result.returncode, result.stderr.splitlines()[:1], result.stdout), (2, ["error: " + message], ""))
        self.assertEqual(sorted(os.listdir(self.folder)), before, "something was half-written")

    def filled(self, command, source, place):
        return [word.replace("IN", source).replace("OUT", place) if word in ("IN", "OUT", "AP=OUT") else word for word in command]

    def test_an_output_of_the_name_of_an_input_is_misuse(self):
        for reads, writes, source, command in PAIRS:
            for place in (source, "./" + source):
                with self.subTest(command=command, place=place):
                    before = self.content(source)
                    self.assert_misuse(self.filled(command, source, place),
                                       f"{reads} and {writes} both name {place}, which would be overwritten; choose another name for the output")
                    self.assertEqual(self.content(source), before)

    def test_an_output_that_is_an_input_by_a_link_is_refused(self):
        for reads, writes, source, command in PAIRS:
            for link in (os.symlink, os.link):
                with self.subTest(command=command, link=link):
                    link(self.path(source), self.path("other"))
                    before = self.content(source)
                    self.assert_fails(self.filled(command, source, "other"),
                                      f"other: {writes} would overwrite {source}, which {reads} reads; choose another name for the output")
                    self.assertEqual(self.content(source), before)
                    os.remove(self.path("other"))

    def test_every_command_that_writes_is_tried_here(self):
        tried = {tuple(command[:1] if command[0] in ("train", "score") else command[:2]) for _, _, _, command in PAIRS}
        tried |= {("data", "split"), ("data", "synth")}  # below; synth reads nothing
        groups = ["data", "model", "analyse", "list"]
        commands = [[name] for name in self.names([]) if name not in groups]
        for group in groups:
            commands += [[group, name] for name in self.names([group])]
        self.assertGreater(len(commands), 20)
        for command in commands:
            text = self.gradus(*command, "--help")
            if any(option in text for option in ("-o,--output", "--save", "--svg")):
                self.assertIn(tuple(command), tried, "a command that writes has no test of what it would overwrite")

    def names(self, group):
        text = self.gradus(*group, "--help")
        after = text[text.lower().index("subcommands:"):].splitlines()[1:]
        return [line.split()[0] for line in after if line.startswith("  ") and not line.startswith("   ")]

    def test_standard_input_and_output_are_files_too(self):
        for command in (["score", "model", "-", "-o", "data"], ["data", "convert", "-", "--to", "letor", "-o", "data"]):
            with self.subTest(command=command), open(self.path("data")) as data:
                result = subprocess.run([GRADUS, *command], cwd=self.folder, stdin=data, capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, "error: data: -o would overwrite <stdin>, which FILE reads; choose another name for the output\n"))
                self.assertEqual(self.content("data"), DATA)
        for command in (["score", "model", "data"], ["data", "stats", "data"], ["data", "convert", "data", "-o", "-"]):
            with self.subTest(command=command), open(self.path("data"), "a") as data:
                result = subprocess.run([GRADUS, *command], cwd=self.folder, stdout=data, stderr=subprocess.PIPE, text=True)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, "error: <stdout>: it goes into data, which FILE reads; send the output to another file\n"))
                self.assertEqual(self.content("data"), DATA)

    def test_what_stands_beside_the_data_is_an_input_too(self):
        self.write("d.txt.weight", "1\n" * 12)
        self.write("d.txt.click", "1\n" * 12)
        for command, place, reads in (
                ([*TRAIN, "--train", "d.txt", "-o", "d.txt.weight"], "d.txt.weight", "--train"),
                ([*TRAIN, "--train", "d.txt", "--columns", "click", "-o", "d.txt.click"], "d.txt.click", "--train"),
                ([*TRAIN, "--train", "d.txt", "--cache", "-o", "d.txt.gradus"], "d.txt.gradus", "--train"),
                (["score", "model", "d.txt", "-o", "d.txt.weight"], "d.txt.weight", "FILE"),
                (["data", "from-clicks", "clicks", "--data", "d.txt", "-o", "d.txt.weight"], "d.txt.weight", "--data"),
                (["data", "top-k", "d.txt", "--column", "click", "--order-column", "click", "--force"], "d.txt.click", "FILE")):
            with self.subTest(command=command):
                writes = "--column" if "--column" in command else "-o"
                expected = f"{place}: {writes} would overwrite it, which {reads} reads; choose another name for the output"
                if place.endswith(".gradus"):  # which a data format's ending is, too, and the first to be told of
                    self.gradus("data", "stats", "d.txt", "--cache")
                self.assert_fails(command, expected)

    def test_what_would_stand_beside_the_output_is_an_output_too(self):
        self.write("d.txt.weight", "1\n" * 12)
        os.symlink("d.txt.weight", self.path("e.txt.weight"))
        self.assert_fails(["data", "convert", "d.txt", "-o", "e.txt"],
                          "e.txt.weight: -o would overwrite d.txt.weight, which FILE reads; choose another name for the output")
        self.assertEqual(self.content("d.txt.weight"), "1\n" * 12)

    def test_a_label_column_beside_the_data_is_written(self):
        self.write("clicks", '{"query":"1","shown":["1","2"],"clicks":[{"doc":"1"}]}\n')
        for _ in range(2):  # the second time it is there, but not read
            self.gradus("data", "from-clicks", "clicks", "--data", "d.txt", "-o", "d.txt.click")
            self.assertEqual(len(self.content("d.txt.click").splitlines()), 12)

    def test_two_outputs_of_one_name_are_misuse(self):
        train = [*TRAIN, "--train", "d.txt", "--valid", "v.txt"]
        for one, other, command in (
                ("-o", "--also", [*train, "--also", "AP=x", "-o", "x"]),
                ("--also", "--also", [*train, "--also", "AP=x", "--also", "RR=./x", "-o", "y"]),
                ("--checkpoint", "-o", [*train, "--checkpoint", "x", "-o", "x"]),
                ("--log", "-o", [*train, "--log", "x", "-o", "x"]),
                ("--checkpoint", "--log", [*train, "--checkpoint", "x", "--log", "x", "-o", "y"]),
                ("--save", "-o", ["data", "bin", "d.txt", "--to", "letor", "-o", "x", "--save", "x"]),
                ("-o", "--also", [*train, "--also", "AP=-", "-o", "-"])):
            with self.subTest(command=command):
                named = "-" if "AP=-" in command else "x"
                self.assert_misuse(command, f"{one} and {other} both name {named}; give each output a file of its own")

    def test_two_outputs_that_are_one_file_are_refused(self):
        self.write("x", "old")
        os.link(self.path("x"), self.path("y"))
        os.symlink("new", self.path("z"))
        train = [*TRAIN, "--train", "d.txt", "--valid", "v.txt"]
        self.assert_fails([*train, "--also", "AP=y", "-o", "x"], "x: -o and --also would write the same file, y; give each output a file of its own")
        self.assert_fails([*train, "--also", "AP=z", "-o", "new"], "new: -o and --also would write the same file, z; give each output a file of its own")
        self.assertEqual(self.content("x"), "old")

    def test_what_is_kept_nowhere_may_be_named_twice(self):
        os.symlink("/dev/null", self.path("null"))
        self.gradus(*TRAIN, "--train", "d.txt", "--log", "null", "-o", "null")
        self.assertEqual(os.readlink(self.path("null")), "/dev/null")

    def test_a_split_does_not_write_over_what_it_splits(self):
        os.mkdir(self.path("folder"))
        self.write("folder/train.txt", DATA)
        split = ["data", "split", "folder/train.txt", "--parts", "0.5,0.25,0.25", "-o", "folder", "--force"]
        self.assert_misuse(split, "FILE and -o both name folder/train.txt, which would be overwritten; choose another name for the output")
        os.mkdir(self.path("folds"))
        os.mkdir(self.path("folds/Fold2"))
        os.symlink("../../d.txt", self.path("folds/Fold2/vali.txt"))
        self.assert_fails(["data", "split", "d.txt", "--folds", "3", "-o", "folds", "--force"],
                          "folds/Fold2/vali.txt: -o would overwrite d.txt, which FILE reads; choose another name for the output")
        self.assert_fails(["data", "split", "--from-parts", "a", "d.txt", "b", "-o", "folds", "--force", "--to", "letor"],
                          "folds/Fold2/vali.txt: -o would overwrite d.txt, which --from-parts reads; choose another name for the output")


if __name__ == "__main__":
    main()
