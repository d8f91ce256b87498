#include "gradus/evaluation/trec_eval/report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/evaluation/judged_run.hpp"

namespace gradus::trec_eval {
namespace {

constexpr double least_of_geometric_means = 0.00001;

/// A grade as trec_eval reads it: the whole number at its start.
std::int64_t whole(double grade) {
    constexpr double most = 1e15;
    return static_cast<std::int64_t>(std::min(grade, most));
}

Retrieved retrieved(const JudgedRun& run,
                    std::size_t query,
                    const Settings& settings,
                    const Profile& profile) {
    Retrieved list;
    list.level = settings.level;
    list.collection = settings.collection;
    list.recall_rounds_up = profile.recall_rounds_up;
    const RankedList ranked = run.list(query);
    const std::span<const unsigned char> pooled = run.part(run.pooled, query);
    list.grades.reserve(ranked.grades.size());
    for (std::size_t i = 0; i < ranked.grades.size(); ++i) {
        const std::int64_t unjudged = pooled[i] != 0 ? not_judged : not_in_pool;
        list.grades.push_back(ranked.judged[i] != 0 ? whole(ranked.grades[i]) : unjudged);
    }
    list.ideal.reserve(ranked.ideal.size());
    for (const double grade : ranked.ideal) list.ideal.push_back(whole(grade));
    list.count();
    return list;
}

/// The grades from the top, a character each.
std::string relevance_string(const Retrieved& list, double length) {
    std::string text;
    const auto end = std::min(list.size(), static_cast<std::size_t>(std::max(0.0, length)));
    for (std::size_t i = 0; i < end; ++i) {
        const std::int64_t grade = list.grades[i];
        if (grade > 9) {
            text += '>';
        } else if (grade >= 0) {
            text += static_cast<char>('0' + grade);
        } else {
            text += grade == not_in_pool ? '-' : '.';
        }
    }
    return text;
}

void line(std::string& out, std::string_view name, std::string_view query, std::string_view value) {
    out += fmt::format("{:<22}\t{}\t{}\n", name, query, value);
}
void line(std::string& out,
          const Selected& measure,
          std::size_t i,
          std::string_view query,
          double value) {
    const bool is_count = measure.entry->summary == Summary::sum;
    line(out,
         measure.names[i],
         query,
         is_count ? fmt::format("{:.0f}", value) : fmt::format("{:6.4f}", value));
}

/// The values of one query, as numbers for the summary and as text.
struct QueryReport {
    std::vector<double> values;
    std::string text;
};

QueryReport report_query(const Retrieved& list,
                         std::string_view query,
                         std::span<const Selected> measures,
                         bool wants_text) {
    QueryReport result;
    for (const Selected& measure : measures) {
        const Entry& entry = *measure.entry;
        if (entry.compute == nullptr) {
            if (wants_text && entry.name == "relstring") {
                line(result.text,
                     measure.names[0],
                     query,
                     fmt::format("'{}'", relevance_string(list, measure.parameters.numbers[0])));
            }
            continue;
        }
        const std::size_t begin = result.values.size();
        result.values.resize(begin + measure.names.size());
        const std::span<double> values = std::span(result.values).subspan(begin);
        entry.compute(list, measure.parameters, values);
        if (!wants_text || entry.summary == Summary::geometric_mean) continue;
        for (std::size_t i = 0; i < values.size(); ++i)
            line(result.text, measure, i, query, values[i]);
    }
    return result;
}

/// With -c the sum of num_rel is over all judgments above 0, whatever -l says.
double positive_judgments(const JudgedRun& run) {
    double count = 0.0;
    for (std::size_t query = 0; query < run.queries(); ++query)
        for (const double grade : run.list(query).ideal) count += whole(grade) > 0 ? 1.0 : 0.0;
    return count;
}

/// `relevant` is what stands for num_rel; without it the sum over queries.
std::string summary(const Run& run,
                    std::span<const QueryReport> queries,
                    std::span<const Selected> measures,
                    std::optional<double> relevant) {
    std::string out;
    std::size_t value = 0;
    for (const Selected& measure : measures) {
        const Entry& entry = *measure.entry;
        if (entry.name == "runid") line(out, entry.name, "all", run.tag);
        if (entry.name == "num_q") line(out, entry.name, "all", std::to_string(queries.size()));
        if (entry.compute == nullptr) continue;
        for (std::size_t i = 0; i < measure.names.size(); ++i, ++value) {
            const bool geometric = entry.summary == Summary::geometric_mean;
            double sum = 0.0;
            for (const QueryReport& query : queries) {
                const double own = query.values[value];
                sum += geometric ? std::log(std::max(own, least_of_geometric_means)) : own;
            }
            if (entry.summary != Summary::sum && !queries.empty())
                sum /= static_cast<double>(queries.size());
            if (relevant && entry.name == "num_rel") sum = *relevant;
            line(out, measure, i, "all", geometric ? std::exp(sum) : sum);
        }
    }
    return out;
}

/// Version 10 stops at a judged query that the run lacks.
void refuse_missing(const JudgedRun& run, const std::string& run_name) {
    const auto missing = std::ranges::find(run.missing, 1);
    if (missing == run.missing.end()) return;
    const auto query = static_cast<std::size_t>(missing - run.missing.begin());
    throw Error({run_name},
                fmt::format("the judged query {} is not in the run", excerpt(run.query_ids[query])),
                "add it, or count it as 0 with `complete`");
}

}  // namespace

std::string report(const Judgments& judgments,
                   const std::string& judgments_name,
                   const Run& run,
                   const std::string& run_name,
                   std::span<const Selected> measures,
                   const Settings& settings,
                   const Profile& profile,
                   unsigned threads) {
    Profile rules = profile;
    if (settings.complete || is_version_10(profile)) rules.missing = MissingQuery::zero;
    const JudgmentIndex index(judgments, judgments_name, rules, threads);
    const JudgedRun judged = judge(run,
                                   run_name,
                                   index,
                                   rules,
                                   threads,
                                   {.depth = settings.depth, .judged_only = settings.judged_only});
    if (!settings.complete && is_version_10(profile)) refuse_missing(judged, run_name);
    std::vector<QueryReport> queries(judged.queries());
    parallel_for(judged.queries(), 8, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            // Version 9 counts missing queries without showing them.
            const bool shown =
                settings.by_query && (is_version_10(profile) || judged.missing[query] == 0);
            queries[query] = report_query(retrieved(judged, query, settings, rules),
                                          judged.query_ids[query],
                                          measures,
                                          shown);
        }
    });
    std::string out;
    for (const QueryReport& query : queries) out += query.text;
    if (!settings.no_summary) {
        std::optional<double> relevant;
        if (settings.complete) relevant = positive_judgments(judged);
        out += summary(run, queries, measures, relevant);
    }
    return out;
}

}  // namespace gradus::trec_eval
