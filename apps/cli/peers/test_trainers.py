"""Profiles lightgbm and xgboost against what the two report while they train."""

import lightgbm
import numpy
import xgboost
from agreement import AgreementTest, main

CUTOFFS = (1, 3, 5, 10, 50)


def random_data(seed, queries=240):
    """Features, grades and sizes; some queries have no relevant document, and a binary feature makes many scores equal."""
    draw = numpy.random.default_rng(seed)
    sizes = draw.choice([1, 2, 5, 12, 40], queries)
    features = draw.normal(size=(sizes.sum(), 6))
    features[:, 0] = draw.integers(0, 2, sizes.sum())
    grades = numpy.clip(draw.poisson(numpy.exp(0.5 * features[:, 0] + 0.3 * features[:, 1] - 0.7)), 0, 4)
    ends = numpy.cumsum(sizes)
    for query in range(0, queries, 9):
        grades[ends[query] - sizes[query]:ends[query]] = 0
    return features, grades, sizes


class Trainers(AgreementTest):
    def ours_of_scores(self, grades, sizes, scores, measures, profile):
        queries = numpy.repeat(numpy.arange(len(sizes)), sizes)
        self.write("data.txt", "".join(f"{g} qid:{q} 1:0\n" for g, q in zip(grades, queries)))
        self.write("scores.txt", "".join(f"{float(s)!r}\n" for s in scores))
        return self.ours(measures, profile, "--data", "data.txt", "--scores", "scores.txt")

    def test_agrees_with_lightgbm(self):
        features, grades, sizes = random_data(1)
        data = lightgbm.Dataset(features, grades, group=sizes, free_raw_data=False)
        reported = {}
        model = lightgbm.train({"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": CUTOFFS, "num_leaves": 7,
                                "min_data_in_leaf": 5, "verbose": -1, "num_threads": 1, "seed": 1},
                               data, 12, valid_sets=[data], valid_names=["same"], callbacks=[lightgbm.record_evaluation(reported)])
        for rounds in (1, 12):
            scores = model.predict(features, num_iteration=rounds, raw_score=True)
            measures = {f"{name}@{k}": reported["same"][f"{name}@{k}"][rounds - 1] for name in ("ndcg", "map") for k in CUTOFFS}
            ours = self.ours_of_scores(grades, sizes, scores, measures, "lightgbm")
            self.assert_agree(ours, {measure: {"all": value} for measure, value in measures.items()})

    def test_agrees_with_xgboost(self):
        features, grades, sizes = random_data(2)
        queries = numpy.repeat(numpy.arange(len(sizes)), sizes)
        for names, labels in ((("ndcg",), grades), (("map", "pre"), numpy.minimum(grades, 1))):
            data = xgboost.DMatrix(features, labels, qid=queries)
            reported = {}
            metrics = [f"{name}@{k}" for name in names for k in CUTOFFS]
            model = xgboost.train({"objective": "rank:ndcg", "eval_metric": metrics, "max_depth": 3, "nthread": 1, "seed": 1},
                                  data, 8, evals=[(data, "same")], evals_result=reported, verbose_eval=False)
            for rounds in (1, 8):
                scores = model.predict(data, iteration_range=(0, rounds), output_margin=True)
                measures = {metric.replace("pre", "P"): reported["same"][metric][rounds - 1] for metric in metrics}
                ours = self.ours_of_scores(labels, sizes, scores, measures, "xgboost")
                self.assert_agree(ours, {measure: {"all": value} for measure, value in measures.items()})


if __name__ == "__main__":
    main()
