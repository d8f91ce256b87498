"""pytrec_eval: reads both files into dictionaries, then evaluates all of trec_eval's measures. Prints one JSON object with
the seconds of reading, of evaluating all measures and of evaluating those that both sides share, and the means of a few."""

import json
import sys
import time

import pytrec_eval

SHARED = {"map", "ndcg", "recip_rank", "Rprec", "bpref", "P.5,10,20,100,1000", "recall.5,10,20,100,1000", "ndcg_cut.5,10,20,100,1000",
          "map_cut.5,10,20,100,1000", "success.1,5,10"}


def main():
    qrels_path, run_path = sys.argv[1:3]
    started = time.perf_counter()
    with open(qrels_path) as file:
        qrels = pytrec_eval.parse_qrel(file)
    with open(run_path) as file:
        run = pytrec_eval.parse_run(file)
    read = time.perf_counter()
    every = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    values = every.evaluate(run)
    evaluated = time.perf_counter()
    shared = pytrec_eval.RelevanceEvaluator(qrels, SHARED)
    ready = time.perf_counter()
    shared.evaluate(run)
    done = time.perf_counter()
    means = {name: sum(v[name] for v in values.values()) / len(values) for name in ("map", "ndcg", "ndcg_cut_10", "P_10", "bpref", "recip_rank")}
    print(json.dumps({"read": read - started, "all": evaluated - read, "shared": done - ready, "means": means}))


if __name__ == "__main__":
    main()
