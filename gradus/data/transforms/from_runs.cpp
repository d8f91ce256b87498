#include "gradus/data/transforms/from_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

using QueryIndex = std::unordered_map<std::string_view, std::size_t>;

QueryIndex index_of(const StringColumn& query_ids) {
    QueryIndex index;
    index.reserve(query_ids.size());
    for (std::size_t query = 0; query < query_ids.size(); ++query)
        index.emplace(query_ids[query], query);
    return index;
}

std::vector<QueryIndex> indices_of(std::span<const SourceRun> runs) {
    std::vector<QueryIndex> indices;
    indices.reserve(runs.size());
    for (const SourceRun& run : runs) indices.push_back(index_of(run.run.query_ids));
    return indices;
}

/// A document as one run returned it.
struct Returned {
    std::string_view document;
    std::size_t run;
    double score;
    bool among_first;  ///< of the run's first `depth` documents
};

class Builder {
  public:
    Builder(const Judgments& judgments,
            std::span<const SourceRun> runs,
            const FromRunsOptions& options)
        : judgments_(judgments), runs_(runs), options_(options), run_queries_(indices_of(runs)) {}

    FromRuns build() {
        Dataset& data = made_.data;
        data.labels.push_back({"grade", {}});
        for (const SourceRun& run : runs_) data.feature_names.push_back(run.run.tag);
        for (std::size_t query = 0; query < judgments_.queries(); ++query) add_query(query);
        count_queries_without_judgments();
        if (data.document_ids.empty()) {
            throw Error({},
                        "the runs have no document for the queries of the judgments",
                        "check that runs and judgments are of the same queries");
        }
        data.query_begins.push_back(data.document_ids.size());
        data.features = FeatureMatrix(data.document_ids.size(), runs_.size());
        for (std::size_t i = 0; i < data.documents(); ++i) {
            std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(i * runs_.size()),
                        runs_.size(),
                        data.features.mutable_row(i).begin());
        }
        return std::move(made_);
    }

  private:
    void add_query(std::size_t query) {
        const std::string_view query_id = judgments_.query_ids[query];
        const std::vector<Returned> returned = returned_for(query_id);
        const std::vector<float> fill = fill_of(returned, query_id);
        const std::unordered_map<std::string_view, float> grades = grades_of(query);
        Dataset& data = made_.data;
        const std::size_t first = data.document_ids.size();
        for (auto begin = returned.begin(); begin != returned.end();) {
            const std::string_view document = begin->document;
            const auto end = std::find_if(
                begin, returned.end(), [&](const Returned& r) { return r.document != document; });
            if (std::any_of(begin, end, [](const Returned& r) { return r.among_first; }))
                add_document(query_id, {begin, end}, grades, fill);
            begin = end;
        }
        count_relevant(query_id, grades, first);
        if (data.document_ids.size() == first) {
            ++made_.queries_without_documents;
            return;
        }
        data.query_ids.push_back(query_id);
        data.query_begins.push_back(first);
    }

    /// Of the query whose documents, all that are taken, begin at `first`.
    void count_relevant(std::string_view query_id,
                        const std::unordered_map<std::string_view, float>& grades,
                        std::size_t first) {
        const auto above_0 = [](float grade) { return grade > 0.0F; };
        std::size_t judged = 0;
        for (const auto& [document, grade] : grades) judged += above_0(grade) ? 1 : 0;
        const auto all = std::span<const float>(made_.data.labels.front().values);
        const auto taken =
            static_cast<std::size_t>(std::ranges::count_if(all.subspan(first), above_0));
        made_.relevant_documents += judged;
        made_.relevant_left_out += judged - taken;
        if (judged - taken <= made_.most_left_out) return;
        made_.most_left_out = judged - taken;
        made_.most_left_out_query = query_id;
    }

    void add_document(std::string_view query_id,
                      std::span<const Returned> by_runs,
                      const std::unordered_map<std::string_view, float>& grades,
                      std::span<const float> fill) {
        const std::string_view document = by_runs.front().document;
        const auto found = grades.find(document);
        if (found == grades.end()) {
            ++made_.unjudged_documents;
            if (options_.unjudged == Unjudged::drop) return;
        }
        const float grade = found == grades.end() ? 0.0F : found->second;
        if (grade < 0.0F) ++made_.negative_grades;
        made_.data.document_ids.push_back(document);
        made_.data.labels.front().values.push_back(grade > 0.0F ? grade : 0.0F);
        const std::size_t row = values_.size();
        values_.insert(values_.end(), fill.begin(), fill.end());
        for (const Returned& returned : by_runs)
            values_[row + returned.run] = score_of(returned, query_id);
    }

    /// By run: the value of a document that it did not return.
    std::vector<float> fill_of(std::span<const Returned> returned,
                               std::string_view query_id) const {
        if (options_.not_returned == NotReturned::keep)
            return std::vector<float>(runs_.size(), std::numeric_limits<float>::quiet_NaN());
        std::vector<float> fill(runs_.size(), 0.0F);
        if (options_.not_returned == NotReturned::zero) return fill;
        std::vector<bool> seen(runs_.size(), false);
        for (const Returned& each : returned) {
            const float score = score_of(each, query_id);
            fill[each.run] = seen[each.run] ? std::min(fill[each.run], score) : score;
            seen[each.run] = true;
        }
        return fill;
    }

    /// What the runs returned, by document id, then run.
    std::vector<Returned> returned_for(std::string_view query_id) const {
        std::vector<Returned> all;
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            const auto query = run_queries_[run].find(query_id);
            if (query == run_queries_[run].end()) continue;
            const Run& from = runs_[run].run;
            const std::vector<std::size_t> order = documents_by_score(from, query->second);
            for (std::size_t position = 0; position < order.size(); ++position) {
                all.push_back({.document = from.document_ids[order[position]],
                               .run = run,
                               .score = from.scores[order[position]],
                               .among_first = position < options_.depth});
            }
        }
        std::ranges::sort(all, [](const Returned& a, const Returned& b) {
            return std::tie(a.document, a.run) < std::tie(b.document, b.run);
        });
        return all;
    }

    float score_of(const Returned& returned, std::string_view query_id) const {
        if (std::abs(returned.score) <= static_cast<double>(std::numeric_limits<float>::max()))
            return static_cast<float>(returned.score);
        throw Error({runs_[returned.run].source},
                    fmt::format("score {} of document {} for query {} does not fit a 32-bit float",
                                shortest(returned.score),
                                excerpt(returned.document),
                                excerpt(query_id)),
                    "scale the scores down");
    }

    std::unordered_map<std::string_view, float> grades_of(std::size_t query) const {
        std::unordered_map<std::string_view, float> grades;
        for (std::size_t i = judgments_.query_begins[query]; i < judgments_.query_begins[query + 1];
             ++i) {
            grades.emplace(judgments_.document_ids[i], judgments_.grades[i]);
        }
        return grades;
    }

    void count_queries_without_judgments() {
        const QueryIndex judged = index_of(judgments_.query_ids);
        std::unordered_set<std::string_view> others;
        for (const QueryIndex& queries : run_queries_) {
            for (const auto& [id, query] : queries) {
                if (!judged.contains(id)) others.insert(id);
            }
        }
        made_.queries_without_judgments = others.size();
    }

    const Judgments& judgments_;
    std::span<const SourceRun> runs_;
    const FromRunsOptions& options_;
    std::vector<QueryIndex> run_queries_;
    std::vector<float> values_;  ///< rows of features
    FromRuns made_;
};

}  // namespace

