"""What is compared: the methods of the paper, each with the grid that its setting is chosen from."""

import dataclasses

from cells import Setting

WEIGHTS = (0.01, 0.1, 0.2, 0.3, 0.4, 0.5)  # of the second tier, as in section 6.1
START = 0.25                               # w_0, the middle one of section 6.2
PACES = {"exponential": (100, 250), "linear": (0.1, 0.01, 0.001), "absolute": (100, 250)}  # η; absolute: w_m = w_0 + exp(-η/m), another reading
BOTH_RATES, ONE_RATE = (0.1, 0.2), (0.1,)    # learning rates
TRUNCATED = ("exponential", "linear")       # the kinds that the paper has for S@3

# The paper's lambdas and trees: no scaling by score distance, no rounding at random, splits by the variance of the gradients, no stop before the last tree.
COMMON = ("normalise=none", "rounding=fine", "gain=variance", "leaves=16", "trees=200", "patience=0", "min_leaf_documents=50")
FIGURE_7 = ("Newton", "gradient", "L + S, exponential", "L + S, linear")
GRADIENT = ("step=gradient", "scale=mixture")
FIRST, BOTH = ("NDCG@3",), ("NDCG@3", "CNDCG@3")


def setting(label, goals, stops, learning_rate, *more):
    return Setting(f"{label}, rate {learning_rate}", tuple(goals), tuple(stops), (*COMMON, f"learning_rate={learning_rate}", *more))


def newton(learning_rates):
    return [setting("NDCG", ["NDCG"], FIRST, rate) for rate in learning_rates]


def gradient(learning_rates):
    return [setting("NDCG, gradient", ["NDCG"], FIRST, rate, *GRADIENT) for rate in learning_rates]


def clicks_only(learning_rates):
    return [setting("CNDCG", ["CNDCG"], ("CNDCG@3",), rate) for rate in learning_rates]


def tiers(learning_rates, stops=FIRST, more=()):
    return [setting(f"tiers w={w} {' '.join(more)}".strip(), ["NDCG", "CNDCG"], stops, rate, f"tier_weights={1 - w:g},{w:g}", *more)
            for w in WEIGHTS for rate in learning_rates]


def graded(learning_rates):
    return tiers(learning_rates, BOTH, ("pick=graded",))


def literal(learning_rates):
    return tiers(learning_rates, FIRST, ("cost=literal",))


def scheduled(learning_rates, late, kind):
    return [setting(f"late {late} {kind}:{START:g}:{pace:g}", ["NDCG"], FIRST, rate, *GRADIENT, f"late=sigmoid({late})", f"schedule={kind}:{START:g}:{pace:g}")
            for pace in PACES[kind] for rate in learning_rates]


def tier_methods():
    """Table 1: a grid for each row; the first row is what the others are held against. All take Newton steps, so one learning rate serves them."""
    return {"NDCG (baseline)": newton(ONE_RATE), "CNDCG": clicks_only(ONE_RATE), "tiers": tiers(ONE_RATE), "tiers, graded pick": graded(ONE_RATE),
            "tiers, as printed": literal(ONE_RATE)}


def schedule_methods(learning_rates):
    """Table 2."""
    rows = {"Newton": newton(learning_rates), "gradient": gradient(learning_rates)}
    for late, name, kinds in (("NDCG", "L + S", PACES), ("NDCG@3", "L + S@3", TRUNCATED)):
        for kind in kinds:
            rows[f"{name}, {kind}"] = scheduled(learning_rates, late, kind)
    return rows


def on_folds(rows):
    """The same with half the trees: the folds of real data are small."""
    return {name: [dataclasses.replace(each, parameters=tuple("trees=100" if text == "trees=200" else text for text in each.parameters)) for each in grid]
            for name, grid in rows.items()}


def fold_tier_methods():
    return on_folds(tier_methods())


def fold_schedule_methods():
    return on_folds(schedule_methods(ONE_RATE))
