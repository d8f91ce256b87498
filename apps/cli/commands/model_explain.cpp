#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/table.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/tree_shap.hpp"

namespace gradus::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

struct Options {
    std::string model;
    std::string data;
    std::string query;
    std::string document;
    std::string above;
    std::string below;
    unsigned top = 10;
    bool json = false;
    ReadFlags read;
};

/// A document in the ranking of its query.
struct Ranked {
    std::string name;
    std::size_t document = 0;  // in the data
    std::size_t rank = 0;      // from 1
    float score = 0.0F;
};

/// The documents of the query, the best first; equal scores in the order of the data.
std::vector<Ranked> ranking(const Model& model, const Dataset& data, std::size_t query) {
    std::vector<Ranked> all;
    for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
        const float score = model.score(data.features.row(i));
        all.push_back({data.document_name(query, i), i, 0, score});
    }
    std::ranges::stable_sort(all, std::greater(), &Ranked::score);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].rank = i + 1;
    return all;
}

std::size_t query_named(const Dataset& data, const Options& options) {
    for (std::size_t query = 0; query < data.queries(); ++query)
        if (data.query_ids[query] == options.query) return query;
    throw Error({options.data},
                fmt::format("there is no query '{}'", excerpt(options.query)),
                data.queries() == 0 ? "give data with documents"
                                    : fmt::format("the first is '{}'", excerpt(data.query_ids[0])));
}

const Ranked& document_named(const std::vector<Ranked>& documents,
                             const std::string& name,
                             const Options& options) {
    const auto found = std::ranges::find(documents, name, &Ranked::name);
    if (found == documents.end()) {
        throw Error(
            {options.data},
            fmt::format("query '{}' has no document '{}'", excerpt(options.query), excerpt(name)),
            "leave out the document to see which there are");
    }
    if (std::ranges::count(documents, name, &Ranked::name) > 1) {
        throw Error(
            {options.data},
            fmt::format(
                "query '{}' has several documents '{}'", excerpt(options.query), excerpt(name)),
            "give each its own id");
    }
    return *found;
}

std::string value_of(float value) {
    return std::isnan(value) ? "missing" : shortest(value);
}
/// As short as in text: 0.1 and not 0.10000000149011612.
Json json_value(float value) {
    const auto number = number_from(shortest(value));
    return number ? Json(*number) : Json();
}
std::string part_of(double part) {
    return fmt::format("{:+.4f}", part);
}

/// The documents that are explained, with the values of their features and what those add.
class Page {
  public:
    Page(const Options& options, Session& session)
        : options_(options),
          model_(load_model(options.model)),
          data_(options.read.read_matched(schema_of(*model_), options.data, session)),
          query_(query_named(data_, options)),
          documents_(ranking(*model_, data_, query_)) {}

    std::string list() const {
        if (options_.json) {
            Json out = {{"query", options_.query}, {"documents", Json::array()}};
            for (const Ranked& one : documents_) out["documents"].push_back(json_of(one));
            return dump(out);
        }
        Rows rows = {{"rank", "score", "grade", "document"}};
        for (const Ranked& one : documents_) {
            rows.push_back({std::to_string(one.rank),
                            fmt::format("{:.4f}", one.score),
                            value_of(data_.grades()[one.document]),
                            one.name});
        }
        return aligned(rows);
    }

    std::string document() const {
        const Ranked& one = document_named(documents_, options_.document, options_);
        const std::vector<float> row = row_of(one);
        const Explanation explanation = explain(row);
        const std::vector<Contribution> parts = largest_first(explanation.values);
        if (options_.json) {
            Json out = json_of(one);
            out["expectation"] = explanation.expectation;
            out["features"] = Json::array();
            for (const Contribution& part : parts) {
                out["features"].push_back({{"feature", model_->feature_name(part.feature)},
                                           {"part", part.value},
                                           {"value", json_value(row[part.feature])}});
            }
            return dump({{"query", options_.query}, {"document", std::move(out)}});
        }
        Rows rows = {{"part", "feature", "value"},
                     {part_of(explanation.expectation), "(of any document)"}};
        add_parts(rows, parts, {row});
        rows.push_back({part_of(static_cast<double>(one.score)), "(the score)"});
        return fmt::format("# query {}: {}\n", options_.query, text_of(one)) + aligned(rows);
    }

