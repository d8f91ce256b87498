#include "gradus/objectives/pairs.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/pairs.hpp"
#include "gradus/objectives/objective_text.hpp"
#include "gradus/objectives/pairs/pair_cost.hpp"

namespace gradus {
namespace {

struct Preference {
    std::uint32_t winner;  // documents, from 0 within the query
    std::uint32_t loser;
    double weight;
};

class BoundPairs final : public BoundObjective {
  public:
    BoundPairs(const Dataset& data, const Pairs& pairs, double sigma)
        : rule_{.sigma = sigma}, preferences_(data.queries()) {
        std::unordered_map<std::string_view, std::size_t> queries;
        for (std::size_t query = 0; query < data.queries(); ++query) {
            queries.emplace(data.query_ids[query], query);
        }
        std::vector<std::unordered_map<std::string, std::uint32_t>> documents(data.queries());
        for (std::size_t i = 0; i < pairs.query_ids.size(); ++i) {
            const auto found = queries.find(pairs.query_ids[i]);
            if (found == queries.end()) continue;
            auto& names = documents[found->second];
            if (names.empty()) names = names_of(data, found->second);
            const auto place = [&](std::string_view name) {
                const auto document = names.find(std::string(name));
                if (document != names.end()) return document->second;
                throw Error(
                    {"pairs"},
                    fmt::format(
                        "query {} has no document {}", excerpt(pairs.query_ids[i]), excerpt(name)),
                    "name documents by their id, or by their place in the query from 0; where the "
                    "lines are winner, loser and weight of rows (CatBoost), say pairs_form=rows");
            };
            preferences_[found->second].push_back({place(pairs.winners[i]),
                                                   place(pairs.losers[i]),
                                                   static_cast<double>(pairs.weights[i])});
        }
        const bool none =
            std::ranges::all_of(preferences_, [](const auto& own) { return own.empty(); });
        if (!none || pairs.query_ids.empty()) return;
        throw Error({"pairs"},
                    fmt::format("no query of the pairs is in the data (the first is {})",
                                excerpt(pairs.query_ids[0])),
                    "give pairs of these queries; where the lines are winner, loser and weight of "
                    "rows (CatBoost), say pairs_form=rows");
    }

    bool is_informative(std::size_t query) const override { return !preferences_[query].empty(); }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& /*scratch*/,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        std::ranges::fill(gradients, 0.0);
        std::ranges::fill(hessians, 0.0);
        double value = 0.0;
        for (const auto& [winner, loser, weight] : preferences_[query.query]) {
            const PairTerms terms = pair_terms(rule_, query.scores[winner] - query.scores[loser]);
            gradients[winner] -= weight * terms.force;
            gradients[loser] += weight * terms.force;
            hessians[winner] += weight * terms.hessian;
            hessians[loser] += weight * terms.hessian;
            value += weight * terms.cost;
        }
        return value;
    }

  private:
    static std::unordered_map<std::string, std::uint32_t> names_of(const Dataset& data,
                                                                   std::size_t query) {
        std::unordered_map<std::string, std::uint32_t> names;
        for (std::size_t i = 0; i < data.query_size(query); ++i) {
            names.emplace(data.document_name(query, data.query_begins[query] + i),
                          static_cast<std::uint32_t>(i));
        }
        return names;
    }

