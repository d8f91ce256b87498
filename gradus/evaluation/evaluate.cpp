#include "gradus/evaluation/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/names.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus {
namespace {

constexpr std::size_t usual_depth = 10;

std::string text_of(const Spec& spec, std::string_view typed_name) {
    std::string text(typed_name);
    std::string_view separator = "(";
    for (const auto& [name, value] : spec.values) {
        text += fmt::format("{}{}={}", separator, name, value);
        separator = ",";
    }
    if (!spec.values.empty()) text += ')';
    if (spec.cutoff > 0) text += fmt::format("@{}", spec.cutoff);
    return text;
}

/// Some two neighbours have equal scores, the upper one within the top k.
bool has_tie(std::span<const unsigned char> tied, std::size_t depth) {
    return std::ranges::any_of(tied.first(std::min(tied.size(), depth + 1)),
                               [](unsigned char tie) { return tie != 0; });
}

RunCounts count(const JudgedRun& run, std::size_t depth) {
    RunCounts counts{.queries_judged = run.queries_judged,
                     .queries_in_run = run.queries_in_run,
                     .scored = run.queries(),
                     .missing = run.queries_judged + run.queries_not_judged - run.queries_in_run,
                     .not_judged = run.queries_not_judged,
                     .depth = depth};
    std::size_t looked_at = 0;
    std::size_t judged = 0;
    for (std::size_t query = 0; query < run.queries(); ++query) {
        const RankedList list = run.list(query);
        if (list.ideal.empty() || list.ideal.front() <= 0.0) ++counts.without_relevant;
        if (has_tie(run.part(run.tied, query), depth)) ++counts.tied;
        const auto top = list.judged.first(std::min(list.judged.size(), depth));
        looked_at += top.size();
        judged += static_cast<std::size_t>(std::ranges::count(top, 1));
    }
    if (looked_at > 0)
        counts.judged_at_depth = static_cast<double>(judged) / static_cast<double>(looked_at);
    return counts;
}

void refuse_grade(const ProfiledMeasure& measure,
                  std::string_view objection,
                  std::string_view query,
                  std::string_view document,
                  const std::string& name) {
    throw Error({name},
                fmt::format("measure {}: {} (query {}, document {})",
                            measure.text,
                            objection,
                            excerpt(query),
                            excerpt(document)),
                "give the measure parameters that fit the grades");
}

}  // namespace

ProfiledMeasure make_measure(std::string_view text, const Profile& profile) {
    const Where where{fmt::format("measure '{}'", excerpt(text))};
    Spec spec = parse_spec(text, where);
    const std::string_view typed_name = text.substr(0, spec.name.size());
    const auto entries = all_measures();
    const auto found = std::ranges::find(
        entries, spec.name, [](const MeasureEntry* entry) { return std::string(entry->name); });
    if (found == entries.end()) make_measure(text);  // says what is wrong
    for (const MeasureDefault& standard : profile.defaults) {
        if (standard.measure == spec.name) spec.values.emplace(standard.parameter, standard.value);
    }
    return {text_of(spec, typed_name), spec.cutoff, (*found)->make(spec, where)};
}

Evaluation evaluate(const JudgedRun& run,
                    std::span<const ProfiledMeasure> measures,
                    const Profile& profile,
                    unsigned threads) {
    Evaluation result;
    result.query_ids = run.query_ids;
    result.values.assign(measures.size(), std::vector<double>(run.queries()));
    parallel_for(run.queries(), 16, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            if (run.missing[query] != 0) continue;
            const RankedList list = run.list(query);
            for (std::size_t m = 0; m < measures.size(); ++m)
                result.values[m][query] = measures[m].measure->score(list);
        }
    });
    std::size_t depth = 0;
    for (const ProfiledMeasure& measure : measures) depth = std::max(depth, measure.cutoff);
    result.counts = count(run, depth == 0 ? usual_depth : depth);
    for (const std::vector<double>& values : result.values) {
        double sum = 0.0;
        std::size_t undefined = 0;
        for (const double value : values) {
            undefined += static_cast<std::size_t>(std::isnan(value));
            sum += std::isnan(value) ? profile.undefined_value : value;
        }
        result.means.push_back(values.empty() ? 0.0 : sum / static_cast<double>(values.size()));
        result.undefined.push_back(undefined);
    }
    return result;
}

void check_grades(std::span<const ProfiledMeasure> measures, const JudgmentIndex& index) {
    for (const std::size_t row : index.rows_of_distinct_grades()) {
        for (const ProfiledMeasure& measure : measures) {
            const std::string objection = measure.measure->objection(index.grade(row).value);
            if (objection.empty()) continue;
            refuse_grade(measure,
                         objection,
                         index.judgments().query_ids[index.query_of_row(row)],
                         index.judgments().document_ids[row],
                         index.name());
        }
    }
}

void check_grades(std::span<const ProfiledMeasure> measures,
                  const Dataset& data,
                  const LabelColumn& labels,
                  const std::string& name) {
    std::map<float, std::size_t> first_documents;
    for (std::size_t i = 0; i < data.documents(); ++i)
        if (labels.values[i] >= 0.0F) first_documents.emplace(labels.values[i], i);
    for (const auto& [grade, document] : first_documents) {
        for (const ProfiledMeasure& measure : measures) {
            const std::string objection = measure.measure->objection(static_cast<double>(grade));
            if (objection.empty()) continue;
            const auto behind = std::ranges::upper_bound(data.query_begins, document);
            const auto query = static_cast<std::size_t>(behind - data.query_begins.begin()) - 1;
            refuse_grade(measure,
                         objection,
                         data.query_ids[query],
                         data.document_name(query, document),
                         name);
        }
    }
}

QueryValues evaluate(const Dataset& data,
                     const LabelColumn& labels,
                     std::span<const float> scores,
                     const Measure& measure,
                     unsigned threads) {
    const JudgedRun run = judge(data, labels, scores, profile_named("gradus"), threads);
    QueryValues result;
    result.values.resize(data.queries());
    parallel_for(data.queries(), 16, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query)
            result.values[query] = measure.score(run.list(query));
    });
    double sum = 0.0;
    for (const double value : result.values) {
        if (std::isnan(value)) {
            ++result.undefined;
        } else {
            sum += value;
        }
    }
    if (!result.values.empty()) result.mean = sum / static_cast<double>(result.values.size());
    return result;
}

}  // namespace gradus
