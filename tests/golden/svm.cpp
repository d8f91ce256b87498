// Support vector machines, structural and for classification, on features in double.

#include <array>
#include <cmath>

#include "gradus/base/error.hpp"
#include "gradus/learners/svm/accuracy/accuracy_risk.hpp"
#include "gradus/learners/svm/problem/objective_risk.hpp"
#include "gradus/objectives/structural.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

using Rows = std::vector<std::vector<double>>;

class DoubleFeatures final : public svm::FeatureMap {
  public:
    explicit DoubleFeatures(Rows rows) : rows_(std::move(rows)) {}

    std::size_t dimensions() const override { return rows_.front().size(); }
    void score(std::span<const double> weights,
               std::size_t first,
               std::span<double> scores) const override {
        for (std::size_t i = 0; i < scores.size(); ++i)
            scores[i] = svm::dot(weights, rows_[first + i]);
    }
    void add_gradient(std::size_t first,
                      std::span<const double> score_gradients,
                      std::span<double> gradient) const override {
        std::ranges::fill(gradient, 0.0);
        for (std::size_t i = 0; i < score_gradients.size(); ++i)
            for (std::size_t j = 0; j < gradient.size(); ++j)
                gradient[j] += score_gradients[i] * rows_[first + i][j];
    }
    void row(std::size_t document, std::vector<double>& values) const override {
        values = rows_[document];
    }

  private:
    Rows rows_;
};

struct Problem {
    Dataset data;  ///< without features
    Rows rows;
};

Problem problem_of(const Json& queries) {
    Problem problem;
    std::vector<float> grades;
    problem.data.query_begins.push_back(0);
    for (const Json& query : queries.items()) {
        for (const Json& row : query.at("X").items())
            problem.rows.push_back(row.as<std::vector<double>>());
        for (const Json& relevant : query.at("relevant").items())
            grades.push_back(relevant.as<float>());
        problem.data.query_begins.push_back(grades.size());
        problem.data.query_ids.push_back(std::to_string(problem.data.query_begins.size() - 1));
    }
    const auto is_unlike = [&](const std::vector<double>& row) {
        return row.size() != problem.rows.front().size();
    };
    if (problem.rows.size() != grades.size() || grades.empty() ||
        std::ranges::any_of(problem.rows, is_unlike))
        throw Error({}, "X and relevant don't fit", "mend the case");
    problem.data.features = FeatureMatrix(grades.size(), 0);
    problem.data.labels.push_back({"grade", std::move(grades)});
    return problem;
}

void answer_ssvm(const Json& in, const Json& /*out*/, Answers& answers) {
    const Problem problem = problem_of(in.at("queries"));
    const auto cost = in.at("C").as<double>();
    const std::string measure = named_in_case(in.at("loss").as<std::string>());
    // Psi over pairs, as in all cases of structural SVMs.
    const Structural objective(named_measure(
        measure.starts_with("NDCG") ? "NDCG(psi=pairs)" + measure.substr(4) : measure));
    const auto bound = objective.bind(problem.data, 1);
    const DoubleFeatures features(problem.rows);
    const svm::QueryRisks each(problem.data, *bound, features);
    svm::ObjectiveRisk risk(
        problem.data, *bound, features, 1.0 / static_cast<double>(each.size()), 1);
    svm::CuttingPlane solver(risk);
    const auto weights = solver.solve({.cost = cost, .epsilon = 1e-12, .most_rounds = 20'000});
    std::vector<double> gradient(weights.size());
    risk.at(weights, gradient);
    // A query without two classes asks nothing.
    std::vector<double> slacks;
    for (std::size_t query = 0, next = 0; query < problem.data.queries(); ++query)
        slacks.push_back(bound->is_informative(query) ? risk.values()[next++] : 0.0);
    answers.add("objective", [&] { return Json(solver.state().objective); });
    answers.add("w", [&] { return Json(std::vector<double>(weights.begin(), weights.end())); });
    answers.add("slack", [&] { return Json(slacks); });
}

Json classified(const Rows& rows, const svm::AccuracyDocuments& documents, double cost) {
    const DoubleFeatures features(rows);
    svm::AccuracyRisk risk(features, documents);
    svm::CuttingPlane solver(risk);
    const auto weights =
        solver.solve({.cost = cost * risk.unit(), .epsilon = 1e-13, .most_rounds = 20'000});
    return {{"objective", solver.state().objective},
            {"w", std::vector<double>(weights.begin(), weights.end())}};
}

void answer_svm_acc(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto rows = in.at("X").as<Rows>();
    const auto classes = in.at("y").as<std::vector<float>>();
    const auto cost = in.at("C").as<double>();
    const auto is_unlike = [&](const std::vector<double>& row) {
        return row.size() != rows.front().size();
    };
    if (rows.size() != classes.size() || rows.empty() || std::ranges::any_of(rows, is_unlike))
        throw Error({}, "X and y don't fit", "mend the case");
    const auto documents = [&](bool balanced) {
        return svm::accuracy_documents(classes, {}, 1.0, balanced);
    };
    answers.add("acc", [&] { return classified(rows, documents(false), cost); });
    answers.add("acc2_weighted", [&] {
        const svm::AccuracyDocuments balanced = documents(true);
        Json answer = classified(rows, balanced, cost);
        const auto relevant = std::ranges::find(balanced.is_relevant, 1);
        if (relevant != balanced.is_relevant.end())
            answer["ratio"] =
                balanced.costs[static_cast<std::size_t>(relevant - balanced.is_relevant.begin())];
        return answer;
    });
}

}  // namespace

std::span<const Checker> svm_checkers() {
    static constexpr std::array checkers = {
        Checker{"ssvm", "queries X relevant C loss", answer_ssvm},
        Checker{"svm_acc", "X y C", answer_svm_acc}};
    return checkers;
}

}  // namespace gradus::golden
