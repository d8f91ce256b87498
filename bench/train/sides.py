"""Trains with one side and tells the seconds of its trees, its peak of memory in MB and NDCG@10 on the test queries."""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# By default documents whose gradient and Hessian are rounded to 0 are not read; reading them too gives the same model.
OURS = {"ours": {}, "all read": {"skip_zeros": "no"}, "fine": {"rounding": "fine"}}
LIGHTGBM = ["row-wise", "column-wise", "quantised 4", "quantised 64"]
OTHERS = ["XGBoost", "CatBoost"]


def train_ours(gradus, data, settings, seed=1):
    """Runs `gradus train`; the last line of its log has the seconds since the first tree began."""
    log, model = data / "log.jsonl", data / "model.json"
    log.unlink(missing_ok=True)
    options = [text for key, value in settings.items() for text in ("--set", f"{key}={value}")]
    command = [gradus, "train", "lambdamart", "--train", data / "train.gradus", "--for", "NDCG", *options, "--seed", seed, "--threads", 2, "--log", log, "--force",
               "-o", model, "--quiet"]
    process = subprocess.Popen([str(part) for part in command])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit("training failed")
    return {"seconds": json.loads(log.read_text().splitlines()[-1])["seconds"], "peak": usage.ru_maxrss / 1024, "model": model}


def ndcg(gradus, data, scores):
    output = subprocess.run([gradus, "eval", "-m", "NDCG@10", "--data", data / "test.gradus", "--scores", scores, "--json", "--quiet"], check=True,
                            capture_output=True, text=True).stdout
    return json.loads(output)["runs"][0]["values"][0]["mean"]


def run(side, gradus, data, leaves, trees, seed):
    scores = data / "scores.txt"
    if side in OURS:
        # The bins change with the seed, as the others' do: one run says little of a ranking's quality.
        result = train_ours(gradus, data, {"truncation": 30, "leaves": leaves, "trees": trees, "min_leaf_documents": 50, "bins": 256 - seed, **OURS[side]},
                            seed)
        subprocess.run([gradus, "score", result["model"], data / "test.gradus", "-o", scores, "--quiet"], check=True)
    else:
        output = subprocess.run([sys.executable, HERE / "peers.py", side, data, *map(str, (leaves, trees, seed)), scores], check=True, capture_output=True,
                                text=True).stdout
        result = json.loads(output.splitlines()[-1])
    return {"seconds": result["seconds"], "peak": result["peak"], "ndcg": ndcg(gradus, data, scores)}
