"""Profiles lightgbm and xgboost against what the two report while they train, by query and over all."""

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


def rows_by_query(sizes):
    """{query: its rows}."""
    ends = numpy.cumsum(sizes)
    return {str(query): slice(end - size, end) for query, (size, end) in enumerate(zip(sizes, ends))}


class Trainers(AgreementTest):
    def ours_of_scores(self, grades, sizes, scores, measures, profile):
        queries = numpy.repeat(numpy.arange(len(sizes)), sizes)
        self.write("data.txt", "".join(f"{g} qid:{q} 1:0\n" for g, q in zip(grades, queries)))
        self.write("scores.txt", "".join(f"{float(s)!r}\n" for s in scores))
        return self.ours(measures, profile, "--data", "data.txt", "--scores", "scores.txt")

    def compare(self, reported, rounds, grades, sizes, scores, metrics, profile):
        """What was reported after so many rounds of the whole data, "all", and of each query, as data of its own."""
        ours = self.ours_of_scores(grades, sizes, scores, metrics.values(), profile)
        theirs = {measure: {name: values[metric][rounds - 1] for name, values in reported.items()}
                  for metric, measure in metrics.items()}
        self.assertEqual(self.assert_agree(ours, theirs, undefined=1.0), (len(sizes) + 1) * len(metrics))

    def test_agrees_with_lightgbm(self):
        features, grades, sizes = random_data(1)
        data = lightgbm.Dataset(features, grades, group=sizes, free_raw_data=False)
        parts = {query: lightgbm.Dataset(features[rows], grades[rows], group=[rows.stop - rows.start], reference=data)
                 for query, rows in rows_by_query(sizes).items()}
        reported = {}
        model = lightgbm.train({"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": CUTOFFS, "num_leaves": 7,
                                "min_data_in_leaf": 5, "verbose": -1, "num_threads": 1, "seed": 1},
                               data, 12, valid_sets=[data, *parts.values()], valid_names=["all", *parts],
                               callbacks=[lightgbm.record_evaluation(reported)])
        metrics = {f"{name}@{k}": f"{name}@{k}" for name in ("ndcg", "map") for k in CUTOFFS}
        for rounds in (1, 12):
            scores = model.predict(features, num_iteration=rounds, raw_score=True)
            self.compare(reported, rounds, grades, sizes, scores, metrics, "lightgbm")

    def test_agrees_with_xgboost(self):
        features, grades, sizes = random_data(2)
        queries = numpy.repeat(numpy.arange(len(sizes)), sizes)
        for names, labels in ((("ndcg",), grades), (("map", "pre"), numpy.minimum(grades, 1))):
            data = xgboost.DMatrix(features, labels, qid=queries)
            parts = [(xgboost.DMatrix(features[rows], labels[rows], qid=queries[rows]), query)
                     for query, rows in rows_by_query(sizes).items()]
            metrics = {f"{name}@{k}": f"{name}@{k}".replace("pre", "P") for name in names for k in CUTOFFS}
            metrics |= {name: name for name in names if name != "pre"}  # cut at 32; some lists have 40 documents
            reported = {}
            model = xgboost.train({"objective": "rank:ndcg", "eval_metric": list(metrics), "max_depth": 3, "nthread": 1, "seed": 1},
                                  data, 8, evals=[(data, "all"), *parts], evals_result=reported, verbose_eval=False)
            for rounds in (1, 8):
                scores = model.predict(data, iteration_range=(0, rounds), output_margin=True)
                self.compare(reported, rounds, labels, sizes, scores, metrics, "xgboost")


if __name__ == "__main__":
    main()