    std::string difference() const {
        const Ranked& above = document_named(documents_, options_.above, options_);
        const Ranked& below = document_named(documents_, options_.below, options_);
        const std::vector<float> row_above = row_of(above);
        const std::vector<float> row_below = row_of(below);
        const std::vector<Contribution> parts = why_above(explain(row_above), explain(row_below));
        const double difference =
            static_cast<double>(above.score) - static_cast<double>(below.score);
        if (options_.json) {
            Json out = {{"query", options_.query},
                        {"above", json_of(above)},
                        {"below", json_of(below)},
                        {"difference", difference},
                        {"features", Json::array()}};
            for (const Contribution& part : parts) {
                out["features"].push_back({{"feature", model_->feature_name(part.feature)},
                                           {"part", part.value},
                                           {"above", json_value(row_above[part.feature])},
                                           {"below", json_value(row_below[part.feature])}});
            }
            return dump(out);
        }
        Rows rows = {{"part", "feature", above.name, below.name}};
        add_parts(rows, parts, {row_above, row_below});
        rows.push_back({part_of(difference), "(the difference)"});
        return fmt::format("# query {}: {}; {}\n", options_.query, text_of(above), text_of(below)) +
               aligned(rows);
    }

  private:
    static std::string dump(const Json& json) {
        return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    }
    Json json_of(const Ranked& one) const {
        return {{"document", one.name},
                {"rank", one.rank},
                {"score", json_value(one.score)},
                {"grade", json_value(data_.grades()[one.document])}};
    }
    std::string text_of(const Ranked& one) const {
        return fmt::format("{} has score {:.4f}, rank {} of {}, grade {}",
                           one.name,
                           one.score,
                           one.rank,
                           documents_.size(),
                           value_of(data_.grades()[one.document]));
    }
    std::vector<float> row_of(const Ranked& one) const {
        const std::span<const float> row = data_.features.row(one.document);
        return {row.begin(), row.end()};
    }
    Explanation explain(const std::vector<float>& row) const {
        const auto explanation = model_->explain(row);
        if (explanation) return *explanation;
        throw Error({options_.model},
                    "this kind of model cannot explain its scores",
                    "use gradus model importance with --data");
    }
    void add_parts(Rows& rows,
                   const std::vector<Contribution>& parts,
                   const std::vector<std::vector<float>>& values) const {
        const std::size_t listed = std::min<std::size_t>(parts.size(), options_.top);
        for (std::size_t i = 0; i < listed; ++i) {
            rows.push_back({part_of(parts[i].value), model_->feature_name(parts[i].feature)});
            for (const std::vector<float>& row : values)
                rows.back().push_back(value_of(row[parts[i].feature]));
        }
        if (listed == parts.size()) return;
        double rest = 0.0;
        for (std::size_t i = listed; i < parts.size(); ++i) rest += parts[i].value;
        rows.push_back({part_of(rest), fmt::format("({} more)", parts.size() - listed)});
    }

    const Options& options_;
    std::unique_ptr<const Model> model_;
    Dataset data_;
    std::size_t query_;
    std::vector<Ranked> documents_;
};

void check(const Options& options) {
    if (options.above.empty() != options.below.empty()) misuse("give --above and --below together");
}

void show(const Options& options, Session& session) {
    const bool pair = !options.above.empty();
    const Page page(options, session);
    if (pair) {
        print(page.difference());
    } else {
        print(options.document.empty() ? page.list() : page.document());
    }
}

}  // namespace

extern const CommandEntry model_explain_entry{
    .group = "model",
    .name = "explain",
    .summary = "why a document has its score, or stands above another",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "a model that gradus train wrote")
                .required()
                .reads();
            line.option("FILE", options->data, "data with the query").required().reads();
            line.option("--query", options->query, "id of the query; alone: lists its documents")
                .required();
            const Option document =
                line.option("--document",
                            options->document,
                            "id of a document: what each feature adds to its score");
            line.option("--above", options->above, "id of a document: why it is above the other")
                .excludes(document);
            line.option("--below", options->below, "id of the other document").excludes(document);
            line.option("--top", options->top, "list so many features; JSON has all")
                .with_default();
            line.flag("--json", options->json, "print JSON, with all digits");
            options->read.add_with_matching_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { show(*options, session); });
        },
};

}  // namespace gradus::cli
