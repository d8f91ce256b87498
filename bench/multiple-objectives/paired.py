"""Paired comparison over queries: the difference, its interval, the t-test, and what could have been found."""

import dataclasses
import math

import numpy
from scipy import stats

ALPHA, POWER = 0.05, 0.8


@dataclasses.dataclass(frozen=True)
class Difference:
    mean: float
    deviation: float
    count: int

    @property
    def error(self):
        return self.deviation / math.sqrt(self.count)

    @property
    def half_width(self):
        """Of the 95 % interval."""
        return stats.t.ppf(1 - ALPHA / 2, self.count - 1) * self.error

    @property
    def p(self):
        if self.deviation == 0:
            return 1.0 if self.mean == 0 else 0.0
        return 2 * stats.t.sf(abs(self.mean / self.error), self.count - 1)

    @property
    def detectable(self):
        """The smallest true difference that the test finds with 80 % power."""
        return (stats.t.ppf(1 - ALPHA / 2, self.count - 1) + stats.t.ppf(POWER, self.count - 1)) * self.error


def difference(values, base):
    """Of two vectors with a value for each query."""
    rest = values - base
    return Difference(float(rest.mean()), float(rest.std(ddof=1)), len(rest))


def queries_needed(deviation, smallest):
    """How many queries find a difference of `smallest` with 80 % power."""
    quantiles = stats.norm.ppf(1 - ALPHA / 2) + stats.norm.ppf(POWER)
    return math.ceil((quantiles * deviation / smallest) ** 2)


def holm(ps):
    """Which of the hypotheses Holm's procedure rejects at 5 %."""
    rejected = [False] * len(ps)
    for rank, index in enumerate(numpy.argsort(ps)):
        if ps[index] > ALPHA / (len(ps) - rank):
            break
        rejected[index] = True
    return rejected


def is_worse(values, best):
    """Significantly, as the paper tests: the mean is below 0 by more than 1.96 standard errors."""
    d = difference(values, best)
    return d.mean < 0 and -d.mean > 1.96 * d.error
