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
#include "gradus/base/interruption.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/csv_table.hpp"
#include "gradus/learners/training/origin.hpp"
#include "gradus/learners/training/outcome.hpp"
#include "gradus/learners/trees/boosting/checkpoint.hpp"
#include "gradus/learners/trees/boosting/draws.hpp"
#include "gradus/learners/trees/boosting/training_log.hpp"
#include "gradus/learners/trees/growing/tree_grower.hpp"
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

/// The parts of "+3,-length"; a name that holds a comma stands in double quotes, with or without
/// its sign: +"ctr, 30d".
std::vector<std::string> signed_names(const std::string& text) {
    std::string quoted = text;  // as a CSV file has it, the sign inside
    for (std::size_t i = 0; i + 1 < quoted.size(); ++i) {
        const bool begins = i == 0 || quoted[i - 1] == ',';
        if (begins && (quoted[i] == '+' || quoted[i] == '-') && quoted[i + 1] == '"')
            std::swap(quoted[i], quoted[i + 1]);
    }
    return split_line(quoted, ',');
}

/// "+3,-length" as a direction for each feature.
std::vector<int> directions_from(const std::string& text, const Dataset& data) {
    std::vector<int> directions;
    if (text.empty()) return directions;
    directions.assign(data.features.columns(), 0);
    std::vector<std::string> names;
    names.reserve(directions.size());
    for (std::size_t j = 0; j < directions.size(); ++j) names.push_back(data.feature_name(j));
    for (const std::string& part : signed_names(text)) {
        const Where where = Where::parameter("monotone", excerpt(text));
        if (part.size() < 2 || (part[0] != '+' && part[0] != '-')) {
            throw Error(where,
                        fmt::format("'{}' is no + or - with the name of a feature", excerpt(part)),
                        "write `monotone=+3,-7`");
        }
        const auto found = std::ranges::find(names, part.substr(1));
        if (found == names.end()) {
            throw Error(where,
                        fmt::format("there is no feature '{}'", excerpt(part.substr(1))),
                        name_remedy(part.substr(1), names));
        }
        directions[static_cast<std::size_t>(found - names.begin())] = part[0] == '+' ? 1 : -1;
    }
    return directions;
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

/// One training from its first tree to its last.
class Boosting {
  public:
    Boosting(const Dataset& train, const FitContext& context, const BoostingPlan& plan)
        : team_(useful_threads(context.threads, train.features)),
          train_(train),
          context_(context),
          plan_(plan),
          start_(start_model(context, train)),
          checkpoint_(context.files, context.progress),
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
          scratches_(team_.size()),
          log_(context.files, context.progress) {
        if (start_ != nullptr) trees_ = start_->trees();
        start_trees_ = trees_.size();
        if (context.valid != nullptr) {
            valid_bins_.emplace(context.valid->features, bins_.boundaries(), context.threads);
            watch_.emplace(*context.valid,
                           *valid_bins_,
                           context.stop_on.empty() ? context.targets : context.stop_on,
                           context.also,
                           start_scores(*context.valid),
                           start_ != nullptr,
                           plan.pick,
                           context.threads);
        }
    }

    /// None where it was told to stop before there was a tree.
    std::unique_ptr<const TreeEnsemble> run() {
        check_pairs();
        if (context_.files.resume) resume();
        const Interruption interruption(context_.stop);
        ProgressState state{.task = task_, .unit = "trees"};
        if (plan_.trace != nullptr) plan_.trace->rank(scores_);
        report(state);
        while (stop_reason_.empty()) {
            if (interruption.is_wanted()) {
                stop_reason_ = stopped_early;
                if (checkpoint_.is_wanted()) save();
            } else if (has_nothing_to_split()) {
                stop_reason_ = "the last tree found nothing to split";
            } else if (out_of_patience()) {
                stop_reason_ = "no improvement for " + counted(patience(), "tree");
            } else if (grown() >= limit()) {
                stop_reason_ = fmt::format("trees={} reached", limit());
            } else {
                grow_tree();
                save_now_and_then();
                report(state);
            }
        }
        context_.progress.get().finish(state, counted(grown(), "tree"));
        if (trees_.empty()) return nullptr;  // told to stop at once
        check_learned();
        for (std::size_t k = 0; watch_ && k < context_.also.size(); ++k)
            context_.also[k].model =
                final_model(watch_->best_for(k), {&context_.also[k].by, 1}, nullptr);
        return final_model(watch_ ? watch_->best() : grown(), targets(), context_.outcome);
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

    std::span<const NamedMeasure> targets() const {
        return context_.stop_on.empty() ? context_.targets : context_.stop_on;
    }
    std::size_t grown() const { return trees_.size() - start_trees_; }
    std::size_t limit() const { return static_cast<std::size_t>(plan_.params.trees); }
    std::size_t patience() const { return static_cast<std::size_t>(plan_.params.patience); }
    bool out_of_patience() const {
        return watch_ && patience() > 0 && grown() > 0 && grown() - watch_->best() >= patience();
    }

    /// Where patience may end training, that many trees after the best one is the next end in
    /// sight.
    void report(ProgressState& state) const {
        state.done = grown();
        state.total = limit();
        state.is_limit = watch_ && patience() > 0;
        if (watch_ && watch_->trees() > 0) {
            state.value = watch_->values().front();
            state.best = watch_->best_values().front();
        }
        context_.progress.get().update(state);
    }

    /// Nothing where somebody asked to stop meanwhile.
    void grow_tree() {
        if (!add_tree()) return;
        const Tree& tree = trees_.back();
        if (watch_) watch_->add(tree);
        log_.write(grown(), tree, watch_ ? &*watch_ : nullptr, targets(), diagnose());
    }

    /// Without draws later trees would find nothing either.
    bool has_nothing_to_split() const {
        return grown() > 0 && trees_.back().splits.empty() && plan_.params.query_share == 1.0 &&
               plan_.params.feature_share == 1.0;
    }

    void check_pairs() const {
        for (std::size_t query = 0; query < train_.queries(); ++query)
            if (objective_->is_informative(query)) return;
        refuse_no_order();
    }

    /// Error where no tree tells documents apart.
    void check_learned() const {
        if (start_ != nullptr || stop_reason_ == stopped_early) return;
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

    std::string what_for() const {
        std::string text;
        for (const NamedMeasure& target : context_.targets)
            text += (text.empty() ? "for " : ", ") + target.text;
        if (!train_.weights.empty() &&
            std::ranges::all_of(train_.weights, [](float weight) { return weight == 0.0F; }))
            text += "; all weights of documents are 0";
        return text;
    }

    /// Of the first so many new trees.
    std::unique_ptr<const TreeEnsemble> final_model(std::size_t kept,
                                                    std::span<const NamedMeasure> chosen_by,
                                                    TrainingOutcome* outcome) const {
        const std::size_t all = start_trees_ + kept;
        TrainingOutcome own{.kept = kept_text(all, trees_.size(), "tree"), .stopped = stop_reason_};
        if (start_ != nullptr) own.kept += fmt::format(" ({} from the start)", start_trees_);
        if (watch_ && kept == grown() && kept > 0 && grown() >= limit())
            own.advice = fmt::format("The best was the last tree: try more, such as `trees={}`",
                                     2 * limit());
        auto model =
            with_outcome(own,
                         plan_.notes,
                         train_,
                         context_,
                         watch_ ? chosen_by : std::span<const NamedMeasure>(),
                         [&](TrainingNotes notes) { return ensemble(all, std::move(notes)); });
        if (outcome != nullptr) *outcome = model->notes().outcome;
        return model;
    }

    bool is_stop_wanted() const { return context_.stop != nullptr && context_.stop->is_wanted; }

    bool add_tree() {
        // Chance counts the trees of a model that was started from too: as if there had been no
        // break.
        const auto turn = static_cast<std::uint32_t>(trees_.size() + 1);
        draws_.draw(turn);
        derive(grown() + 1);
        if (is_stop_wanted()) return false;
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

    std::optional<LambdaPoint> diagnose() const {
        if (plan_.trace == nullptr) return {};
        plan_.trace->rank(scores_);
        if (grown() % plan_.trace_every != 0) return {};
        return plan_.trace->look();
    }

    /// Gradients and Hessians of all documents at the scores of now.
    void derive(std::size_t iteration) {
        std::atomic<std::size_t> next{0};
        team_.run([&](unsigned worker) {
            Scratch& scratch = scratches_[worker];
            while (true) {
                const std::size_t first = next.fetch_add(queries_a_turn);
                if (first >= train_.queries() || is_stop_wanted()) return;
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

    Origin origin() const {
        FitContext context = context_;
        context.also = {};  // found again from the trees
        return training_origin(train_, context, plan_.notes, plan_.objective.text());
    }

    void save_now_and_then() {
        if (checkpoint_.is_due()) save();
    }

    void save() {
        if (origin_.empty()) origin_ = origin();
        checkpoint_.save(*ensemble(trees_.size(), Checkpoint::marked(plan_.notes, origin_)));
    }

    void resume() {
        const auto saved = checkpoint_.load(origin());
        if (!saved) return;
        for (std::size_t i = start_trees_; i < saved->size(); ++i) {
            trees_.push_back((*saved)[i]);
            BinnedTree(trees_.back(), bins_).add_to(scores_, context_.threads);
            if (watch_) watch_->add(trees_.back());
        }
        log_.resume(grown());
        context_.progress.get().note(fmt::format(
            "{}: resumed after {}", context_.files.checkpoint, counted(grown(), "tree")));
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
    const std::string task_ = "training " + plan_.notes.learner;
    const TreeEnsemble* start_;
    Checkpoint checkpoint_;
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
    std::optional<Watch> watch_;
    std::vector<Tree> trees_;
    std::size_t start_trees_ = 0;
    TrainingLog log_;
    std::string stop_reason_;  ///< "" = goes on
    Origin origin_;            ///< for checkpoints, when first asked for
};

}  // namespace

std::unique_ptr<const TreeEnsemble> boost(const Dataset& train,
                                          const FitContext& context,
                                          const BoostingPlan& plan) {
    return Boosting(train, context, plan).run();
}

}  // namespace gradus::gbdt
