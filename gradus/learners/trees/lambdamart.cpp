// LambdaMART: Wu, Burges, Svore & Gao, Information Retrieval 13(3), 2010; tiers and schedules:
// Svore, Volkovs & Burges, WWW 2011.

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/formats/pairs.hpp"
#include "gradus/learners/training/long_lists.hpp"
#include "gradus/learners/trees/boosting/boosting.hpp"
#include "gradus/objectives/combine/mixture.hpp"
#include "gradus/objectives/diagnostics/lambda_trace.hpp"
#include "gradus/objectives/explicit_pairs.hpp"
#include "gradus/objectives/lambda.hpp"
#include "gradus/objectives/ranknet.hpp"

namespace gradus {
namespace {

/// What is asked of each pair.
enum class Pairing : unsigned char { lambda, ranknet, pairs };

/// What the lines of a file of pairs name.
enum class PairsForm : unsigned char { automatic, ids, rows };

struct TierParams {
    Pairing objective = Pairing::lambda;
    std::string pairs;
    PairsForm pairs_form = PairsForm::automatic;
    std::string tier_weights;
    MissingGrades missing = MissingGrades::matched;
    bool zero_grades = false;
    std::string late;
    std::string schedule;
    MixtureScale scale = MixtureScale::none;
    gbdt::Pick pick = gbdt::Pick::tolerance;
    int diagnostics = 0;
    static constexpr auto fields = std::tuple{
        Choice{"objective",
               &TierParams::objective,
               "lambda|ranknet|pairs",
               "pairs weighted by the measure, all alike, or those of a file"},
        Text{"pairs",
             &TierParams::pairs,
             "FILE",
             "objective=pairs: lines of query, winner, loser, perhaps weight"},
        Choice{"pairs_form",
               &TierParams::pairs_form,
               "auto|ids|rows",
               "lines of pairs: query, winner, loser; or winner and loser as rows of the training "
               "data from 0 (CatBoost); auto: rows where a line has two fields"},
        Text{"tier_weights",
             &TierParams::tier_weights,
             "0.9,0.1",
             "of the tiers; by default each has a tenth of the one before"},
        Choice{"missing",
               &TierParams::missing,
               "matched|lenient",
               "whether a document without a grade may be paired by a later tier"},
        Flag{"zero_grades",
             &TierParams::zero_grades,
             "let documents of grade 0 in a later tier form pairs of it"},
        Text{"late",
             &TierParams::late,
             "sigmoid(NDCG)",
             "an objective that takes over in the course of training"},
        Text{"schedule",
             &TierParams::schedule,
             "linear:0.25:0.01",
             "of its weight: linear, exponential or absolute, start and rate"},
        Choice{"scale",
               &TierParams::scale,
               "none|mixture|parts",
               "divide each query's gradients by their deviation: of the mixture or of its parts"},
        Choice{"pick",
               &TierParams::pick,
               "tolerance|graded",
               "best iteration of several tiers: lexicographic, or the best on tier 2 of those not "
               "significantly worse on tier 1"},
        Field{"diagnostics",
              &TierParams::diagnostics,
              0,
              1'000'000,
              "diagnostics of the lambdas in the log, every so many trees; 0 = never"},
    };
};

std::vector<double> weights_from(const std::string& text, std::size_t tiers) {
    std::vector<double> weights;
    if (text.empty()) {
        double weight = 1.0;
        for (std::size_t tier = 0; tier < tiers; ++tier, weight *= 0.1) weights.push_back(weight);
        double sum = 0.0;
        for (const double each : weights) sum += each;
        for (double& each : weights) each /= sum;
        return weights;
    }
    const Where where = Where::parameter("tier_weights", excerpt(text));
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(",:", begin), text.size());
        const auto number = number_from(std::string_view(text).substr(begin, end - begin));
        if (!number || *number < 0.0)
            throw Error(
                where, "a weight is not a number from 0 on", "write `tier_weights=0.9,0.1`");
        weights.push_back(*number);
        begin = end + 1;
    }
    if (weights.size() != tiers) {
        throw Error(where,
                    fmt::format("{} weight{} for {} tier{}",
                                weights.size(),
                                weights.size() == 1 ? "" : "s",
                                tiers,
                                tiers == 1 ? "" : "s"),
                    "give a weight for each `for`");
    }
    return weights;
}

class LambdaMart final : public Learner {
  public:
    LambdaMart(gbdt::GbdtParams trees, LambdaParams lambda, TierParams tiers)
        : trees_(std::move(trees)), lambda_(lambda), tiers_(std::move(tiers)) {}

  private:
    std::unique_ptr<const Model> fit_aligned(const Dataset& train,
                                             const FitContext& context) const override {
        const std::unique_ptr<const Objective> objective = make_objective(context);
        if (!objective->traits().hessian && trees_.step == gbdt::Step::newton) {
            throw Error(Where::parameter("step"),
                        "this objective has no second derivatives for Newton steps",
                        "add `step=gradient` and `gain=variance`");
        }
        const std::unique_ptr<LambdaTrace> trace = make_trace(train, context);
        if (tiers_.objective == Pairing::lambda) tell_of_long_lists(train, context);
        return gbdt::boost(
            train,
            context,
            {.objective = *objective,
             .params = trees_,
             .notes = training_notes("lambdamart", context, describe_all(trees_, lambda_, tiers_)),
             .pick = tiers_.pick,
             .trace = trace.get(),
             .trace_every = static_cast<std::size_t>(tiers_.diagnostics)});
    }

