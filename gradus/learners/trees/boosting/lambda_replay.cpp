#include "gradus/learners/trees/boosting/lambda_replay.hpp"

#include "gradus/base/counted.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::gbdt {
namespace {

void add_tree(const Tree& tree,
              const Dataset& data,
              const FeatureAlignment& alignment,
              unsigned threads,
              std::span<double> scores) {
    parallel_for(data.documents(), 1024, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<float> row(alignment.features());
        for (std::size_t i = begin; i < end; ++i) {
            alignment.copy(data.features.row(i), row);
            scores[i] += tree.leaves[tree.leaf_of(row)].value;
        }
    });
}

}  // namespace

LambdaParams lambda_params(const TrainingNotes& notes) {
    LambdaParams params;
    for (const auto& [name, value] : notes.parameters) {
        if (detail::has_param<LambdaParams>(name))
            set_param(params, name, value, {"parameters of the model"});
    }
    return params;
}

std::vector<LambdaPoint> replay_lambdas(const TreeEnsemble& model,
                                        const Dataset& data,
                                        const std::string& data_name,
                                        LambdaTrace& trace,
                                        const ReplayOptions& options) {
    const FeatureAlignment alignment(schema_of(model), data, data_name);
    const std::vector<Tree>& trees = model.trees();
    ProgressState state{.task = "replaying the model", .total = trees.size(), .unit = "trees"};
    std::vector<double> scores(data.documents(), model.base());
    std::vector<LambdaPoint> points;
    for (std::size_t grown = 0; grown <= trees.size(); ++grown) {
        if (grown > 0) add_tree(trees[grown - 1], data, alignment, options.threads, scores);
        trace.rank(scores);
        if (grown % options.every == 0 || grown == trees.size()) {
            points.push_back(trace.look());
            points.back().trees = grown;
        }
        state.done = grown;
        options.progress.update(state);
    }
    options.progress.finish(state, counted(trees.size(), "tree"));
    return points;
}

}  // namespace gradus::gbdt