std::vector<ListedTag> read_tag_list(TextSource source) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<ListedTag> list;
    std::size_t number = 0;
    for (std::string_view batch = source.next_batch(); !batch.empty();
         batch = source.next_batch()) {
        while (!batch.empty()) {
            ++number;
            std::string_view line = batch.substr(0, batch.find('\n'));
            batch.remove_prefix(line.size() + 1);
            line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
            if (line.empty() || line.front() == '#') continue;
            const std::string_view tag = line.substr(0, line.find_first_of(blanks));
            line.remove_prefix(tag.size());
            line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
            if (!line.empty() && line.front() != '#') {
                throw Error({source.name(), number},
                            fmt::format("unexpected '{}' after the tag {}",
                                        excerpt(line.substr(0, line.find_first_of(blanks))),
                                        excerpt(tag)),
                            "write one tag a line");
            }
            list.push_back({std::string(tag), number});
        }
    }
    return list;
}

void require_different_tags(std::span<const SourceRun> runs, RunNames names) {
    std::unordered_map<std::string_view, std::string_view> seen;
    for (const SourceRun& run : runs) {
        const auto [first, fresh] = seen.emplace(run.run.tag, run.source);
        if (fresh) continue;
        const bool is_tag = names == RunNames::tag;
        throw Error({run.source},
                    fmt::format("its {0} {1} is also the {0} of {2}",
                                is_tag ? "tag" : "name",
                                excerpt(run.run.tag),
                                first->second),
                    is_tag ? "give each run once and with a tag of its own, or say `names=file`"
                           : "give each run once, and rename files that differ only in their "
                             "folder or ending");
    }
}

std::vector<bool> find_short_runs(const Judgments& judgments,
                                  std::span<const SourceRun> runs,
                                  std::size_t least) {
    const std::vector<QueryIndex> run_queries = indices_of(runs);
    std::vector<bool> is_short(runs.size(), false);
    std::vector<std::size_t> sizes(runs.size());
    for (std::size_t query = 0; query < judgments.queries(); ++query) {
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const auto found = run_queries[run].find(judgments.query_ids[query]);
            const std::vector<std::size_t>& begins = runs[run].run.query_begins;
            sizes[run] = found == run_queries[run].end()
                             ? 0
                             : begins[found->second + 1] - begins[found->second];
        }
        if (std::ranges::count(sizes, std::size_t{0}) == std::ssize(sizes)) continue;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            if (sizes[run] < least) is_short[run] = true;
        }
    }
    return is_short;
}

FromRuns dataset_from_runs(const Judgments& judgments,
                           std::span<const SourceRun> runs,
                           const FromRunsOptions& options) {
    return Builder(judgments, runs, options).build();
}

}  // namespace gradus
