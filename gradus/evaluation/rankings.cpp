#include "gradus/evaluation/rankings.hpp"

#include <memory>

#include <fmt/format.h>

#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/data/named_scores.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus {
namespace {

std::string shown_name(const std::string& name) {
    return name == "-" ? "<stdin>" : name;
}

/// Where another profile was named; `evaluate` measures the same ranking under any.
std::optional<Difference> why(const EvaluationPlan& plan, const EvaluateUnder& evaluate) {
    if (!plan.other) return std::nullopt;
    std::vector<std::string> texts;
    texts.reserve(plan.measures.size());
    for (const NamedMeasure& measure : plan.measures) texts.push_back(measure.typed);
    return explain_difference(plan.profile, *plan.other, texts, evaluate);
}

/// Graded data as each model needs it, and its evaluator.
class DataForModels {
  public:
    DataForModels(const RankedData& ranked, const EvaluationPlan& plan)
        : ranked_(ranked), plan_(plan) {}

    void match(const FeatureSchema& schema) {
        const bool fits = data_ && schema_ && schema_->names == schema.names &&
                          schema_->gaps == schema.gaps && schema_->used == schema.used;
        if (fits) return;
        schema_ = schema;
        read();
    }

    /// Whatever its features.
    void match_any() {
        if (!data_) read();
    }

    const Dataset& data() const { return *data_; }

    EvaluatedRun evaluate(const std::string& name, std::span<const double> scores) const {
        return {.name = name,
                .evaluation = evaluator_->evaluate(scores, plan_.ties),
                .why = why(plan_,
                           [&](const std::vector<NamedMeasure>& measures, const Profile& profile) {
                               return Evaluator(*data_, measures, plan_.threads, profile)
                                   .evaluate(scores, plan_.ties);
                           })};
    }

  private:
    void read() {
        const bool is_first = !data_;
        evaluator_.reset();
        data_ = std::make_unique<Dataset>(ranked_.read(schema_ ? &*schema_ : nullptr));
        if (is_first) {
            check_grades(plan_.measures, *data_, ranked_.name);
            if (ranked_.look) ranked_.look(*data_);
        }
        evaluator_ =
            std::make_unique<Evaluator>(*data_, plan_.measures, plan_.threads, plan_.profile);
    }

    const RankedData& ranked_;
    const EvaluationPlan& plan_;
    std::unique_ptr<Dataset> data_;  ///< none before the first match
    std::optional<FeatureSchema> schema_;
    std::unique_ptr<Evaluator> evaluator_;  ///< of the data
};

}  // namespace

std::vector<EvaluatedRun> evaluate_runs(const std::string& judgments,
                                        std::span<const std::string> runs,
                                        const EvaluationPlan& plan,
                                        Progress& progress) {
    const Judgments judged = read_qrels(TextSource(judgments), progress, plan.threads);
    const RunEvaluator evaluator(judged, judgments, plan.measures, plan.threads, plan.profile);
    check_grades(plan.measures, evaluator.judgments());
    std::vector<EvaluatedRun> result;
    for (const std::string& name : runs) {
        const Run run = read_run(TextSource(name), progress, plan.threads);
        result.push_back(
            {.name = shown_name(name),
             .evaluation = evaluator.evaluate(run, name, plan.ties),
             .why =
                 why(plan, [&](const std::vector<NamedMeasure>& measures, const Profile& profile) {
                     return RunEvaluator(judged, judgments, measures, plan.threads, profile)
                         .evaluate(run, name, plan.ties);
                 })});
    }
    return result;
}

std::vector<EvaluatedRun> evaluate_data(const RankedData& ranked, const EvaluationPlan& plan) {
    DataForModels input(ranked, plan);
    std::vector<EvaluatedRun> result;
    for (const std::string& name : ranked.models) {
        const auto model = load_model(name);
        FeatureSchema schema = schema_of(*model);
        if (ranked.models.size() > 1) schema.owner = fmt::format("the model {}", name);
        input.match(schema);
        const std::vector<float> scores =
            score_all(*model, input.data(), ranked.name, plan.threads);
        const std::vector<double> exact(scores.begin(), scores.end());
        result.push_back(input.evaluate(name, exact));
    }
    for (const std::string& name : ranked.scores) {
        input.match_any();
        const std::vector<double> scores = read_scores_of(input.data(), name);
        result.push_back(input.evaluate(shown_name(name), scores));
    }
    return result;
}

}  // namespace gradus
