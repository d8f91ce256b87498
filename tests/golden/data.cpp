// Click rates and features: what is made of data before ranking.

#include <array>

#include <fmt/format.h>

#include "gradus/data/clicks/click_labels.hpp"
#include "gradus/data/transforms/normalise.hpp"
#include "gradus/data/transforms/thresholds.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {
namespace {

Json rate_rows(const ClickLog& log, ClickRatePer per) {
    Json rows = Json::array();
    for (const ClickRate& rate : click_rates(log, QueryGroups(false), {.per = per}).rates) {
        rows.push_back(Json::Array{rate.query, rate.document, rate.rate});
    }
    return rows;
}

void answer_ctr(const Json& in, const Json& /*out*/, Answers& answers) {
    ClickLog log;
    for (const Json& session : in.at("sessions").items()) {
        const std::string name = fmt::format("s{}", log.pages.size());
        for (const Json& page : session.items()) {
            ResultPage& fresh = log.pages.emplace_back();
            fresh.session = name;
            fresh.query = page.at("q").as<std::string>();
            fresh.shown = page.at("shown").as<std::vector<std::string>>();
            for (const Json& document : page.at("clicks").items()) {
                fresh.clicks.push_back({document.as<std::string>()});
            }
        }
    }
    answers.add("per_impression", [&] { return rate_rows(log, ClickRatePer::impression); });
    answers.add("per_query", [&] { return rate_rows(log, ClickRatePer::query); });
}

void answer_features(const Json& in, const Json& /*out*/, Answers& answers) {
    std::vector<double> scores;
    for (const Json& score : in.at("scores_of_one_function_one_query").items()) {
        scores.push_back(score.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                         : score.as<double>());
    }
    const auto thresholds = in.at("thresholds").as<std::vector<double>>();
    const auto bits = [&](ThresholdRule rule) {
        Json rows = Json::array();
        for (const double score : scores) {
            const std::size_t bin = threshold_bin(std::span<const double>(thresholds), score, rule);
            std::vector<int> row(thresholds.size(), 0);
            std::fill_n(row.begin(), bin, 1);
            rows.push_back(row);
        }
        return rows;
    };
    const auto normalised = [&](Normalisation method) {
        std::vector<double> values = scores;
        normalise(method, values);
        return Json(values);
    };
    answers.add("bins_strict", [&] { return bits(ThresholdRule::strict); });
    answers.add("bins_geq", [&] { return bits(ThresholdRule::inclusive); });
    answers.add("percentile", [&] { return normalised(Normalisation::percentile); });
    answers.add("minmax", [&] { return normalised(Normalisation::minmax); });
}

}  // namespace

std::span<const Checker> data_checkers() {
    static constexpr std::array checkers = {
        Checker{"ctr", "sessions q shown clicks", answer_ctr},
        Checker{"features", "scores_of_one_function_one_query thresholds", answer_features}};
    return checkers;
}

}  // namespace gradus::golden
