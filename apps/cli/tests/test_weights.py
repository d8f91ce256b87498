"""Weights of documents: how each learner counts them, and that what a training claims holds with them."""

import random

from command import main
from training import TrainingTest

# Short trainings of the learners that look at a list as a whole.
OF_QUERIES = {
    "svm": ["--for", "AP", "--set", "epsilon=1e-6"],
    "focusedsvm": ["--set", "epsilon=1e-6"],
    "listnet": ["--set", "epochs=3"],
    "listmle": ["--set", "epochs=3"],
    "focusednet": ["--set", "epochs=3"],
    "softrank": ["--set", "epochs=3"],
}
SIZE = 8


class WeightsTest(TrainingTest):
    def setUp(self):
        super().setUp()
        draw = random.Random(3)
        self.write("train.txt", "".join(f"{i % 3} qid:{query} 1:{draw.random() + 0.2 * (i % 3)} 2:{draw.random()} 3:{draw.random()}\n"
                                        for query in range(20) for i in range(SIZE)))
        self.weights = [draw.randrange(9) / 2 for _ in range(20 * SIZE)]
        self.write_weights(self.weights)

    def write_weights(self, weights):
        self.write("train.txt.weight", "".join(f"{weight}\n" for weight in weights))

    def train(self, learner, *more):
        self.gradus("train", learner, "--train", "train.txt", *more, "-o", "model.json", "--quiet")
        return self.content("model.json")

    def test_a_list_counts_by_the_mean_weight_of_its_documents(self):
        means = [sum(self.weights[at:at + SIZE]) / SIZE for at in range(0, len(self.weights), SIZE)]
        for learner, more in OF_QUERIES.items():
            with self.subTest(learner=learner):
                self.write_weights(self.weights)
                uneven = self.train(learner, *more)
                self.write_weights([mean for mean in means for _ in range(SIZE)])
                self.assertEqual(self.train(learner, *more), uneven)
                self.write_weights([1] * len(self.weights))
                self.assertNotEqual(self.train(learner, *more), uneven)

    def test_the_proven_bound_is_below_the_objective(self):
        for learner in ("svm", "ranksvm", "focusedsvm", "svmacc"):
            with self.subTest(learner=learner):
                self.train(learner, "--set", "C=10", "--set", "epsilon=1e-4", "--log", "log", "--force")
                lines = self.log("log")
                for line in lines:
                    self.assertLessEqual(line["bound"], line["objective"] * (1 + 1e-9))
                self.assertLess(lines[-1]["gap"], 0.05 * lines[-1]["objective"])


if __name__ == "__main__":
    main()
