#include "gradus/learners/trees/boosting/boosting.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/random.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/training/stepper.hpp"
#include "gradus/learners/training/training_loop.hpp"
#include "gradus/learners/trees/boosting/draws.hpp"
#include "gradus/learners/trees/boosting/monotone.hpp"
#include "gradus/learners/trees/growing/binned_tree.hpp"
#include "gradus/learners/trees/growing/tree_grower.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/models/tree_ensemble.hpp"
#include "gradus/objectives/rank_order.hpp"

namespace gradus::gbdt {
namespace {

constexpr std::size_t queries_a_turn = 8;

/// Threads that meet at barriers pay off only where each has enough to do in between.
unsigned useful_threads(unsigned threads, const FeatureMatrix& features) {
    constexpr std::size_t values_a_thread = 300'000;
    const std::size_t useful = features.rows() * features.columns() / values_a_thread;
    return static_cast<unsigned>(std::clamp<std::size_t>(useful, 1, std::max(1U, threads)));
}

/// A number for each document that does not depend on the order of the queries in the file.
std::vector<std::uint32_t> document_keys(const Dataset& data) {
    std::vector<std::uint32_t> keys(data.documents());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::string_view id = data.query_ids[query];
        const auto first = keys.begin() + static_cast<std::ptrdiff_t>(data.query_begins[query]);
        std::iota(first,
                  first + static_cast<std::ptrdiff_t>(data.query_size(query)),
                  static_cast<std::uint32_t>(checksum(id.data(), id.size())));
    }
    return keys;
}

/// What was found in the lambdas, without the number of trees.
Json to_json(const LambdaPoint& point) {
    Json json = {{"high_documents", point.high_documents},
                 {"partner_shares", point.partner_shares},
                 {"top_shares", point.top_shares},
                 {"changes", nullptr},
                 {"top_changes", nullptr}};
    if (point.changes) {
        json["changes"] = point.changes->all;
        json["top_changes"] = point.changes->top;
    }
    if (!point.agreements.empty()) json["agreements"] = point.agreements;
    return json;
}

/// Steps are trees. The model of any step is the ensemble up to there, and so a checkpoint is the
/// ensemble so far: a model that can be used.
class Boosting final : public Stepper {
  public:
    Boosting(const Dataset& train, const FitContext& context, const BoostingPlan& plan)
        : team_(useful_threads(context.threads, train.features)),
          train_(train),
          context_(context),
          plan_(plan),
          start_(start_model(context, train)),
          bins_(bin_features(train.features,
                             {.bins = static_cast<std::size_t>(plan.params.bins),
                              .sample = static_cast<std::size_t>(plan.params.bin_sample),
                              .seed = context.seed,
                              .threads = context.threads})),
          grower_(bins_, plan.params.tree(), directions_from(plan.params.monotone, train), team_),
          objective_(plan.objective.bind(train, context.threads)),
          draws_(train,
                 {.queries = plan.params.query_share, .features = plan.params.feature_share},
                 context.seed),
          document_keys_(document_keys(train)),
          ranks_(train, context.seed),
          scores_(start_scores(train)),
          gradients_(train.documents()),
          hessians_(train.documents()),
          scratches_(team_.size()) {
        if (start_ != nullptr) trees_ = start_->trees();
        start_trees_ = trees_.size();
        if (context.valid == nullptr) return;
        valid_bins_.emplace(context.valid->features, bins_.boundaries(), context.threads);
        valid_scores_ = start_scores(*context.valid);
    }

    void start(std::size_t /*candidate*/) override {}
    bool has_start() const override { return start_ != nullptr; }

    bool prepare() override {
        for (std::size_t query = 0; query < train_.queries(); ++query)
            if (objective_->is_informative(query)) return true;
        refuse_no_order();
    }

    Advance advance(WithinStep& within) override {
        const bool is_known = trees_.size() < known_trees_.size();
        if (is_known) {
            trees_.push_back(known_trees_[trees_.size()]);
            BinnedTree(trees_.back(), bins_).add_to(scores_, context_.threads);
        } else {
            if (plan_.trace != nullptr && !std::exchange(is_traced_, true))
                plan_.trace->rank(scores_);
            if (!grow_tree(within)) return Advance::stopped;
            diagnose();
        }
        if (valid_bins_)
            BinnedTree(trees_.back(), *valid_bins_).add_to(valid_scores_, context_.threads);
        // Without draws later trees would find nothing either.
        const bool is_last = trees_.back().splits.empty() && plan_.params.query_share == 1.0 &&
                             plan_.params.feature_share == 1.0;
        return is_last ? Advance::last_step : Advance::step;
    }

