#include "gradus/evaluation/judged_run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus {
namespace {

constexpr std::size_t slice = 16;  // queries

/// A document of one query, to be ranked.
struct Candidate {
    double score;
    std::size_t document;
};

/// Sorts by falling score, ties as the profile has it. Most runs come sorted by score, in any order
/// of ties; then nothing but the groups of ties is compared by id.
void rank(std::vector<Candidate>& candidates, const Run& run, TieOrder ties) {
    const auto above = [](const Candidate& a, const Candidate& b) {
        return a.score != b.score ? a.score > b.score : a.document < b.document;
    };
    if (!std::ranges::is_sorted(candidates, above)) std::ranges::sort(candidates, above);
    if (ties == TieOrder::data_order) return;
    const auto by_id = [&](const Candidate& a, const Candidate& b) {
        const auto order = run.document_ids[a.document].compare(run.document_ids[b.document]);
        return ties == TieOrder::id_descending ? order > 0 : order < 0;
    };
    for (auto first = candidates.begin(); first != candidates.end();) {
        auto last = first + 1;
        while (last != candidates.end() && last->score == first->score) ++last;
        if (last - first > 1) std::sort(first, last, by_id);
        first = last;
    }
}

void candidates_of(const Run& run,
                   std::size_t query,
                   bool float_scores,
                   std::vector<Candidate>& candidates) {
    const std::size_t begin = run.query_begins[query];
    candidates.resize(run.query_begins[query + 1] - begin);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const double score = run.scores[begin + i];
        candidates[i] = {float_scores ? static_cast<double>(static_cast<float>(score)) : score,
                         begin + i};
    }
}

/// Writes what is known of a query's ranked documents; returns how many there are.
std::size_t look_up(std::span<const Candidate> candidates,
                    const Run& run,
                    const JudgmentIndex& index,
                    std::size_t query,
                    bool judged_only,
                    JudgedRun& result) {
    // Plain pointers: a write through one to bytes could else change the vectors themselves.
    const std::size_t begin = result.begins[query];
    const std::size_t judged_query = result.ideal_index[query];
    double* const grades = result.grades.data() + begin;
    unsigned char* const judged = result.judged.data() + begin;
    unsigned char* const pooled = result.pooled.data() + begin;
    unsigned char* const tied = result.tied.data() + begin;
    std::size_t out = 0;
    const Candidate* previous = nullptr;
    for (const Candidate& candidate : candidates) {
        const std::size_t row = index.find(judged_query, run.document_ids[candidate.document]);
        const bool in_pool = row != JudgmentIndex::no_row;
        const JudgmentIndex::Grade grade =
            in_pool ? index.grade(row) : JudgmentIndex::Grade{0.0, false};
        if (judged_only && !grade.judged) continue;
        grades[out] = grade.value;
        judged[out] = static_cast<unsigned char>(grade.judged);
        pooled[out] = static_cast<unsigned char>(in_pool);
        tied[out] =
            static_cast<unsigned char>(previous != nullptr && previous->score == candidate.score);
        previous = &candidate;
        ++out;
    }
    return out;
}

void make_room(JudgedRun& result, std::size_t documents) {
    result.grades.resize(documents);
    result.judged.resize(documents);
    result.pooled.resize(documents);
    result.tied.resize(documents);
}

/// Where each judged query stands in the run.
std::vector<std::optional<std::size_t>> places_in_run(const Run& run,
                                                      const JudgmentIndex& index,
                                                      JudgedRun& result) {
    std::vector<std::optional<std::size_t>> places(index.queries());
    for (std::size_t query = 0; query < run.queries(); ++query) {
        const std::optional<std::size_t> judged = index.find_query(run.query_ids[query]);
        if (judged) {
            places[*judged] = query;
        } else {
            ++result.queries_not_judged;
        }
    }
    result.queries_judged = index.queries();
    result.queries_in_run = run.queries();
    return places;
}

