"""pytrec_eval: reads both files into dictionaries, then evaluates all of trec_eval's measures. Prints one JSON object with
the seconds of reading, of evaluating all measures and of evaluating those that both sides share, the same in processor time (_cpu), and
the means of a few."""

import json
import sys
import time

import pytrec_eval

SHARED = {"map", "ndcg", "recip_rank", "Rprec", "bpref", "P.5,10,20,100,1000", "recall.5,10,20,100,1000", "ndcg_cut.5,10,20,100,1000",
          "map_cut.5,10,20,100,1000", "success.1,5,10"}


def moment():
    return time.perf_counter(), time.process_time()


def main():
    qrels_path, run_path = sys.argv[1:3]
    started = moment()
    with open(qrels_path) as file:
        qrels = pytrec_eval.parse_qrel(file)
    with open(run_path) as file:
        run = pytrec_eval.parse_run(file)
    read = moment()
    every = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures)
    values = every.evaluate(run)
    evaluated = moment()
    shared = pytrec_eval.RelevanceEvaluator(qrels, SHARED)
    ready = moment()
    shared.evaluate(run)
    done = moment()
    means = {name: sum(v[name] for v in values.values()) / len(values) for name in ("map", "ndcg", "ndcg_cut_10", "P_10", "bpref", "recip_rank")}
    result = {"means": means}
    for name, begin, end in (("read", started, read), ("all", read, evaluated), ("shared", ready, done)):
        result[name], result[f"{name}_cpu"] = end[0] - begin[0], end[1] - begin[1]
    print(json.dumps(result))


if __name__ == "__main__":
    main()
