"""Two rankers on the same queries: difference, its 95 % interval, and what the tests say."""

import numpy
import scipy.stats

DRAWS = 10_000


def compare(ours, theirs):
    """Lists of values by query, in one order. The interval is a percentile bootstrap over queries; `p_random` flips signs at random."""
    differences = numpy.asarray(ours) - numpy.asarray(theirs)
    generator = numpy.random.default_rng(1)
    n = len(differences)
    drawn = numpy.array([differences[generator.integers(0, n, n)].mean() for _ in range(DRAWS)])
    low, high = numpy.percentile(drawn, [2.5, 97.5])
    same = not differences.any()
    observed = abs(differences.mean())
    flipped = numpy.array([abs((differences * generator.choice((-1.0, 1.0), n)).mean()) for _ in range(DRAWS)])
    return {"queries": n, "ours": float(numpy.mean(ours)), "theirs": float(numpy.mean(theirs)), "difference": float(differences.mean()),
            "low": float(low), "high": float(high), "p_t": 1.0 if same else float(scipy.stats.ttest_1samp(differences, 0.0).pvalue),
            "p_random": float((1 + (flipped >= observed - 1e-15).sum()) / (1 + DRAWS)),
            "p_wilcoxon": 1.0 if same else float(scipy.stats.wilcoxon(differences).pvalue)}


def holm(p_values):
    """Adjusted so that the chance of any false alarm in the family is kept (Holm 1979)."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted, largest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted
