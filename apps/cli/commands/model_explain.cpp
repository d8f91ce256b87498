#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/models/tree_shap.hpp"

namespace gradus::cli {
namespace {

using report::Format;
using report::Kind;

struct Options {
    std::string model;
    std::string data;
    std::string query;
    std::string document;
    std::string above;
    std::string below;
    unsigned top = 10;
    OutputFlags output;
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
/// The documents that are explained, with the values of their features and what those add.
class Page {
  public:
    Page(const Options& options, Session& session)
        : options_(options),
          session_(session),
          model_(load_model(options.model)),
          data_(options.read.read_matched(schema_of(*model_), options.data, session)),
          query_(query_named(data_, options)),
          documents_(ranking(*model_, data_, query_)) {}

    report::Report list() const {
        report::Report report{.facts = {{"query", options_.query}}};
        report::Table table{.name = "documents"};
        table.columns = {{.name = "query", .only = {Format::csv}},
                         {.name = "rank", .kind = Kind::integer},
                         {.name = "score", .kind = Kind::number},
                         {.name = "grade", .kind = Kind::exact, .missing = "missing"},
                         {.name = "document"}};
        for (const Ranked& one : documents_)
            table.rows.push_back({options_.query, one.rank, one.score, grade(one), one.name});
        report.add(std::move(table));
        return report;
    }

    report::Report document() const {
        const Ranked& one = document_named(documents_, options_.document, options_);
        const std::vector<float> row = row_of(one);
        const Explanation explanation = explain(row);
        const std::vector<report::Cell> known = {options_.query, one.name};
        report::Table table = parts_table({"query", "document"});
        table.columns.push_back({.name = "value", .kind = Kind::exact, .missing = "missing"});
        table.rows.push_back(sum_row(known, explanation.expectation, "(of any document)"));
        add_parts(table, known, largest_first(explanation.values), {row});
        table.rows.push_back(sum_row(known, static_cast<double>(one.score), "(the score)"));
        Json found = json_of(one);
        found.set("expectation", explanation.expectation);
        found.set("features", report::json_rows(table));
        table.only = report::people | report::Formats{Format::csv};
        report::Report report{.facts = {{"query",
                                         options_.query,
                                         fmt::format("query {}: {}", options_.query, text_of(one))},
                                        {"document", std::move(found)}}};
        report.add(std::move(table));
        return report;
    }

    report::Report difference() const {
        const Ranked& above = document_named(documents_, options_.above, options_);
        const Ranked& below = document_named(documents_, options_.below, options_);
        const std::vector<float> row_above = row_of(above);
        const std::vector<float> row_below = row_of(below);
        const std::vector<Contribution> parts = why_above(explain(row_above), explain(row_below));
        if (&above == &below)
            misuse(fmt::format("--above and --below name the same document, {}", above.name));
        if (above.rank > below.rank)
            session_.progress().note(
                fmt::format("{0} ranks below {1}: the parts are those of {0} "
                            "less those of {1}",
                            above.name,
                            below.name));
        const double difference =
            static_cast<double>(above.score) - static_cast<double>(below.score);
        const std::vector<report::Cell> known = {options_.query};
        report::Table table = parts_table({"query"});
        for (const auto& [name, document] : {std::pair{"above", &above}, {"below", &below}}) {
            table.columns.push_back({.name = name,
                                     .kind = Kind::exact,
                                     .heading = document->name,
                                     .missing = "missing"});
        }
        add_parts(table, known, parts, {row_above, row_below});
        table.rows.push_back(sum_row(known, difference, "(the difference)"));
        report::Report report{
            .facts = {
                {"query",
                 options_.query,
                 fmt::format("query {}: {}; {}", options_.query, text_of(above), text_of(below))},
                {"above", json_of(above)},
                {"below", json_of(below)},
                {"difference", difference}}};
        report.add(std::move(table));
        return report;
    }

  private:
    float grade(const Ranked& one) const { return data_.grades()[one.document]; }
    Json json_of(const Ranked& one) const {
        return Json{{"document", one.name},
                    {"rank", one.rank},
                    {"score", decimal(one.score)},
                    {"grade", decimal(grade(one))}};
    }
    std::string text_of(const Ranked& one) const {
        return fmt::format("{} has score {:.4f}, rank {} of {}, grade {}",
                           one.name,
                           one.score,
                           one.rank,
                           documents_.size(),
                           value_of(grade(one)));
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
    /// `known` stands before each row of CSV.
    static report::Table parts_table(const std::vector<std::string>& known) {
        report::Table table{.name = "features"};
        for (const std::string& name : known)
            table.columns.push_back({.name = name, .only = {Format::csv}});
        table.columns.push_back({.name = "part", .kind = Kind::change});
        table.columns.push_back({.name = "feature"});
        return table;
    }
    /// A sum for people.
    static report::Row sum_row(std::vector<report::Cell> known, double part, std::string words) {
        known.insert(known.end(), {part, std::move(words)});
        return report::Row(std::move(known), report::people);
    }
    /// Programs get all parts, people the largest and the sum of the others.
    void add_parts(report::Table& table,
                   const std::vector<report::Cell>& known,
                   const std::vector<Contribution>& parts,
                   const std::vector<std::vector<float>>& values) const {
        const std::size_t listed = std::min<std::size_t>(parts.size(), options_.top);
        double rest = 0.0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            std::vector<report::Cell> cells = known;
            cells.insert(cells.end(), {parts[i].value, model_->feature_name(parts[i].feature)});
            for (const std::vector<float>& row : values) cells.emplace_back(row[parts[i].feature]);
            table.rows.emplace_back(std::move(cells),
                                    i < listed ? report::everyone : report::programs);
            if (i >= listed) rest += parts[i].value;
        }
        if (listed == parts.size()) return;
        table.rows.push_back(sum_row(known, rest, fmt::format("({} more)", parts.size() - listed)));
    }

    const Options& options_;
    Session& session_;
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
        options.output.print(page.difference());
    } else {
        options.output.print(options.document.empty() ? page.list() : page.document());
    }
}

}  // namespace

namespace commands {
extern const CommandEntry model_explain_entry{
    .group = "model",
    .name = "explain",
    .summary = "explain a document's score, or why it ranks above another",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "model written by gradus train")
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
            line.option("--top", options->top, "maximum features listed; JSON and CSV have all")
                .with_default();
            options->output.add_to(line);
            options->read.add_with_matching_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { show(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
