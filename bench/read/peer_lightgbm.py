"""LightGBM's side of the reading benchmark: its own loader, from LIBSVM text with a .query file beside it, to its binned data
set. Prints one JSON object."""

import json
import sys
import time

import lightgbm

path, threads = sys.argv[1], int(sys.argv[2])
started = time.perf_counter()
data = lightgbm.Dataset(path, params={"num_threads": threads, "max_bin": 255, "bin_construct_sample_cnt": 200000,
                                      "objective": "lambdarank", "verbose": -1})
data.construct()
print(json.dumps({"seconds": time.perf_counter() - started, "documents": data.num_data(), "features": data.num_feature(),
                  "queries": len(data.get_group()), "version": lightgbm.__version__}))
