"""Two rankers on the same queries: difference, its 95 % interval, and what the tests say."""

import numpy
import scipy.stats

DRAWS = 10_000


def compare(ours, theirs):
    """Lists of values by query, in one order. The interval is a percentile bootstrap over queries; `p_random` flips signs at random."""
    differences = numpy.asarray(ours) - numpy.asarray(theirs)
    generator = numpy.random.default_rng(1)
    n = len(differences)
    low, high = numpy.percentile(resampled_means(differences, generator), [2.5, 97.5])
    same = not differences.any()
    observed = abs(differences.mean())
    flipped = numpy.abs((2 * generator.integers(0, 2, (DRAWS, n), numpy.int8) - 1) @ differences) / n
    return {"queries": n, "ours": float(numpy.mean(ours)), "theirs": float(numpy.mean(theirs)), "difference": float(differences.mean()),
            "low": float(low), "high": float(high), "p_t": 1.0 if same else float(scipy.stats.ttest_1samp(differences, 0.0).pvalue),
            "p_random": float((1 + (flipped >= observed - 1e-15).sum()) / (1 + DRAWS)),
            "p_wilcoxon": 1.0 if same else float(scipy.stats.wilcoxon(differences).pvalue)}


def resampled_means(values, generator):
    """The bootstrap: means of DRAWS samples with replacement."""
    return values[generator.integers(0, len(values), (DRAWS, len(values)))].mean(axis=1)


def holm(p_values):
    """Adjusted so that the chance of any false alarm in the family is kept (Holm 1979)."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted, largest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted
