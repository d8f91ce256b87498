"""Trains one model with one system on one fold and writes its scores. Each takes the same description of a point: leaves, rate, least, seed."""

import hashlib
import importlib.metadata
import pathlib
import subprocess

import numpy

TREES, PATIENCE = 500, 50
# XGBoost has no least number of documents in a leaf; its least sum of second derivatives stands in, 1 being its default.
LEAST_WEIGHT = {10: 0.1, 50: 1.0}


def bins(point):
    """One less with each seed: 255, 254, 253."""
    return 256 - point["seed"]


def ours(gradus, fold, point, scores, options=(), train="train", stop="vali"):
    """Scores of the parts named in `scores` (part -> file); returns the number of trees kept. `options` are further arguments of `gradus train lambdamart`."""
    model, log = (scores["vali"].with_name(scores["vali"].name + suffix) for suffix in (".model", ".log"))
    log.unlink(missing_ok=True)
    command = [gradus, "train", "lambdamart", "--train", fold / f"{train}.txt", "--valid", fold / f"{stop}.txt", "--seed", str(point["seed"]),
               "--threads", "1", "--quiet", "--log", log, "--force", "-o", model, *settings(point), *options]
    subprocess.run([str(part) for part in command], check=True)
    for part, path in scores.items():
        subprocess.run([gradus, "score", str(model), str(fold / f"{part}.txt"), "-o", str(path), "--threads", "1", "--quiet"], check=True)
    best = int(log.read_text().splitlines()[-1].rsplit('"best":', 1)[1].rstrip("}"))
    model.unlink()
    log.unlink()
    return best


def settings(point):
    names = {"leaves": "leaves", "rate": "learning_rate", "least": "min_leaf_documents"}
    values = [f"trees={TREES}", f"patience={PATIENCE}", f"bins={bins(point)}", *(f"{name}={point[key]}" for key, name in names.items() if key in point)]
    return [argument for value in values for argument in ("--set", value)]


def load(fold, part):
    return numpy.load(fold / f"{part}.npz")


def lightgbm(_, fold, point, scores):
    import lightgbm as package
    params = {"objective": "lambdarank", "num_leaves": point["leaves"], "learning_rate": point["rate"], "min_data_in_leaf": point["least"],
              "max_bin": bins(point), "metric": "ndcg", "eval_at": [10], "num_threads": 1, "verbosity": -1, "seed": point["seed"], "deterministic": True, "force_col_wise": True}
    train, vali = load(fold, "train"), load(fold, "vali")
    data = package.Dataset(train["features"], train["grades"], group=train["sizes"], params=params)
    valid = package.Dataset(vali["features"], vali["grades"], group=vali["sizes"], reference=data, params=params)
    booster = package.train(params, data, TREES, valid_sets=[valid], callbacks=[package.early_stopping(PATIENCE, verbose=False)])
    for part, path in scores.items():
        numpy.savetxt(path, booster.predict(load(fold, part)["features"], num_iteration=booster.best_iteration), fmt="%.17g")
    return booster.best_iteration


def xgboost(_, fold, point, scores):
    import xgboost as package
    params = {"objective": "rank:ndcg", "tree_method": "hist", "grow_policy": "lossguide", "max_depth": 0, "max_leaves": point["leaves"],
              "learning_rate": point["rate"], "min_child_weight": LEAST_WEIGHT[point["least"]], "eval_metric": "ndcg@10", "nthread": 1,
              "max_bin": bins(point), "seed": point["seed"], "verbosity": 0}
    train, vali = load(fold, "train"), load(fold, "vali")
    data = package.QuantileDMatrix(train["features"], train["grades"], group=train["sizes"], max_bin=bins(point))
    valid = package.QuantileDMatrix(vali["features"], vali["grades"], group=vali["sizes"], max_bin=bins(point), ref=data)
    booster = package.train(params, data, TREES, evals=[(valid, "vali")], early_stopping_rounds=PATIENCE, verbose_eval=False)
    end = booster.best_iteration + 1
    for part, path in scores.items():
        matrix = package.DMatrix(load(fold, part)["features"])
        numpy.savetxt(path, booster.predict(matrix, output_margin=True, iteration_range=(0, end)), fmt="%.9g")
    return end


SYSTEMS = {"ours": ours, "LightGBM": lightgbm, "XGBoost": xgboost}


def version(system, gradus):
    """What a kept result depends on besides its point: our libraries to the bit (the program also holds the name of the commit), the others' release."""
    if system == "ours":
        digest = hashlib.sha256()
        for library in sorted(pathlib.Path(gradus).parent.rglob("*.a")):
            digest.update(library.read_bytes())
        return digest.hexdigest()[:12]
    return importlib.metadata.version({"LightGBM": "lightgbm", "XGBoost": "xgboost-cpu"}[system])
