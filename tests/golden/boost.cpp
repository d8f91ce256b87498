// Boosting, round by round.

#include <algorithm>
#include <array>
#include <cmath>

#include "gradus/base/error.hpp"
#include "gradus/learners/boosting/rounds/focused_booster.hpp"
#include "gradus/learners/boosting/rounds/pair_booster.hpp"
#include "gradus/learners/boosting/rounds/query_booster.hpp"
#include "tests/golden/query.hpp"

namespace gradus::golden {
namespace {

/// Queries with `X` and grades under the key `labels`.
Dataset data_of(const Json& queries, const char* labels) {
    Dataset data;
    std::vector<float> grades;
    std::vector<std::vector<float>> rows;
    data.query_begins.push_back(0);
    for (const Json& query : queries.items()) {
        for (const Json& row : query.at("X").items()) rows.push_back(row.as<std::vector<float>>());
        for (const Json& grade : query.at(labels).items()) grades.push_back(grade.as<float>());
        data.query_begins.push_back(grades.size());
        data.query_ids.push_back(std::to_string(data.query_begins.size() - 1));
    }
    const auto is_unlike = [&](const std::vector<float>& row) {
        return row.size() != rows.front().size();
    };
    if (rows.size() != grades.size() || grades.empty() || std::ranges::any_of(rows, is_unlike))
        throw Error({}, "X and the grades don't fit", "mend the case");
    data.features = FeatureMatrix(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(rows[i], data.features.mutable_row(i).begin());
    data.labels.push_back({"grade", std::move(grades)});
    return data;
}

/// A threshold as the case writes the value that it is.
Json threshold_in(const Json& queries, const boosting::Round& round) {
    for (const Json& query : queries.items())
        for (const Json& row : query.at("X").items())
            if (row.at(round.feature).as<float>() == round.threshold) return row.at(round.feature);
    return nullptr;
}

/// Calls note(round, its JSON) after each of so many rounds and returns them.
template <class SomeBooster, class Note>
Json rounds_of(SomeBooster& booster, std::size_t count, const Note& note) {
    Json rounds = Json::array();
    while (rounds.size() < count) {
        const auto round = booster.find();
        if (!round) break;
        booster.add(*round);
        Json line = {{"feature", round->feature}, {"alpha", round->alpha}};
        note(*round, line);
        rounds.push_back(std::move(line));
    }
    return rounds;
}

Json numbers(std::span<const double> values) {
    return std::vector<double>(values.begin(), values.end());
}

/// Scores by place as scores by document; 0 for those without pairs.
std::vector<double> by_document(const Dataset& data,
                                const boosting::PairDistribution& distribution,
                                std::span<const double> scores) {
    std::vector<double> all(data.documents());
    for (std::size_t place = 0; place < distribution.documents().size(); ++place)
        all[distribution.documents()[place]] = scores[place];
    return all;
}

void answer_rankboost(const Json& in, const Json& out, Answers& answers) {
    const Json queries = Json::Array{in};
    const Dataset data = data_of(queries, "labels");
    boosting::PairBooster booster(data, {});
    answers.add("rounds", [&] {
        return rounds_of(
            booster, out.at("rounds").size(), [&](const boosting::Round& round, Json& line) {
                const auto scores = by_document(data, booster.distribution(), booster.scores());
                line["theta"] = threshold_in(queries, round);
                line["r"] = round.r;
                line["Z"] = booster.z();
                line["D"] = Json::array();
                for (const Json& pair : in.at("pairs_preferred_first").items())
                    line["D"].push_back(
                        booster.distribution().weight(scores.at(pair.at(0).as<std::size_t>()),
                                                      scores.at(pair.at(1).as<std::size_t>())));
            });
    });
}

void answer_adarank(const Json& in, const Json& /*out*/, Answers& answers) {
    const Dataset data = data_of(in.at("queries"), "labels");
    const NamedMeasure target = named_measure(named_in_case(in.at("measure").as<std::string>()));
    answers.add("rounds", [&] {
        boosting::QueryBooster booster(data, target, {});
        const auto by_query = [&](std::span<const double> values, double otherwise) {
            std::vector<double> all(data.queries(), otherwise);
            for (std::size_t i = 0; i < values.size(); ++i) all[booster.queries()[i]] = values[i];
            return numbers(all);
        };
        return rounds_of(booster,
                         in.at("rounds").as<std::size_t>(),
                         [&](const boosting::Round& /*round*/, Json& line) {
                             line["measure"] = by_query(booster.values(), std::nan(""));
                             line["P"] = by_query(booster.weights(), 0.0);
                         });
    });
}

/// The weights of each query's pairs of a top document and another.
Json pair_weights(const Dataset& data,
                  const boosting::PairDistribution& distribution,
                  std::span<const double> scores) {
    const std::vector<double> all = by_document(data, distribution, scores);
    Json weights = Json::array();
    for (std::size_t query = 0; query < data.queries(); ++query) {
        std::vector<double> own;
        const std::size_t begin = data.query_begins[query];
        const std::size_t end = data.query_begins[query + 1];
        for (std::size_t u = begin; u < end; ++u)
            for (std::size_t v = begin; v < end; ++v)
                if (data.grades()[u] > 0.0F && data.grades()[v] <= 0.0F)
                    own.push_back(distribution.weight(all[u], all[v]));
        weights.push_back(own);
    }
    return weights;
}

void answer_focusedboost(const Json& in, const Json& /*out*/, Answers& answers) {
    const Json& queries = in.at("queries");
    const Dataset data = data_of(queries, "position_labels");
    const NamedMeasure target =
        named_measure(named_in_case(in.at("measure_on_top_items").as<std::string>()));
    answers.add("rounds", [&] {
        const auto prepared = std::make_shared<const boosting::FocusedData>(data, target, 0, 1);
        boosting::FocusedBooster booster(prepared, {.beta = in.at("beta").as<double>()});
        return rounds_of(booster,
                         in.at("rounds").as<std::size_t>(),
                         [&](const boosting::Round& round, Json& line) {
                             line["theta"] = threshold_in(queries, round);
                             line["r"] = round.r;
                             line["list"] = booster.parts().list;
                             line["pair"] = booster.parts().pair;
                             line["E"] = numbers(booster.list_values());
                             line["D"] = numbers(booster.list_weights());
                             line["Dp"] =
                                 pair_weights(data, booster.distribution(), booster.scores());
                         });
    });
}

}  // namespace

std::span<const Checker> boost_checkers() {
    static constexpr std::array checkers = {
        Checker{"rankboost", "X labels pairs_preferred_first", answer_rankboost},
        Checker{"adarank", "queries X labels measure rounds", answer_adarank},
        Checker{"focusedboost",
                "queries X position_labels beta measure_on_top_items rounds",
                answer_focusedboost}};
    return checkers;
}

}  // namespace gradus::golden