    std::span<const float> score(const Dataset& /*valid*/) override {
        rounded_.assign(valid_scores_.begin(), valid_scores_.end());
        return rounded_;
    }
    void describe(Json& line) const override {
        line["leaves"] = trees_.back().leaves.size();
        if (lambdas_) line["lambdas"] = to_json(*lambdas_);
    }

    std::string checkpoint(const Origin& origin, const Course& /*course*/) const override {
        TrainingNotes notes = plan_.notes;
        notes.parameters.emplace_back(origin_parameter, origin_text(origin));
        return ensemble(trees_.size(), std::move(notes))->to_text();
    }
    Course restore(const std::string& text, const std::string& path) override {
        const auto model = model_from_text(text, path);
        const auto* const saved = model->as<TreeEnsemble>();
        if (saved == nullptr || saved->trees().size() < start_trees_) refuse_no_checkpoint(path);
        known_trees_ = saved->trees();
        return {.made = {known_trees_.size() - start_trees_}, .ends = {}, .chosen = {}};
    }
    bool is_retraced() const override { return true; }

    std::string kept_text(std::size_t /*slot*/,
                          const KeptStep& kept,
                          std::size_t made) const override {
        std::string text = gradus::kept_text(start_trees_ + kept.step, start_trees_ + made, "tree");
        if (start_ != nullptr) text += fmt::format(" ({} from the start)", start_trees_);
        return text;
    }
    std::string end_text() const override { return "the last tree found nothing to split"; }

    /// Error where no tree tells documents apart.
    void check_learned(const Model* /*model*/) const override {
        if (std::ranges::any_of(trees_, [](const Tree& tree) { return !tree.splits.empty(); }))
            return;
        const auto is_zero = [](float gradient) { return gradient == 0.0F; };
        if (std::ranges::all_of(gradients_, is_zero))
            refuse_nothing_learned(
                fmt::format("nothing depends on the order of the documents ({})", what_for()),
                "train for another measure with `for`, and look at grades and weights",
                Topic::grades);
        refuse_nothing_learned(
            fmt::format(
                "no tree found a split of the {} that leaves {} on each side",
                counted(train_.documents(), "document"),
                counted(static_cast<std::size_t>(plan_.params.min_leaf_documents), "document")),
            "give more data or features that differ, or lower `min_leaf_documents` and "
            "`min_leaf_hessian`");
    }

    std::unique_ptr<const Model> model(std::size_t /*slot*/,
                                       const KeptStep& kept,
                                       TrainingNotes notes) const override {
        return ensemble(start_trees_ + kept.step, std::move(notes));
    }

  private:
    static const TreeEnsemble* start_model(const FitContext& context, const Dataset& train) {
        if (context.start == nullptr) return nullptr;
        const auto* const trees = context.start->as<TreeEnsemble>();
        if (trees == nullptr) {
            throw Error({context.files.start},
                        "the model to start from is not made of trees",
                        "start from a model that a tree learner made");
        }
        if (trees->features() != train.features.columns()) {
            throw Error({context.files.start},
                        fmt::format("the model to start from has {}, the data {}",
                                    counted(trees->features(), "feature"),
                                    train.features.columns()),
                        "start from a model of the same features");
        }
        return trees;
    }

    /// Exactly what the model's sums would be.
    std::vector<double> start_scores(const Dataset& data) const {
        std::vector<double> scores(data.documents(), start_ == nullptr ? 0.0 : start_->base());
        if (start_ == nullptr) return scores;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            for (const Tree& tree : start_->trees())
                scores[i] += tree.leaves[tree.leaf_of(data.features.row(i))].value;
        }
        return scores;
    }

    std::size_t grown() const { return trees_.size() - start_trees_; }

    std::string what_for() const {
        std::string text;
        for (const NamedMeasure& target : context_.targets)
            text += (text.empty() ? "for " : ", ") + target.text;
        if (!train_.weights.empty() &&
            std::ranges::all_of(train_.weights, [](float weight) { return weight == 0.0F; }))
            text += "; all weights of documents are 0";
        return text;
    }

    /// Nothing where it was told to stop meanwhile.
    bool grow_tree(const WithinStep& within) {
        // Chance counts the trees of a model that was started from too: as if there had been no
        // break.
        const auto turn = static_cast<std::uint32_t>(trees_.size() + 1);
        draws_.draw(turn);
        derive(grown() + 1, within);
        if (within.is_stop_wanted()) return false;
        const GrowthRound round{.derivatives = {gradients_, hessians_},
                                .random_key = Random(context_.seed, "rounding", 0, turn).bits64(),
                                .document_keys = document_keys_,
                                .documents = draws_.documents(),
                                .features = draws_.features(),
                                .stop = context_.stop};
        Tree tree = grower_.grow(round, scores_);
        if (grower_.was_broken_off()) return false;
        trees_.push_back(std::move(tree));
        return true;
    }