void refuse_missing(const std::string& name, std::string_view query) {
    throw Error({name},
                fmt::format("the judged query {} is not in the run", excerpt(query)),
                "add it, or choose a profile that counts it as 0");
}

}  // namespace

std::vector<std::size_t> JudgedRun::tie_group_ends(std::size_t query) const {
    const std::span<const unsigned char> ties = part(tied, query);
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= ties.size(); ++i)
        if (i == ties.size() || ties[i] == 0) ends.push_back(i);
    return ends;
}

JudgedRun judge(const Run& run,
                const std::string& name,
                const JudgmentIndex& index,
                const Profile& profile,
                unsigned threads,
                const RankingCut& cut) {
    JudgedRun result;
    result.ideals = index.ideals();
    result.highest = index.highest();
    const std::vector<std::optional<std::size_t>> places = places_in_run(run, index, result);
    if (result.queries_not_judged == run.queries()) {
        throw Error({name},
                    fmt::format("none of its queries is judged in {}", index.name()),
                    "give the run and the judgments of the same queries");
    }
    std::vector<std::optional<std::size_t>> run_query;
    std::size_t documents = 0;
    for (const std::size_t query : index.queries_in_order()) {
        const std::optional<std::size_t> place = places[query];
        if (!place && profile.missing == MissingQuery::refuse)
            refuse_missing(name, index.judgments().query_ids[query]);
        if (!place && profile.missing == MissingQuery::skip) continue;
        std::size_t size = 0;
        if (place) size = run.query_begins[*place + 1] - run.query_begins[*place];
        if (cut.depth > 0) size = std::min(size, cut.depth);
        run_query.push_back(place);
        result.begins.push_back(documents);
        result.sizes.push_back(size);
        result.query_ids.push_back(index.judgments().query_ids[query]);
        result.missing.push_back(place ? 0 : 1);
        result.ideal_index.push_back(query);
        documents += size;
    }
    make_room(result, documents);
    parallel_for(result.queries(), slice, threads, [&](std::size_t first, std::size_t last) {
        std::vector<Candidate> candidates;
        for (std::size_t query = first; query < last; ++query) {
            if (!run_query[query]) continue;
            candidates_of(run, *run_query[query], profile.float_scores, candidates);
            rank(candidates, run, profile.run_ties);
            candidates.resize(result.sizes[query]);
            result.sizes[query] = look_up(candidates, run, index, query, cut.judged_only, result);
        }
    });
    return result;
}

JudgedRun judge(const GradedLabels& labels,
                std::span<const double> scores,
                const Profile& profile,
                unsigned threads) {
    const Dataset& data = labels.data();
    JudgedRun result;
    result.query_ids = data.query_ids;
    result.queries_judged = result.queries_in_run = data.queries();
    result.missing.assign(data.queries(), 0);
    result.ideals = labels.ideals();
    result.highest = labels.highest();
    for (std::size_t query = 0; query < data.queries(); ++query) {
        result.begins.push_back(data.query_begins[query]);
        result.sizes.push_back(data.query_size(query));
        result.ideal_index.push_back(query);
    }
    make_room(result, data.documents());
    parallel_for(data.queries(), slice, threads, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> order;
        for (std::size_t query = first; query < last; ++query) {
            const std::span<const float> grades = labels.of(query);
            const std::span<const double> own = scores.subspan(result.begins[query], grades.size());
            rank_documents(data, query, own, profile.data_ties, order);
            std::size_t out = result.begins[query];
            for (std::size_t position = 0; position < order.size(); ++position, ++out) {
                const float grade = grades[order[position]];
                result.grades[out] = GradedLabels::value(grade);
                result.judged[out] = static_cast<unsigned char>(labels.is_judged(grade));
                result.pooled[out] = static_cast<unsigned char>(!std::isnan(grade));
                result.tied[out] = static_cast<unsigned char>(
                    position > 0 && own[order[position]] == own[order[position - 1]]);
            }
        }
    });
    return result;
}

}  // namespace gradus