    PairRule rule_;
    std::vector<std::vector<Preference>> preferences_;  // by query
};

/// Rows of the data file, from 0, as pairs of a query: CatBoost's form, which names no query.
Pairs with_queries(const Dataset& data, const Pairs& rows) {
    Pairs pairs;
    for (std::size_t i = 0; i < rows.query_ids.size(); ++i) {
        const auto row = [&](std::string_view text) {
            const auto number = integer_from(text);
            if (number && *number >= 0 && static_cast<std::size_t>(*number) < data.documents()) {
                return static_cast<std::size_t>(*number);
            }
            throw Error({"pairs"},
                        fmt::format("'{}' is not a row of the data", excerpt(text)),
                        fmt::format("number the rows from 0 to {}", data.documents() - 1));
        };
        const std::size_t winner = row(rows.winners[i]);
        const std::size_t loser = row(rows.losers[i]);
        const auto after =
            std::upper_bound(data.query_begins.begin(), data.query_begins.end(), winner);
        const auto query = static_cast<std::size_t>(after - data.query_begins.begin()) - 1;
        if (loser < data.query_begins[query] || loser >= data.query_begins[query + 1]) {
            throw Error({"pairs"},
                        fmt::format("rows {} and {} belong to different queries", winner, loser),
                        "compare documents of one query only");
        }
        pairs.query_ids.push_back(data.query_ids[query]);
        pairs.winners.push_back(data.document_name(query, winner));
        pairs.losers.push_back(data.document_name(query, loser));
        pairs.weights.push_back(rows.weights[i]);
    }
    return pairs;
}

std::string checksum_of(const Pairs& pairs) {
    ChecksumStream stream;
    const auto add = [&](std::string_view text) {
        stream.add(text.data(), text.size());
        stream.add("", 1);  // its end
    };
    for (std::size_t i = 0; i < pairs.query_ids.size(); ++i) {
        add(pairs.query_ids[i]);
        add(pairs.winners[i]);
        add(pairs.losers[i]);
        stream.add(&pairs.weights[i], sizeof(float));
    }
    return fmt::format("{:016x}", stream.value());
}

}  // namespace

ExplicitPairs::ExplicitPairs(Pairs pairs, ExplicitPairsParams params, std::string file)
    : pairs_(std::move(pairs)), params_(std::move(params)), file_(std::move(file)) {
    const std::string checksum = checksum_of(pairs_);
    if (!params_.checksum.empty() && params_.checksum != checksum) {
        throw Error(
            {file_},
            fmt::format(
                "the pairs have the checksum {} and not {}", checksum, excerpt(params_.checksum)),
            "give the file as it was, or leave out the checksum");
    }
    params_.checksum = checksum;
}

std::unique_ptr<const Objective> ExplicitPairs::of_file(const std::string& file,
                                                        const ExplicitPairsParams& params) {
    const bool has_rows = params.form == PairsForm::rows ||
                          (params.form == PairsForm::automatic && holds_pairs_of_rows(file));
    return std::make_unique<ExplicitPairs>(
        has_rows ? read_pairs_rows(TextSource(file)) : read_pairs(TextSource(file)), params, file);
}

std::string ExplicitPairs::text() const {
    return objective_text("pairs", in_quotes_if_needed(file_), params_);
}

std::unique_ptr<const BoundObjective> ExplicitPairs::bind(const Dataset& data,
                                                          unsigned /*threads*/) const {
    const bool by_row = !pairs_.query_ids.empty() && pairs_.query_ids[0].empty();
    return by_row ? std::make_unique<BoundPairs>(data, with_queries(data, pairs_), params_.sigma)
                  : std::make_unique<BoundPairs>(data, pairs_, params_.sigma);
}

namespace objectives {
extern const ObjectiveEntry pairs_entry{
    .name = "pairs",
    .summary = "the logistic cost of each pair of a file: query, winner, loser, perhaps weight",
    .reference = "Burges et al. 2005",
    .subject = Subject::file,
    .traits = {.derivative = true, .convex = true},
    .examples = "pairs(train.pairs) pairs(train.pairs,sigma=1.5,form=ids)",
    .params = params_with<ExplicitPairsParams>,
    .make = [](const ObjectiveArguments& arguments) -> std::unique_ptr<const Objective> {
        return ExplicitPairs::of_file(
            arguments.file, params_from<ExplicitPairsParams>(arguments.settings, arguments.where));
    },
};
}  // namespace objectives

}  // namespace gradus
