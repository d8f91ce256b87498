"""gradus data split."""

import os
import re

from command import CommandTest, main, more_help


def data(queries, documents=3):
    """Queries of different sizes, no two documents alike."""
    return "".join(f"{i % 3} qid:{query} 1:{query} 2:{i} #docid = D{query}-{i} kept\n"
                   for query in range(queries) for i in range(1 + query % documents))


def queries_of(text):
    """The queries of a file, in its order."""
    return list(dict.fromkeys(re.findall(r"qid:(\d+)", text)))


class Split(CommandTest):
    def files(self, folder):
        return sorted(os.path.relpath(os.path.join(place, name), self.path(folder))
                      for place, _, names in os.walk(self.path(folder)) for name in names)

    def parts(self, folder, *names):
        return [self.content(os.path.join(folder, name)) for name in names]

    def test_folds_test_every_query_once_and_mix_nothing(self):
        whole = data(23)
        self.write("a.txt", whole)
        self.gradus("data", "split", "a.txt", "--folds", "4", "-o", "out", "--seed", "3")
        self.assertEqual(self.files("out"), [f"Fold{i}/{name}.txt" for i in range(1, 5)
                                             for name in ("test", "train", "vali")])
        tested = []
        for i in range(1, 5):
            train, vali, test = self.parts(f"out/Fold{i}", "train.txt", "vali.txt", "test.txt")
            self.assertEqual(sorted((train + vali + test).splitlines()), sorted(whole.splitlines()))
            used = queries_of(train) + queries_of(vali) + queries_of(test)
            self.assertEqual(len(used), len(set(used)))
            tested += queries_of(test)
        self.assertEqual(sorted(tested, key=int), [str(query) for query in range(23)])

    def test_the_folds_rotate_as_those_of_letor(self):
        self.write("a.txt", data(20))
        self.gradus("data", "split", "a.txt", "--folds", "5", "-o", "out")
        parts = {i: self.content(f"out/Fold{i % 5 + 1}/test.txt") for i in range(1, 6)}  # Fold2 tests S1, Fold1 S5
        for fold in range(1, 6):
            turn = [parts[(fold - 1 + j) % 5 + 1] for j in range(5)]
            self.assertEqual(self.parts(f"out/Fold{fold}", "train.txt", "vali.txt", "test.txt"),
                             ["".join(turn[:3]), turn[3], turn[4]])

    def test_file_order_cuts_consecutive_queries(self):
        self.write("a.txt", data(8))
        self.gradus("data", "split", "a.txt", "--folds", "3", "--order", "file", "-o", "out")
        self.assertEqual([queries_of(self.content(f"out/Fold{i}/test.txt")) for i in (2, 3, 1)],
                         [["0", "1", "2"], ["3", "4", "5"], ["6", "7"]])

    def test_the_seed_decides(self):
        self.write("a.txt", data(40))
        for name, seed in (("one", "1"), ("again", "1"), ("two", "2")):
            self.gradus("data", "split", "a.txt", "--parts", "0.6,0.2,0.2", "-o", name, "--seed", seed)
        names = ("train.txt", "vali.txt", "test.txt")
        self.assertEqual(self.parts("one", *names), self.parts("again", *names))
        self.assertNotEqual(self.parts("one", *names), self.parts("two", *names))

    def test_shares_are_of_queries(self):
        self.write("a.txt", data(10))
        self.gradus("data", "split", "a.txt", "--parts", "0.6,0.2,0.2", "-o", "out")
        self.assertEqual(self.files("out"), ["test.txt", "train.txt", "vali.txt"])
        sizes = [len(queries_of(part)) for part in self.parts("out", "train.txt", "vali.txt", "test.txt")]
        self.assertEqual(sizes, [6, 2, 2])

    def test_without_vali(self):
        self.write("a.txt", data(10))
        self.gradus("data", "split", "a.txt", "--parts", "0.8,0.2", "--no-vali", "-o", "shares")
        self.assertEqual(self.files("shares"), ["test.txt", "train.txt"])
        self.gradus("data", "split", "a.txt", "--folds", "2", "--no-vali", "-o", "folds")
        self.assertEqual(self.files("folds"), ["Fold1/test.txt", "Fold1/train.txt", "Fold2/test.txt", "Fold2/train.txt"])
        self.assertEqual(self.content("folds/Fold1/test.txt"), self.content("folds/Fold2/train.txt"))

    def test_two_folds_are_train_and_test(self):
        self.write("a.txt", data(10))
        result = self.run_gradus("data", "split", "a.txt", "--folds", "2", "-o", "folds", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, "note: two parts are train and test: there is no vali\n"))
        self.assertEqual(self.files("folds"), ["Fold1/test.txt", "Fold1/train.txt", "Fold2/test.txt", "Fold2/train.txt"])
        self.assertEqual(self.content("folds/Fold1/test.txt"), self.content("folds/Fold2/train.txt"))
        help_text = self.gradus("data", "split", "--help")
        self.assertIn("with 2 parts, one is train", " ".join(help_text.split()))

    def test_tells_of_queries_that_stand_there_twice(self):
        self.write("a.txt", data(9) + "0 qid:90 1:8 2:2\n0 qid:90 1:8 2:0\n0 qid:90 1:8 2:1\n")
        result = self.run_gradus("data", "split", "a.txt", "--folds", "3", "-o", "out", "--quiet")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr,
                         "note: 1 of 10 queries of a.txt has the same documents as an earlier one, under another id "
                         "(query 90 is query 8, for example): such queries may come into different parts, and what is "
                         "measured on one is then known from the other\n")

    def test_counts_one_query_as_one(self):
        self.write("a.txt", "1 qid:1 1:1\n")
        self.assert_fails(["data", "split", "a.txt", "--folds", "3", "-o", "out"],
                          "3 parts cannot be made of 1 query; ask for fewer folds, or give more data")

    def test_carries_label_columns_and_weights_along(self):
        whole = data(12)
        count = len(whole.splitlines())
        self.write("a.txt", whole)
        self.write("a.txt.click", "".join("\n" if i % 4 == 0 else f"{i}\n" for i in range(count)))
        self.write("a.txt.weight", "".join(f"{i / 2:g}\n" for i in range(count)))
        self.gradus("data", "split", "a.txt", "--parts", "0.5,0.25,0.25", "--columns", "click", "-o", "out")
        rows = {line: ("" if i % 4 == 0 else str(i), f"{i / 2:g}") for i, line in enumerate(whole.splitlines())}
        for name in ("train.txt", "vali.txt", "test.txt"):
            lines, clicks, weights = (self.content(f"out/{name}{end}").splitlines() for end in ("", ".click", ".weight"))
            self.assertEqual(list(zip(clicks, weights)), [rows[line] for line in lines])

    def test_ready_parts_rotate(self):
        whole = data(9).splitlines(keepends=True)
        parts = ["".join(line for line in whole if int(queries_of(line)[0]) // 3 == i) for i in range(3)]
        for i, part in enumerate(parts):
            self.write(f"S{i + 1}.txt", part)
        self.gradus("data", "split", "--from-parts", "S1.txt", "S2.txt", "S3.txt", "-o", "out")
        for fold in range(3):
            turn = [parts[(fold + j) % 3] for j in range(3)]
            self.assertEqual(self.parts(f"out/Fold{fold + 1}", "train.txt", "vali.txt", "test.txt"), turn)
        self.gradus("data", "split", "--from-parts", "S1.txt", "S2.txt", "S3.txt", "--no-vali", "-o", "two")
        self.assertEqual(self.content("two/Fold2/train.txt"), parts[1] + parts[2])

    def test_an_existing_folder_is_kept_unless_forced(self):
        self.write("a.txt", data(10))
        os.mkdir(self.path("out"))
        split = ["data", "split", "a.txt", "--parts", "0.6,0.2,0.2", "-o", "out"]
        self.gradus(*split)  # empty: nothing to lose
        self.write("out/mine.txt", "precious")
        self.assert_fails(split, "out: the folder is not empty; name another, or say --force to write over the files "
                                 "of a split")
        self.gradus(*split, "--force", "--seed", "9")
        self.assertEqual(self.content("out/mine.txt"), "precious")
        self.assertEqual(self.files("out"), ["mine.txt", "test.txt", "train.txt", "vali.txt"])

    def test_bad_requests(self):
        self.write("a.txt", data(4))
        self.write("b.txt", "1 qid:3 1:1\n")
        self.write("c.txt", "1 qid:9 1:1\n")
        split = ["data", "split", "a.txt", "-o", "out"]
        self.assert_fails([*split, "--folds", "5"],
                          "5 parts cannot be made of 4 queries; ask for fewer folds, or give more data")
        self.assert_fails([*split, "--parts", "0.6,0.2,0.1"],
                          "the shares add up to 0.9, not 1; give shares such as 0.6,0.2,0.2", code=2)
        self.assert_fails([*split, "--parts", "0.9,0.05,0.05"],
                          "a share of 0.05 of 4 queries has no queries; give a larger share, or more data")
        self.assert_fails(["data", "split", "--from-parts", "a.txt", "b.txt", "c.txt", "-o", "out"],
                          "b.txt: query 3 is also in a.txt, with other documents; bring the documents of a query into one "
                          "part, or give different queries different ids")
        self.write("b.txt", "".join(line + "\n" for line in data(4).splitlines() if "qid:3" in line or "qid:2" in line))
        self.assert_fails(["data", "split", "--from-parts", "a.txt", "b.txt", "c.txt", "-o", "out"],
                          "b.txt: query 2 is also in a.txt, with the same documents (2 such queries in all); give parts "
                          "that share no query")
        self.assert_fails([*split, "--folds", "4", "--to", "nonsense"],
                          "option --to: unknown format 'nonsense'; `gradus list formats` shows all")
        self.assert_fails(["data", "split", "a.txt", "-o", "b.txt", "--folds", "3"],
                          "b.txt: there is a file of this name; name another folder")
        self.assert_fails(["data", "split", "a.txt", "-o", "no/where", "--folds", "3"],
                          "no/where: the folder cannot be created; check that its parent folder exists "
                          "and is writable")

    def test_misuse(self):
        self.write("a.txt", data(4))
        more = more_help("data", "split")
        split = ["data", "split", "a.txt", "-o", "out"]
        self.assert_fails(split, "give one of --folds, --parts and --from-parts" + more, code=2)
        self.assert_fails([*split, "--folds", "3", "--parts", "0.5,0.25,0.25"],
                          "give one of --folds, --parts and --from-parts" + more, code=2)
        self.assert_fails(["data", "split", "-o", "out", "--folds", "3"],
                          "name the file to split, or its parts with --from-parts, not both" + more, code=2)
        self.assert_fails([*split, "--parts", "0.5,0.5"],
                          "--parts needs three shares: train, vali, test; say --no-vali for train and test only" + more,
                          code=2)
        self.assert_fails(["data", "split", "-o", "out", "--from-parts", "a.txt"],
                          "--from-parts needs two parts or more" + more, code=2)


if __name__ == "__main__":
    main()
