"""CSV data as arrays that Python's trainers take: make_arrays.py FOLDER reads train.csv and test.csv."""

import pathlib
import sys

import numpy
import pandas

folder = pathlib.Path(sys.argv[1])
for part in ("train", "test"):
    table = pandas.read_csv(folder / f"{part}.csv")
    queries = table["query"].to_numpy()
    starts = numpy.flatnonzero(numpy.r_[True, queries[1:] != queries[:-1]])
    features = table.drop(columns=[c for c in ("query", "grade", "document", "click") if c in table]).to_numpy(numpy.float32)
    numpy.savez(folder / f"{part}.npz", features=features, grades=table["grade"].to_numpy(numpy.int32),
                sizes=numpy.diff(numpy.r_[starts, len(queries)]))
