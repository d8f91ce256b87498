// The test for local optima.

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "gradus/analysis/local_optimality.hpp"
#include "gradus/base/error.hpp"
#include "gradus/models/linear.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

Dataset data_of(const Json& queries, std::size_t features) {
    Dataset data;
    std::vector<float> grades;
    std::vector<std::vector<float>> rows;
    data.query_begins.push_back(0);
    for (const Json& query : queries.items()) {
        for (const Json& row : query.at("X").items()) {
            rows.push_back(row.as<std::vector<float>>());
            if (rows.back().size() != features)
                throw Error({}, "X and w are of different sizes", "mend the case");
        }
        for (const Json& grade : query.at("labels").items()) grades.push_back(grade.as<float>());
        if (rows.size() != grades.size())
            throw Error({}, "X and labels are not equally many", "mend the case");
        data.query_begins.push_back(rows.size());
        data.query_ids.push_back(std::to_string(data.query_begins.size()));
    }
    data.features = FeatureMatrix(rows.size(), features);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(rows[i], data.features.mutable_row(i).begin());
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

/// Over the queries.
constexpr std::string_view mean_of = "mean ";

void answer_optimality(const Json& in, const Json& /*out*/, Answers& answers) {
    const auto word = in.at("measure").as<std::string>();
    if (!word.starts_with(mean_of)) throw Unserved(fmt::format("no measure is called '{}'", word));
    std::vector<LinearModel::Feature> features;
    for (const Json& weight : in.at("w").items())
        features.push_back(
            {.name = std::to_string(features.size() + 1), .weight = weight.as<double>()});
    const LinearModel model(features);
    const Dataset data = data_of(in.at("queries"), features.size());
    auto directions = in.at("directions").as<std::vector<std::vector<double>>>();
    for (std::vector<double>& direction : directions) {
        if (direction.size() != features.size())
            throw Error({}, "directions and w are of different sizes", "mend the case");
        double squares = 0.0;
        for (const double each : direction) squares += each * each;
        for (double& each : direction) each /= std::sqrt(squares);
    }
    const auto perturbed = perturbed_model(model, data, "case", 1);
    const std::vector<OptimalitySide> sides = {{data, *perturbed}};
    std::vector<NamedMeasure> targets;
    targets.push_back(named_measure(named_in_case(word.substr(mean_of.size()))));
    const OptimalityOptions options{.steps = in.at("etas").as<std::vector<double>>(),
                                    .epsilon = in.at("eps").as<double>()};
    const Optimality result = local_optimality(sides, targets, options, directions)[0][0];
    answers.add("base", [&] { return result.base; });
    answers.add("improved", [&] { return result.improved; });
    answers.add("improved_more_than_eps", [&] { return result.improved_more; });
}

}  // namespace

std::span<const Checker> optimality_checkers() {
    static constexpr std::array checkers = {Checker{
        "local_optimality", "queries X labels w directions etas eps measure", answer_optimality}};
    return checkers;
}

}  // namespace gradus::golden