    void tell_of_long_lists(const Dataset& train, const FitContext& context) const {
        const NamedMeasure& first = context.targets.front();
        note_long_lists(
            train,
            {.labels = first.labels,
             .measure = first.text,
             .is_cut_off = lambda_.truncation > 0 || first.text.find('@') != std::string::npos,
             .step = "tree"},
            context.progress);
    }

    std::vector<TierRule> rules_of(std::span<const NamedMeasure> targets) const {
        return tier_rules(targets, tiers_.missing, tiers_.zero_grades);
    }

    /// What the log is to tell of the lambdas, if anything.
    std::unique_ptr<LambdaTrace> make_trace(const Dataset& train, const FitContext& context) const {
        if (tiers_.diagnostics == 0) return nullptr;
        if (context.files.log.empty()) {
            throw Error(Where::parameter("diagnostics"),
                        "there is no log to write diagnostics to",
                        "name one with `log`");
        }
        return std::make_unique<LambdaTrace>(train,
                                             context.targets,
                                             LambdaTraceOptions{.lambda = lambda_,
                                                                .rules = rules_of(context.targets),
                                                                .seed = context.seed,
                                                                .threads = context.threads});
    }

    std::unique_ptr<const Objective> make_objective(const FitContext& context) const {
        if (tiers_.late.empty()) return main_objective(context, tiers_.scale);
        // Eq. 12 mixes the gradients as they are: what divides the mixture must not divide a part
        // too.
        std::unique_ptr<const Objective> main = main_objective(
            context, tiers_.scale == MixtureScale::mixture ? MixtureScale::none : tiers_.scale);
        const Where where = Where::parameter("late", excerpt(tiers_.late));
        const std::string_view text = tiers_.late;
        if (!text.starts_with("sigmoid(") || !text.ends_with(')'))
            throw Error(where, "it is not sigmoid(MEASURE)", "write `late=sigmoid(NDCG)`");
        if (tiers_.schedule.empty()) {
            throw Error(where,
                        "there is no schedule that tells when it takes over",
                        "add `schedule=linear:0.25:0.01`");
        }
        LambdaParams late = lambda_;
        late.cost = PairCost::sigmoid;
        std::vector<MixturePart> parts;
        parts.push_back({std::move(main), 1.0});
        parts.push_back(
            {std::make_unique<Lambda>(named_measure(text.substr(8, text.size() - 9)), late), 1.0});
        return std::make_unique<Mixture>(
            std::move(parts), tiers_.scale, Schedule::parse(tiers_.schedule));
    }

    /// Of the tiers; Svore et al. 2011 print the literal form for a later tier only.
    LambdaParams lambda_of(std::size_t tier, std::size_t tiers) const {
        LambdaParams params = lambda_;
        if (tier == 0 && tiers > 1 && params.cost == PairCost::literal)
            params.cost = PairCost::logistic;
        return params;
    }

    std::unique_ptr<const Objective> main_objective(const FitContext& context,
                                                    MixtureScale scale) const {
        if (tiers_.objective == Pairing::pairs) {
            if (tiers_.pairs.empty()) {
                throw Error(Where::parameter("objective", "pairs"),
                            "there is no file of pairs",
                            "add `pairs=FILE`");
            }
            return std::make_unique<ExplicitPairs>(pairs_of_file(),
                                                   ExplicitPairsParams{.sigma = lambda_.sigma});
        }
        if (tiers_.objective == Pairing::ranknet) {
            return std::make_unique<RankNet>(context.targets.front().labels,
                                             RankNetParams{.sigma = lambda_.sigma});
        }
        const std::vector<double> weights =
            weights_from(tiers_.tier_weights, context.targets.size());
        std::vector<MixturePart> parts;
        parts.reserve(weights.size());
        const std::vector<TierRule> rules = rules_of(context.targets);
        for (std::size_t tier = 0; tier < weights.size(); ++tier) {
            parts.push_back(
                {std::make_unique<Lambda>(
                     context.targets[tier], lambda_of(tier, weights.size()), rules[tier]),
                 weights[tier]});
        }
        if (parts.size() == 1 && scale == MixtureScale::none)
            return std::move(parts.front().objective);
        return std::make_unique<Mixture>(std::move(parts), scale);
    }

    Pairs pairs_of_file() const {
        const bool rows =
            tiers_.pairs_form == PairsForm::rows ||
            (tiers_.pairs_form == PairsForm::automatic && holds_pairs_of_rows(tiers_.pairs));
        return rows ? read_pairs_rows(TextSource(tiers_.pairs))
                    : read_pairs(TextSource(tiers_.pairs));
    }

    gbdt::GbdtParams trees_;
    LambdaParams lambda_;
    TierParams tiers_;
};

LambdaParams default_lambda() {
    LambdaParams params;
    params.normalise = QueryScale::lightgbm;
    return params;
}

}  // namespace

namespace learners {
extern const LearnerEntry lambdamart_entry{
    .name = "lambdamart",
    .summary = "boosted trees for any measure, tiers of measures and schedules",
    .reference = "Wu et al. 2010",
    .default_measure = "NDCG@10",
    .params = [] { return describe_all(gbdt::GbdtParams{}, default_lambda(), TierParams{}); },
    .make = [](const Settings& settings) -> std::unique_ptr<const Learner> {
        auto [trees, lambda, tiers] =
            params_from_settings(settings, gbdt::GbdtParams{}, default_lambda(), TierParams{});
        return std::make_unique<LambdaMart>(std::move(trees), lambda, std::move(tiers));
    },
    .uses_weights = true,
};
}  // namespace learners

}  // namespace gradus
