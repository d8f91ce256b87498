"""ranx: the shared measures on a Qrels and a Run that are ready, after one call that compiles. Prints one JSON object."""

import json
import sys
import time

from ranx import Qrels, Run, evaluate

SHARED = ["map", "ndcg", "mrr", "r-precision", "bpref"] + [f"{name}@{k}" for name in ("precision", "recall", "ndcg", "map")
                                                           for k in (5, 10, 20, 100, 1000)] + ["hit_rate@1", "hit_rate@5", "hit_rate@10"]


def main():
    qrels_path, run_path = sys.argv[1:3]
    qrels = Qrels.from_file(qrels_path, kind="trec")
    run = Run.from_file(run_path, kind="trec")
    evaluate(qrels, run, SHARED)
    started, cpu_started = time.perf_counter(), time.process_time()
    evaluate(qrels, run, SHARED)
    print(json.dumps({"shared": time.perf_counter() - started, "shared_cpu": time.process_time() - cpu_started}))


if __name__ == "__main__":
    main()
