"""The protocol of Yue et al. 2007 on TREC runs: see `trec`. Tables 6 to 11 with MAP, wins and losses by query, and the two-sided Wilcoxon test."""

import dataclasses
import pathlib
import random
import subprocess
import sys
import tempfile

import scipy.stats

import cells
import folds

GRADUS, SHARED, OUT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
TRAIN, VALI = 10, 5
THRESHOLDS = 50
SHORT = 500  # documents for a query; runs with fewer for most queries are left out, as in the paper


@dataclasses.dataclass(frozen=True)
class Track:
    """A set of TREC: its judgments, its runs, and which topics are used."""
    folder: str
    qrels: str
    depth: int
    short: int
    topics: tuple = (0, 10**9)  # first and last


TRACKS = {
    "robust03-old": Track("trec-robust03", "qrels.txt", 1000, SHORT, (0, 600)),
    "robust03-new": Track("trec-robust03", "qrels.txt", 1000, SHORT, (601, 650)),
    "dl21": Track("trec-dl21-passage", "qrels-pass.txt", 100, 0),
    "web12": Track("trec-web12", "qrels.web.151-200.txt", 1000, 0),
}

# name -> (learner, measure, settings, which scores). C is the weight of a mean over queries for svm, of a sum over documents for svmacc.
WIDE = "0.0001:0.001:0.01:0.1:1:10:100:1000"
SUMS = "1e-7:1e-6:1e-5:0.0001:0.001:0.01:0.1:1"
METHODS = {
    "SVM-map": ("svm", "AP", [f"C={WIDE}"], "scores"),
    "SVM-roc": ("svm", "AUC", [f"C={WIDE}"], "scores"),
    "SVM-acc": ("svmacc", "AP", [f"C={SUMS}"], "scores"),
    "SVM-acc2": ("svmacc", "AP", [f"C={SUMS}", "weighted=yes"], "scores"),
    "SVM-acc3": ("svmacc", "AP", [f"C={SUMS}", "spacing=unit"], "percentile"),
    "SVM-acc4": ("svmacc", "AP", [f"C={SUMS}", "spacing=unit"], "minmax"),
}
FORMS = ("scores", "percentile", "minmax")
PUBLISHED = {"SVM-map": "0.242 0.236 · 0.290 0.287 · 0.284 0.288", "SVM-roc": "0.237 0.234 · 0.282 0.278 · 0.274 0.272",
             "SVM-acc": "0.147 0.155 · 0.213 0.222 · 0.215 0.211", "SVM-acc2": "0.219 0.207 · 0.270 0.261 · 0.267 0.258",
             "SVM-acc3": "0.113 0.153 · 0.133 0.182 · 0.133 0.174", "SVM-acc4": "0.155 0.155 · 0.233 0.238 · 0.228 0.234"}


def run(*arguments):
    return subprocess.run([GRADUS, *map(str, arguments), "--quiet"], check=True, capture_output=True, text=True).stdout


def unpacked(path, folder):
    target = folder / path.name.removesuffix(".zst")
    if not target.exists():
        subprocess.run(["zstd", "-dqf", path, "-o", target], check=True)
    return target


class Data:
    """The documents of a track with the scores of its runs as features, topic by topic, in each form."""

    def __init__(self, name):
        self.name, self.track = name, TRACKS[name]
        self.folder = OUT / "trec" / name
        self.folder.mkdir(parents=True, exist_ok=True)
        source = SHARED / self.track.folder
        if not (self.folder / "done").exists():
            self.make(source)
        self.names = (self.folder / "names").read_text().split()
        self.topics = (self.folder / "topics").read_text().split()

    def make(self, source):
        runs = [unpacked(path, self.folder) for path in sorted((source / "runs").glob("*.zst"))]
        first, last = self.track.topics
        qrels = self.folder / "judged"
        lines = unpacked(source / f"{self.track.qrels}.zst", self.folder).read_text().splitlines()
        qrels.write_text("".join(f"{line}\n" for line in lines if first <= int(line.split()[0]) <= last))
        # A run is short when it has few documents for most topics: one thin topic does not make it short.
        long = [path for path in runs if typical_size(path) >= self.track.short]
        text = self.folder / "all.txt"
        run("data", "from-runs", *long, "--qrels", qrels, "--names", "file", "--depth", self.track.depth, "-o", text)
        (self.folder / "names").write_text("\n".join(path.stem for path in long))
        queries = folds.by_query(text.read_text().splitlines())
        # A topic without relevant documents among those found says nothing of a ranking.
        topics = [topic for topic, own in queries.items() if any(float(line.split(" ", 1)[0]) > 0 for line in own)]
        (self.folder / "topics").write_text("\n".join(topics))
        for form in FORMS:
            if form != "scores":
                run("data", "normalise", text, "--method", form, "-o", self.folder / f"{form}.txt")
            whole = text if form == "scores" else self.folder / f"{form}.txt"
            for topic, own in folds.by_query(whole.read_text().splitlines()).items():
                (self.folder / f"{form}.{topic}").write_text("\n".join(own) + "\n")
        (self.folder / "done").touch()

    def write(self, form, topics, path, without):
        """The documents of some topics; a feature that is left out is missing everywhere."""
        with open(path, "w") as file:
            for topic in topics:
                text = (self.folder / f"{form}.{topic}").read_text()
                file.write(text if without is None else "".join(blanked(line, without) for line in text.splitlines(True)))

    def base_values(self):
        """Each base function by itself: name -> topic -> AP over the same documents, those that it did not return at the bottom."""
        values = {}
        text = self.folder / "all.txt"
        features = [dict(pair.split(":") for pair in line.split("#", 1)[0].split()[2:]) for line in text.read_text().splitlines()]
        for number, name in enumerate(self.names, 1):
            with tempfile.NamedTemporaryFile("w") as scores:
                for own in features:
                    value = own.get(str(number), "NULL")
                    scores.write(("-1e30" if value == "NULL" else value) + "\n")
                scores.flush()
                found = cells.by_query(GRADUS, text, ["--scores", scores.name], ["AP"])
            values[name] = {topic: value for topic, value in next(iter(found.values())).items() if topic in self.topics}
        return values


