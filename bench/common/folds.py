"""The data sets in five folds: parts S1 to S5 as text, and each fold's train, vali and test in the rotation of LETOR, as text for gradus and arrays for the others."""

import subprocess

import numpy

LETOR = {"mq2008": "letor4-mq2008", "mq2007-subset85": "letor4-mq2007-subset85", "ohsumed": "letor3-ohsumed/QueryLevelNorm"}
MSLR = "mslr-web30k-sample"
SETS = [*LETOR, MSLR]
FEATURES = {"mq2008": 46, "mq2007-subset85": 46, "ohsumed": 45, MSLR: 136, "synth": 136}
FOLDS = range(1, 6)


def lines_of(path):
    text = subprocess.run(["zstd", "-dcq", str(path)], check=True, capture_output=True, text=True).stdout
    return [line.rstrip() for line in text.splitlines()]


def query_of(line):
    return line.split(" ", 2)[1].removeprefix("qid:")


def by_query(lines):
    """The lines of each query, queries in the order of the file."""
    queries = {}
    for line in lines:
        queries.setdefault(query_of(line), []).append(line)
    return queries


def letor_parts(folder):
    return [lines_of(folder / f"S{number}.txt.zst") for number in FOLDS]


def dealt(lines):
    """Query number n, in the order of the file, goes to part n modulo 5."""
    parts = [[] for _ in FOLDS]
    for number, query in enumerate(by_query(lines).values()):
        parts[number % 5] += query
    return parts


def mslr_parts(folder):
    return dealt([line for name in ("train", "vali", "test", "extra") for line in lines_of(folder / f"{name}.txt.zst")])


def synth_parts(gradus, folder):
    path = folder / "all.txt"
    subprocess.run([gradus, "data", "synth", "--queries", "600", "--seed", "1", "-o", str(path), "--quiet"], check=True)
    lines = path.read_text().splitlines()
    path.unlink()
    return dealt(lines)


def arrays(lines, features):
    grades = numpy.array([int(float(line.split(" ", 1)[0])) for line in lines], numpy.int32)
    matrix = numpy.zeros((len(lines), features), numpy.float32)
    for row, line in enumerate(lines):
        for pair in line.split("#", 1)[0].split()[2:]:
            number, value = pair.split(":")
            matrix[row, int(number) - 1] = float(value)
    sizes = numpy.array([len(query) for query in by_query(lines).values()], numpy.int32)
    return {"features": matrix, "grades": grades, "sizes": sizes}


def split_for_stopping(lines):
    """Training queries in two: every fifth to stop on, the others to train on."""
    queries = list(by_query(lines).values())
    train = [line for number, query in enumerate(queries) if number % 5 != 4 for line in query]
    stop = [line for number, query in enumerate(queries) if number % 5 == 4 for line in query]
    return train, stop


def write(folder, name, lines, features):
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
    numpy.savez(folder / f"{name}.npz", **arrays(lines, features))


def turned(parts, fold):
    """The rotation of LETOR: three parts to train on, one to choose on, one to test on."""
    order = parts[fold - 1:] + parts[:fold - 1]
    return {"train": order[0] + order[1] + order[2], "vali": order[3], "test": order[4]}


def make(gradus, shared, folder, data_set):
    """The folds of a set, made once: FOLDER/FOLD/{train,vali,test,fit,stop}; fit and stop are train in two."""
    if (folder / "done").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    if data_set == "synth":
        parts = synth_parts(gradus, folder)
    elif data_set == MSLR:
        parts = mslr_parts(shared / MSLR)
    else:
        parts = letor_parts(shared / LETOR[data_set])
    for fold in FOLDS:
        own = folder / str(fold)
        own.mkdir(exist_ok=True)
        sides = turned(parts, fold)
        fit, stop = split_for_stopping(sides["train"])
        for name, lines in {**sides, "fit": fit, "stop": stop}.items():
            write(own, name, lines, FEATURES[data_set])
    (folder / "done").touch()