    void diagnose() {
        lambdas_.reset();
        if (plan_.trace == nullptr) return;
        plan_.trace->rank(scores_);
        if (grown() % plan_.trace_every == 0) lambdas_ = plan_.trace->look();
    }

    /// Gradients and Hessians of all documents at the scores of now.
    void derive(std::size_t iteration, const WithinStep& within) {
        std::atomic<std::size_t> next{0};
        team_.run([&](unsigned worker) {
            Scratch& scratch = scratches_[worker];
            while (true) {
                const std::size_t first = next.fetch_add(queries_a_turn);
                if (first >= train_.queries() || within.is_stop_wanted()) return;
                const std::size_t last = std::min(first + queries_a_turn, train_.queries());
                for (std::size_t query = first; query < last; ++query)
                    derive(query, iteration, scratch);
            }
        });
    }

    void derive(std::size_t query, std::size_t iteration, Scratch& scratch) {
        if (!objective_->is_informative(query)) return;  // all gradients stay 0
        scratch.clear();
        const std::size_t begin = train_.query_begins[query];
        const std::size_t size = train_.query_size(query);
        const std::span<float> gradients = std::span(gradients_).subspan(begin, size);
        const std::span<float> hessians = std::span(hessians_).subspan(begin, size);
        if (!draws_.has_query(query)) {
            std::ranges::fill(gradients, 0.0F);
            std::ranges::fill(hessians, 0.0F);
            return;
        }
        const std::span<float> scores = scratch.array<float>(size);
        for (std::size_t i = 0; i < size; ++i) scores[i] = static_cast<float>(scores_[begin + i]);
        const std::span<const std::uint32_t> order = ranks_.update(query, scores, scratch);
        objective_->evaluate_float(
            {.query = query, .scores = scores, .order = order, .iteration = iteration},
            scratch,
            gradients,
            hessians);
    }

    std::unique_ptr<const TreeEnsemble> ensemble(std::size_t trees, TrainingNotes notes) const {
        std::vector<std::string> names;
        names.reserve(train_.features.columns());
        for (std::size_t j = 0; j < train_.features.columns(); ++j)
            names.push_back(train_.feature_name(j));
        return std::make_unique<TreeEnsemble>(
            std::move(names),
            start_ == nullptr ? 0.0 : start_->base(),
            std::vector<Tree>(trees_.begin(), trees_.begin() + static_cast<std::ptrdiff_t>(trees)),
            std::move(notes));
    }

    ThreadTeam team_;  // first, as it fills whole cache lines
    const Dataset& train_;
    const FitContext& context_;
    const BoostingPlan& plan_;
    const TreeEnsemble* start_;
    FeatureBins bins_;
    TreeGrower grower_;
    std::unique_ptr<const BoundObjective> objective_;
    Draws draws_;
    std::vector<std::uint32_t> document_keys_;
    RankOrder ranks_;
    std::vector<double> scores_;
    std::vector<float> gradients_;
    std::vector<float> hessians_;
    std::vector<Scratch> scratches_;  ///< by worker
    std::optional<FeatureBins> valid_bins_;
    std::vector<double> valid_scores_;
    std::vector<float> rounded_;  ///< the same as a model gives them
    std::vector<Tree> trees_;
    std::vector<Tree> known_trees_;  ///< of the checkpoint that it goes on from
    std::size_t start_trees_ = 0;
    std::optional<LambdaPoint> lambdas_;  ///< at the newest tree, where it was looked at
    bool is_traced_ = false;
};

}  // namespace

std::unique_ptr<const Model> boost(const Dataset& train,
                                   const FitContext& context,
                                   const BoostingPlan& plan) {
    const auto patience = static_cast<std::size_t>(plan.params.patience);
    return run_training(train,
                        context,
                        {.unit = "tree",
                         .limit = "trees",
                         .steps = static_cast<std::size_t>(plan.params.trees),
                         .patience = patience,
                         .may_end_early = context.valid != nullptr && patience > 0,
                         .pick = plan.pick,
                         .notes = plan.notes,
                         .objective = plan.objective.text()},
                        [&] { return std::make_unique<Boosting>(train, context, plan); });
}

}  // namespace gradus::gbdt
