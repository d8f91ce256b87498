"""Coordinate ascent on the command line: rounds chosen on validation data, the same bytes for any threads and after any number of deaths, odd data."""


from command import main
from training import TrainingTest


class CoordinateAscent(TrainingTest):
    def train(self, *more, output="model.json"):
        self.gradus("train", "coordinate-ascent", "--train", "train.txt", "-o", output, *more)
        return self.content(output)

    def test_both_searches_learn_to_rank(self):
        self.synth("train.txt", 40, 20, 6)
        values = {}
        for search in ("auto", "exact", "steps"):
            self.train("--set", f"search={search}", output=f"{search}.json")
            values[search] = self.value("NDCG@10", "train.txt", f"{search}.json")
        self.assertEqual(values["auto"], values["exact"])
        self.assertGreaterEqual(values["exact"], values["steps"] - 0.005)
        self.write("zeros", "0\n" * len(self.content("train.txt").splitlines()))
        shown = self.gradus("eval", "-m", "NDCG@10", "--data", "train.txt", "--scores", "zeros", "--csv")
        self.assertGreater(values["steps"], float(shown.splitlines()[-1].split(",")[-1]) + 0.1)

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        self.synth("train.txt", 40, 20, 6)
        self.synth("valid.txt", 20, 20, 6, 2)
        for search in ("exact", "steps"):
            with self.subTest(search=search):
                texts = {self.train("--valid", "valid.txt", "--set", f"search={search}", "--threads", threads) for threads in ("1", "2", "3", "8")}
                self.assertEqual(len(texts), 1)

    def test_survives_being_killed_at_random_moments(self):
        self.synth("train.txt", 40, 20, 10)
        self.synth("valid.txt", 20, 20, 10, 2)
        self.assert_survives_kills(["coordinate-ascent", "--train", "train.txt", "--valid", "valid.txt", "--set", "tolerance=0", "--set", "restarts=3",
                                    "--checkpoint-every", "0", "--also", "RR=also.json"])

    def test_the_round_is_chosen_on_validation_data(self):
        self.synth("train.txt", 20, 20, 10)
        self.synth("valid.txt", 20, 20, 10, 2)
        self.train("--valid", "valid.txt", "--stop-on", "P@3", "--also", "NDCG@1=also.json", "--set", "tolerance=0", "--log", "log")
        lines = self.log("log")
        self.assertEqual({line["candidate"] for line in lines}, {1, 2, 3})
        for measure, model in (("p@3", "model.json"), ("ndcg@1", "also.json")):
            values = [line["valid"][measure] for line in lines]
            self.assertGreater(len(set(values)), 1)
            self.assertAlmostEqual(self.value(measure, "valid.txt", model), max(values), delta=5e-5)
        values = [line["valid"]["p@3"] for line in lines]
        chosen = lines[values.index(max(values))]
        self.assertEqual(lines[-1]["best"], {"step": chosen["step"], "candidate": chosen["candidate"]})
        # From one start the value in training never falls.
        for start in (1, 2, 3):
            curve = [line["train"]["ndcg@10"] for line in lines if line["candidate"] == start]
            self.assertEqual(curve, sorted(curve))

    def test_without_validation_data_the_best_in_training_is_kept(self):
        self.synth("train.txt", 20, 20, 6)
        self.train("--log", "log")
        best = max(line["train"]["ndcg@10"] for line in self.log("log"))
        self.assertAlmostEqual(self.value("NDCG@10", "train.txt", "model.json"), best, delta=5e-5)

    def test_odd_data_is_learned_from(self):
        # Queries of one grade and of one document, constant, missing and huge features, equal documents.
        self.write("train.txt", "2 qid:1 1:5 2:NULL 3:1\n0 qid:1 1:5 2:1e30 3:1\n1 qid:2 1:5\n1 qid:2 1:5 3:2\n0 qid:3 1:5 2:2\n"
                                "1 qid:4 1:5 3:7\n0 qid:4 1:5 3:7\n0 qid:4 1:5 2:-1e30\n")
        for search in ("exact", "steps"):
            for measure in ("NDCG@10", "AP", "P@1", "AUC"):
                with self.subTest(search=search, measure=measure):
                    self.train("--for", measure, "--set", f"search={search}")
                    for score in self.gradus("score", "model.json", "train.txt").split():
                        self.assertLess(abs(float(score)), 100)
        self.write("train.txt", "1 qid:1 1:5\n0 qid:1 1:5\n")  # nothing to tell them apart by
        self.assert_fails(["train", "coordinate-ascent", "--train", "train.txt", "--set", "restarts=0", "-o", "m.json"],
                          "training data: nothing was learned: no feature differs between the documents of a query; "
                          "give data with features that differ within queries")

    def test_says_what_it_cannot_do(self):
        self.synth("train.txt", 4, 10, 3)
        self.train()
        train = ["train", "coordinate-ascent", "--train", "train.txt", "-o", "m.json"]
        self.assert_fails([*train, "--for", "AP", "--for", "NDCG"],
                          "option --for: coordinate ascent is for one measure; give one --for; several --stop-on may pick the best round")
        self.assert_fails([*train, "--start", "model.json"], "model.json: coordinate ascent has starts of its own; leave out --start")
        self.write("part", "{}")
        self.assert_fails([*train, "--checkpoint", "part", "--resume"], "part: it is not a checkpoint; give the file of an earlier --checkpoint")


if __name__ == "__main__":
    main()
