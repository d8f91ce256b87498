"""One training by another tool: peers.py TOOL DATA LEAVES TREES SEED SCORES.

Prints the seconds of the trees alone (loading and binning are not counted) and the peak of memory, and writes its scores of the test documents.
All have about our settings: NDCG's lambdas over pairs with the first 30 ranks, learning rate 0.1, 255 bins (one less for each seed from 2 on), two threads.
"""

import json
import resource
import sys
import time

import numpy

LIGHTGBM_MODES = {"row-wise": {"force_row_wise": True}, "column-wise": {"force_col_wise": True},
                  "quantised 4": {"use_quantized_grad": True, "num_grad_quant_bins": 4, "quant_train_renew_leaf": True},
                  "quantised 64": {"use_quantized_grad": True, "num_grad_quant_bins": 64, "quant_train_renew_leaf": True}}


def lightgbm(mode, train, test, leaves, trees, seed):
    import lightgbm as library
    params = {"objective": "lambdarank", "num_leaves": leaves, "max_bin": 256 - seed, "learning_rate": 0.1, "min_data_in_leaf": 50,
              "min_sum_hessian_in_leaf": 1e-3, "lambdarank_truncation_level": 30, "num_threads": 2, "verbosity": -1, "seed": seed, **LIGHTGBM_MODES[mode]}
    data = library.Dataset(train["features"], train["grades"], group=train["sizes"], params=params).construct()
    booster = library.Booster(params, data)
    started = time.perf_counter()
    for _ in range(trees):
        booster.update()
    return time.perf_counter() - started, lambda: booster.predict(test["features"])


def xgboost(train, test, leaves, trees, seed):
    import xgboost as library
    params = {"objective": "rank:ndcg", "tree_method": "hist", "grow_policy": "lossguide", "max_leaves": leaves, "max_depth": 0, "max_bin": 256 - seed,
              "eta": 0.1, "lambdarank_pair_method": "topk", "lambdarank_num_pair_per_sample": 30, "nthread": 2, "seed": seed}
    data = library.QuantileDMatrix(train["features"], train["grades"], group=train["sizes"], max_bin=256 - seed, nthread=2)
    booster = library.Booster(params, [data])
    started = time.perf_counter()
    for tree in range(trees):
        booster.update(data, tree)
    return time.perf_counter() - started, lambda: booster.predict(library.DMatrix(test["features"]))


def catboost(train, test, leaves, trees, seed):
    import catboost as library
    queries = numpy.repeat(numpy.arange(len(train["sizes"])), train["sizes"])
    pool = library.Pool(train["features"], train["grades"], group_id=queries)
    pool.quantize(border_count=255 - seed)
    model = library.CatBoost({"loss_function": "LambdaMart:metric=NDCG;top=30", "grow_policy": "Lossguide", "max_leaves": leaves, "max_depth": 16,
                              "min_data_in_leaf": 50, "learning_rate": 0.1, "iterations": trees, "thread_count": 2, "random_seed": seed, "verbose": False,
                              "allow_writing_files": False})
    started = time.perf_counter()
    model.fit(pool)
    return time.perf_counter() - started, lambda: model.predict(test["features"])


def main():
    tool, data, leaves, trees, seed, scores = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]), sys.argv[6]
    train, test = numpy.load(f"{data}/train.npz"), numpy.load(f"{data}/test.npz")
    if tool in LIGHTGBM_MODES:
        seconds, predict = lightgbm(tool, train, test, leaves, trees, seed)
    else:
        seconds, predict = {"XGBoost": xgboost, "CatBoost": catboost}[tool](train, test, leaves, trees, seed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    numpy.savetxt(scores, predict(), fmt="%.9g")
    print(json.dumps({"seconds": seconds, "peak": peak}))


if __name__ == "__main__":
    main()
