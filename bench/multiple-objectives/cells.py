"""A store of finished trainings: a cell is one training and its values on the validation queries; what is finished is not done again."""

import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import subprocess
import threading

import numpy

AT_ONCE = 2  # trainings, each on one thread


@dataclasses.dataclass(frozen=True)
class Data:
    """The files of one draw or fold, caches with all their label columns inside."""
    name: str
    train: pathlib.Path
    valid: pathlib.Path
    test: pathlib.Path
    measures: tuple


@dataclasses.dataclass(frozen=True)
class Setting:
    """What is trained for, what picks the iteration, and the learner's parameters."""
    label: str
    goals: tuple
    stops: tuple
    parameters: tuple

    def arguments(self):
        return [*flags("--for", self.goals), *flags("--stop-on", self.stops), *flags("--set", self.parameters)]


def flags(flag, values):
    return [part for value in values for part in (flag, value)]


class Store:
    def __init__(self, gradus, folder):
        self.gradus, self.folder = gradus, folder
        for name in ("models", "values"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.path = folder / "cells.jsonl"
        self.lock = threading.Lock()
        self.done = {}
        if self.path.exists():
            lines = self.path.read_text().splitlines()
            self.done = {cell["key"]: cell for cell in map(json.loads, filter(is_whole, lines))}

    def run(self, *arguments):
        """The output of a gradus command; its message where it fails."""
        command = [str(part) for part in (self.gradus, *arguments)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{result.stderr}")
        return result.stdout

    def key(self, data, setting):
        text = json.dumps([data.name, *setting.arguments()])
        return f"{data.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"

    def model(self, data, setting):
        return self.folder / "models" / f"{self.key(data, setting)}.json"

    def train_all(self, pairs):
        """Every (data, setting) that is not finished, two at once, with a line of progress each."""
        pairs = [pair for pair in dict.fromkeys(pairs) if self.key(*pair) not in self.done]
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            futures = {pool.submit(self.train, *pair): pair for pair in pairs}
            for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
                cell = future.result()
                print(f"  {number}/{len(pairs)} {cell['data']}: {cell['label']}: {cell['trees']} trees, valid {cell['valid']}", flush=True)

    def train(self, data, setting):
        key, model = self.key(data, setting), self.model(data, setting)
        command = ["train", "lambdamart", "--train", data.train, "--valid", data.valid, *setting.arguments(), "--threads", 1, "--quiet", "-o", model]
        self.run(*command)
        values = self.values(data, setting, "valid")
        cell = {"key": key, "data": data.name, "label": setting.label, "trees": len(json.loads(model.read_text())["trees"]),
                "valid": dict(zip(data.measures, values.mean(axis=0).round(6).tolist())), "command": [str(part) for part in command]}
        with self.lock, open(self.path, "a") as file:
            file.write(json.dumps(cell) + "\n")
            self.done[key] = cell
        return cell

    def values(self, data, setting, part):
        """A row for each query of the part, a column for each measure; what is undefined counts 0, as in the means that gradus prints."""
        path = self.folder / "values" / f"{self.key(data, setting)}-{part}.npy"
        if not path.exists():
            output = self.run("eval", "--data", getattr(data, part), "--model", self.model(data, setting), *flags("-m", data.measures), "-q", "--json",
                              "--quiet", "--threads", AT_ONCE if part == "test" else 1)
            columns = [[value or 0.0 for value in measure["by_query"].values()] for measure in json.loads(output)["runs"][0]["values"]]
            partial = path.with_suffix(".part.npy")
            numpy.save(partial, numpy.array(columns).T)
            partial.rename(path)
        return numpy.load(path)


def is_whole(line):
    """Whether a line of the store was written to its end."""
    try:
        return "key" in json.loads(line)
    except json.JSONDecodeError:
        return False
