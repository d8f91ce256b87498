#include "apps/cli/output/score_output.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "gradus/base/csv_field.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/run.hpp"

namespace gradus::cli {
namespace {

/// Text that goes to a file, whole or not at all, or to standard output as it comes.
class Lines {
  public:
    explicit Lines(const std::string& path) {
        if (path != "-") sink_.emplace(path);
    }
    void write(std::string_view text) {
        if (sink_) {
            sink_->write(text);
        } else {
            print(text);
        }
    }
    void commit() {
        if (sink_) sink_->commit();
    }

  private:
    std::optional<TextSink> sink_;
};

class ScoreLines final : public ScoreOutput {
  public:
    explicit ScoreLines(const std::string& path) : lines_(path) {}

    void add(const Dataset& /*documents*/,
             std::span<const float> scores,
             std::size_t /*first*/,
             const std::string& /*name*/) override {
        std::string text;
        for (const float score : scores) {
            append_shortest(text, score);
            text += '\n';
        }
        lines_.write(text);
    }
    void finish() override { lines_.commit(); }

  private:
    Lines lines_;
};

/// Queries and documents have a column where the first document has them.
class ScoreTable final : public ScoreOutput {
  public:
    ScoreTable(const std::string& path, char separator) : lines_(path), separator_(separator) {}

    void add(const Dataset& documents,
             std::span<const float> scores,
             std::size_t first,
             const std::string& /*name*/) override {
        std::string text;
        if (first == 0) {
            queries_ = !documents.query_ids[0].empty();
            names_ = !documents.document_ids.empty() && !documents.document_ids[0].empty();
            if (queries_) text += fmt::format("query{}", separator_);
            if (names_) text += fmt::format("document{}", separator_);
            text += "score\n";
        }
        std::size_t query = 0;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            while (i >= documents.query_begins[query + 1]) ++query;
            if (queries_) field(text, documents.query_ids[query]);
            if (names_)
                field(text, documents.document_ids.empty() ? "" : documents.document_ids[i]);
            append_shortest(text, scores[i]);
            text += '\n';
        }
        lines_.write(text);
    }
    void finish() override { lines_.commit(); }

  private:
    void field(std::string& text, std::string_view value) const {
        append_csv_field(text, value, separator_);
        text += separator_;
    }

    Lines lines_;
    char separator_;
    bool queries_ = false;
    bool names_ = false;
};

/// Written at the end, when the ranks are known.
class ScoreRun final : public ScoreOutput {
  public:
    ScoreRun(std::string path, std::string tag) : path_(std::move(path)), tag_(std::move(tag)) {}

    void add(const Dataset& documents,
             std::span<const float> scores,
             std::size_t first,
             const std::string& name) override {
        std::size_t query = 0;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            while (i >= documents.query_begins[query + 1]) ++query;
            const std::string_view query_id = documents.query_ids[query];
            const std::string_view document =
                documents.document_ids.empty() ? "" : documents.document_ids[i];
            if (query_id.empty() || document.empty()) {
                throw Error(
                    {name},
                    fmt::format("document {} has no {}, which a run needs",
                                first + i + 1,
                                query_id.empty() ? "query" : "name"),
                    query_id.empty()
                        ? "give it one (LETOR: qid:ID), or write a score a line: --to scores"
                        : "give it one (LETOR: #docid = NAME), or write a score a line: "
                          "--to scores");
            }
            const auto [found, fresh] = places_.emplace(query_id, queries_.size());
            if (fresh) queries_.push_back({std::string(query_id), {}});
            queries_[found->second].documents.push_back(
                {std::string(document), static_cast<double>(scores[i])});
        }
    }

    void finish() override {
        Run run{
            .tag = tag_, .query_ids = {}, .query_begins = {0}, .document_ids = {}, .scores = {}};
        for (Query& query : queries_) {
            // By score, equal ones by name, the largest first: as trec_eval ranks them.
            std::ranges::sort(query.documents, [](const Document& a, const Document& b) {
                return a.score != b.score ? a.score > b.score : a.name > b.name;
            });
            run.query_ids.push_back(query.id);
            for (const Document& document : query.documents) {
                run.document_ids.push_back(document.name);
                run.scores.push_back(document.score);
            }
            run.query_begins.push_back(run.scores.size());
            refuse_repeated(query);
        }
        write_run(run, path_);
    }

  private:
    struct Document {
        std::string name;
        double score;
    };
    struct Query {
        std::string id;
        std::vector<Document> documents;
    };

    void refuse_repeated(const Query& query) const {
        std::vector<std::string_view> names;
        names.reserve(query.documents.size());
        for (const Document& document : query.documents) names.emplace_back(document.name);
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice == names.end()) return;
        throw Error({path_},
                    fmt::format("query {} has document {} twice, which a run cannot hold",
                                excerpt(query.id),
                                excerpt(*twice)),
                    "give each document of a query its own name");
    }

    std::string path_;
    std::string tag_;
    std::vector<Query> queries_;
    std::unordered_map<std::string, std::size_t> places_;
};

/// What stands behind the last dot of the file name, without .gz or .zst.
std::string_view ending_of(std::string_view path) {
    for (const std::string_view packed : {".gz", ".zst"})
        if (path.ends_with(packed)) path.remove_suffix(packed.size());
    path = path.substr(path.rfind('/') + 1);  // npos + 1 = 0
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? "" : path.substr(dot);
}

}  // namespace

ScoreForm score_form(const std::string& path, std::string_view name, bool& is_guess) {
    is_guess = false;
    if (name == "scores") return ScoreForm::lines;
    if (name == "run") return ScoreForm::run;
    if (name == "csv") return ScoreForm::csv;
    if (name == "tsv") return ScoreForm::tsv;
    if (path == "-") return ScoreForm::lines;
    constexpr std::array<std::string_view, 6> usual = {
        "", ".txt", ".scores", ".score", ".dat", ".out"};
    const std::string_view ending = ending_of(path);
    if (ending == ".run") return ScoreForm::run;
    if (ending == ".csv") return ScoreForm::csv;
    if (ending == ".tsv") return ScoreForm::tsv;
    if (std::ranges::find(usual, ending) != usual.end()) return ScoreForm::lines;
    if (format_of_path(path) != nullptr || ending == ".json") {
        throw Error({path},
                    fmt::format("scores are not written as {} files", ending),
                    "name it .txt, .csv, .tsv or .run, or say --to scores for a score a line");
    }
    is_guess = true;
    return ScoreForm::lines;
}

std::unique_ptr<ScoreOutput> score_output(const std::string& path,
                                          ScoreForm form,
                                          const std::string& tag) {
    switch (form) {
        case ScoreForm::run:
            return std::make_unique<ScoreRun>(path, tag);
        case ScoreForm::csv:
            return std::make_unique<ScoreTable>(path, ',');
        case ScoreForm::tsv:
            return std::make_unique<ScoreTable>(path, '\t');
        case ScoreForm::lines:
            break;
    }
    return std::make_unique<ScoreLines>(path);
}

}  // namespace gradus::cli
