"""Results that outlive a break: a file of JSON lines, one a finished cell, and a pool of two processes for the cells that are not in it."""

import concurrent.futures
import json
import os
import subprocess
import sys

WORKERS = 2


class Cells:
    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text().splitlines() if path.exists() else []
        self.values = {}
        for line in lines:
            try:
                record = json.loads(line)
            except json.JSONDecodeError:  # the last line, cut off
                continue
            self.values[record["key"]] = record["value"]
        if lines:  # so that the next line does not join one that was cut off
            self.path.write_text("".join(json.dumps({"key": key, "value": value}) + "\n" for key, value in self.values.items()))

    def add(self, key, value):
        self.values[key] = value
        with open(self.path, "a") as file:
            file.write(json.dumps({"key": key, "value": value}) + "\n")

    def fill(self, work):
        """work: key -> (function, arguments). Runs what is not there yet, and tells how far it is."""
        missing = {key: call for key, call in work.items() if key not in self.values}
        print(f"{self.path.name}: {len(work)} cells, {len(work) - len(missing)} there already", file=sys.stderr, flush=True)
        with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
            running = {pool.submit(function, *arguments): key for key, (function, arguments) in missing.items()}
            for done, future in enumerate(concurrent.futures.as_completed(running), 1):
                if future.exception():
                    pool.shutdown(cancel_futures=True)
                    raise RuntimeError(f"cell {running[future]} failed") from future.exception()
                self.add(running[future], future.result())
                if done % 20 == 0 or done == len(running):
                    print(f"{self.path.name}: {done} of {len(running)}, {running[future][:100]}", file=sys.stderr, flush=True)
        return {key: self.values[key] for key in work}


def by_query(gradus, data, options, measures):
    """measure -> query -> value of `gradus eval`: what is undefined (a query without relevant documents) counts 0. `options` name the scores or a model."""
    arguments = [argument for measure in measures for argument in ("-m", measure)]
    output = subprocess.run([gradus, "eval", *arguments, "--data", str(data), *map(str, options), "--json", "-q", "--threads", "1", "--quiet"],
                            check=True, capture_output=True, text=True).stdout
    values = json.loads(output)["runs"][0]["values"]
    return {value["measure"]: {query: number or 0.0 for query, number in value["by_query"].items()} for value in values}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def header(program):
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip()
    return f"{program}, commit {commit}, {os.cpu_count()} cores"