def typical_size(path):
    sizes = {}
    for line in path.read_text().splitlines():
        topic = line.split(None, 1)[0]
        sizes[topic] = sizes.get(topic, 0) + 1
    return sorted(sizes.values())[len(sizes) // 2]


def blanked(line, feature):
    head, _, comment = line.partition(" #")
    parts = [f"{feature}:NULL" if part.startswith(f"{feature}:") else part for part in head.split()]
    return " ".join(parts) + (f" #{comment}" if comment else "\n")


def trials(topics):
    """Windows on a random circle: every topic is as often in each role."""
    circle = sorted(topics, key=int)
    random.Random(1).shuffle(circle)
    for start in range(len(circle)):
        turned = circle[start:] + circle[:start]
        yield turned[:TRAIN], turned[TRAIN:TRAIN + VALI], turned[TRAIN + VALI:]


def train(name, without, method, trial):
    """topic -> AP of the topics that this trial tests on, and what C was chosen."""
    data = Data(name)
    learner, measure, settings, form = METHODS[method]
    train_topics, vali_topics, test_topics = list(trials(data.topics))[trial]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for part, topics in (("train", train_topics), ("vali", vali_topics), ("test", test_topics)):
            data.write(form, topics, folder / f"{part}.txt", without)
        run("train", learner, "--train", folder / "train.txt", "--valid", folder / "vali.txt", "--for", measure, "--stop-on", "AP",
            "--set", "features=bits", "--set", f"thresholds={THRESHOLDS}", *(part for setting in settings for part in ("--set", setting)),
            "-o", folder / "model.json", "--threads", 1)
        found = cells.by_query(GRADUS, folder / "test.txt", ["--model", folder / "model.json"], ["AP"])
        chosen = [line.split("chosen = ")[1] for line in run("model", "show", folder / "model.json").splitlines() if "chosen = " in line]
    return {"values": next(iter(found.values())), "chosen": chosen[0] if chosen else ""}


def by_topic(store, keys, topics):
    """The mean over the trials that tested on a topic."""
    sums = {topic: [] for topic in topics}
    for key in keys:
        for topic, value in store.values[key]["values"].items():
            sums[topic].append(value)
    return {topic: cells.mean(values) for topic, values in sums.items()}


def verdict(ours, theirs):
    wins = sum(ours[topic] > theirs[topic] for topic in ours)
    losses = sum(ours[topic] < theirs[topic] for topic in ours)
    differences = [ours[topic] - theirs[topic] for topic in ours]
    p = float(scipy.stats.wilcoxon(differences).pvalue) if any(differences) else 1.0
    return f"{wins}/{losses}{' **' if p < 0.05 else ''} (p {p:.3g})"


def study(name):
    data = Data(name)
    base = data.base_values()
    ranked = sorted(base, key=lambda function: -cells.mean(base[function].values()))
    leader = data.names.index(ranked[0]) + 1
    store = cells.Cells(OUT / f"trec-{name}.jsonl")
    settings = {"all base functions": None, "without the best": leader}
    keys = {(label, method): {f"{method} | {' '.join(METHODS[method][2])} | without {without} | trial {trial}": trial for trial in range(len(data.topics))}
            for label, without in settings.items() for method in METHODS}
    store.fill({key: (train, (name, settings[label], method, trial)) for (label, method), own in keys.items() for key, trial in own.items()})
    print(f"\n## {name}\n\n{cells.header(f'`./bench/papers/trec {name}`')}: {len(data.names)} base functions, {len(data.topics)} topics, as many trials of "
          f"{TRAIN} to train on, {VALI} to choose C on, {len(data.topics) - TRAIN - VALI} to test on\n")
    for label in settings:
        values = {method: by_topic(store, keys[label, method], data.topics) for method in METHODS}
        ours = values["SVM-map"]
        print(f"\n{label}:\n\n| ranker | MAP | SVM-map wins/loses (Wilcoxon; ** p < 0.05) | published (T9 T10: Indri, submissions, without best) |\n|---|---|---|---|")
        for method, own in values.items():
            print(f"| {method} | {cells.mean(own.values()):.4f} | {'' if own is ours else verdict(ours, own)} | {PUBLISHED[method]} |")
        for place, function in enumerate(ranked[:3]):
            print(f"| {('best', 'second', 'third')[place]}: {function} | {cells.mean(base[function].values()):.4f} | {verdict(ours, base[function])} | |")


def main():
    for name in sys.argv[4:] or TRACKS:
        study(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
