"""LightGBM's lambdarank: peer_lightgbm.py DATA MODE LEAVES TREES SEED prints the seconds of the trees alone and writes its test scores."""

import json
import resource
import sys
import time

import lightgbm
import numpy

MODES = {"row-wise": {"force_row_wise": True}, "column-wise": {"force_col_wise": True},
         "quantised 4": {"use_quantized_grad": True, "num_grad_quant_bins": 4, "quant_train_renew_leaf": True},
         "quantised 64": {"use_quantized_grad": True, "num_grad_quant_bins": 64, "quant_train_renew_leaf": True}}


def main():
    data, mode, leaves, trees, seed, scores = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), sys.argv[6]
    params = {"objective": "lambdarank", "num_leaves": leaves, "max_bin": 256 - seed, "learning_rate": 0.1, "min_data_in_leaf": 50,
              "min_sum_hessian_in_leaf": 1e-3, "lambdarank_truncation_level": 30, "num_threads": 2, "verbosity": -1, "seed": seed, **MODES[mode]}
    train = numpy.load(f"{data}/train.npz")
    dataset = lightgbm.Dataset(train["features"], train["grades"], group=train["sizes"], params=params).construct()
    booster = lightgbm.Booster(params, dataset)
    started, cpu_started = time.perf_counter(), time.process_time()
    for _ in range(trees):
        booster.update()
    seconds = time.perf_counter() - started
    cpu = time.process_time() - cpu_started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    numpy.savetxt(scores, booster.predict(numpy.load(f"{data}/test.npz")["features"]), fmt="%.9g")
    print(json.dumps({"seconds": seconds, "cpu": cpu, "peak": peak}))


if __name__ == "__main__":
    main()
