"""The data: made-up draws with two kinds of clicks, and folds of real data."""

import math
import subprocess

from cells import Data

GRADED = ("NDCG@1", "NDCG@3", "NDCG@10")
CLICKED = (*GRADED, "CNDCG@1", "CNDCG@3", "CNDCG@10")
SHAPE = ("--documents", 40, "--features", 32)  # 32: the feature that the click rates of synth depend on is among them
TRAIN, VALID = 2000, 2000
SESSIONS = 50  # of a query in the simulated log
TEST_SEED = 3
SMALLEST = 0.002  # the difference of NDCG@3 that the test queries must be able to show
DRAWS = 3  # of training and validation data
SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2)  # of the training queries
CLICK_FEATURES = {"query-url": 134, "url": 135}  # of MSLR: clicks on the page after the query; clicks on the page


def synth_rate(store, path, queries, seed):
    """Clicks by `gradus data synth --clicks`: a noisy rate that rises with the grade and where the title fits; missing for some."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        store.run("data", "synth", "--queries", queries, *SHAPE, "--clicks", "--seed", seed, "-o", path, "--quiet")
    return path


def synth_log(store, path, queries, seed, engine):
    """The same documents with the rate of last clicks in a simulated log: users go through pages of ten that the engine ranked."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        text, log, scores = (path.with_suffix(suffix) for suffix in (".txt", ".jsonl", ".scores"))
        label = path.with_suffix(".txt.click")
        store.run("data", "synth", "--queries", queries, *SHAPE, "--seed", seed, "-o", text, "--quiet")
        store.run("score", engine, text, "-o", scores, "--quiet")
        store.run("data", "simulate-clicks", text, "--scores", scores, "--model", "dbn", "--shuffle", 0.1, "--sessions", SESSIONS * queries, "--seed", seed,
                  "-o", log, "--quiet")
        store.run("data", "from-clicks", log, "--data", text, "--min-impressions", 5, "-o", label, "--quiet")
        store.run("data", "convert", text, "--columns", "click", "--to", "cache", "-o", path, "--quiet")
        for rest in (text, log, scores, label):
            rest.unlink()
    return path


def synth_draw(store, kind, draw, test_queries, engine, share=1.0):
    """Training and validation data of one draw; the test data is the same for all. A share is the first of the training queries."""
    folder = store.folder / "data" / kind

    def part(name, queries, seed):
        path = folder / f"{name}.gradus"
        return synth_rate(store, path, queries, seed) if kind == "rate" else synth_log(store, path, queries, seed, engine)

    name = f"{kind}-{draw}" + ("" if share == 1.0 else f"-{share:g}")
    return Data(name, part(f"train-{name}", math.ceil(TRAIN * share), 10 * draw + 1), part(f"valid-{kind}-{draw}", VALID, 10 * draw + 2),
                part(f"test-{test_queries}", test_queries, TEST_SEED), CLICKED)


def unpacked(path):
    return subprocess.run(["zstd", "-dcq", str(path)], check=True, capture_output=True, text=True).stdout.replace("\r", "")


def folds(folder, name, measures):
    return [Data(f"{name}-{fold}", *(folder / f"Fold{fold}" / f"{part}.gradus" for part in ("train", "vali", "test")), measures) for fold in range(1, 6)]


def letor_folds(store, shared, source):
    """The official folds."""
    folder = store.folder / "data" / source
    if not (folder / "Fold5" / "test.gradus").exists():
        (folder / "parts").mkdir(parents=True, exist_ok=True)
        parts = [folder / "parts" / f"S{number}.txt" for number in range(1, 6)]
        for part in parts:
            part.write_text(unpacked(shared / "data" / source / f"{part.name}.zst"))
        store.run("data", "split", "--from-parts", *parts, "-o", folder, "--to", "cache", "--force", "--quiet")
    return folds(folder, source, GRADED)


def click_labels(counts):
    """Of one query's documents: log(1 + n) over that of the most clicked one, as there are no impressions to divide by."""
    most = math.log1p(max(counts))
    return [math.log1p(count) / most if most > 0 else 0.0 for count in counts]


def mslr_folds(store, shared, clicks):
    """Five folds of the queries; one feature of clicks becomes the label column, and all three (134 to 136) are left out of the features."""
    folder = store.folder / "data" / f"mslr-{clicks}"
    if not (folder / "Fold5" / "test.gradus").exists():
        folder.mkdir(parents=True, exist_ok=True)
        lines, counts = [], {}
        for name in ("train", "vali", "test", "extra"):
            for line in unpacked(shared / "data" / "mslr-web30k-sample" / f"{name}.txt.zst").splitlines():
                grade, query, *features = line.split()
                values = dict(feature.split(":") for feature in features)
                counts.setdefault(query, []).append(float(values[str(CLICK_FEATURES[clicks])]))
                lines.append(" ".join([grade, query, *(feature for feature in features if int(feature.split(":")[0]) < 134)]))
        (folder / "all.txt").write_text("\n".join(lines) + "\n")
        labels = [label for query in counts.values() for label in click_labels(query)]
        (folder / "all.txt.click").write_text("".join(f"{label:.6f}\n" for label in labels))
        store.run("data", "split", folder / "all.txt", "--columns", "click", "--folds", 5, "--seed", 1, "-o", folder, "--to", "cache", "--force", "--quiet")
    return folds(folder, f"mslr-{clicks}", CLICKED)
