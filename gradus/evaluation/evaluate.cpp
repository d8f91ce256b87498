#include "gradus/evaluation/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/measures/spelling.hpp"
#include "gradus/measures/ties.hpp"

namespace gradus {
namespace {

constexpr std::size_t usual_depth = 10;

using Table = std::vector<std::vector<double>>;  // by measure, by query

std::vector<double> means(const Table& table, const Profile& profile) {
    std::vector<double> result;
    for (const std::vector<double>& values : table) {
        double sum = 0.0;
        for (const double value : values)
            sum += std::isnan(value) ? profile.undefined_value : value;
        result.push_back(values.empty() ? 0.0 : sum / static_cast<double>(values.size()));
    }
    return result;
}

/// Some two neighbours have equal scores, the upper one within the top k.
bool has_tie(std::span<const unsigned char> tied, std::size_t depth) {
    return std::ranges::any_of(tied.first(std::min(tied.size(), depth + 1)),
                               [](unsigned char tie) { return tie != 0; });
}

/// The deepest cutoff asked for.
std::size_t depth_of(std::span<const ProfiledMeasure> measures) {
    std::size_t depth = 0;
    for (const ProfiledMeasure& measure : measures) depth = std::max(depth, measure.cutoff);
    return depth == 0 ? usual_depth : depth;
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
                "give the measure parameters that fit the grades, or choose another measure");
}

void refuse_other_meaning(std::string_view text, const Profile& profile, const Where& where) {
    const std::string name = parse_spec(text, where).name;
    const auto found = std::ranges::find(profile.other_meanings, name, &OtherMeaning::name);
    if (found == profile.other_meanings.end()) return;
    throw Error(
        where, fmt::format("in {} '{}' is {}", profile.name, name, found->meaning), found->remedy);
}

bool has_word(std::string_view words, std::string_view word) {
    std::istringstream stream{std::string(words)};
    for (std::string each; stream >> each;)
        if (each == word) return true;
    return false;
}

/// What the reader of a value must know of the measure: a convention that is not that of the tool
/// whose word was typed, or a measure that the profile's tool does not have.
std::vector<std::string> notes_of(const TypedMeasure& typed, const Profile& profile) {
    std::vector<std::string> notes;
    if (const std::string note = convention_note(typed); !note.empty())
        notes.push_back(fmt::format("{}, as in profile {}", note, profile.name));
    if (!profile.covers.empty() && !has_word(profile.covers, typed.entry->name)) {
        notes.push_back(
            fmt::format("profile {} says nothing of {}, which is therefore computed by our own "
                        "definition",
                        profile.name,
                        typed.entry->name));
    } else if (profile.always_cut && typed.spec.cutoff == 0) {
        notes.push_back(
            fmt::format("{} is never without a cutoff in {}; here it is over the whole "
                        "list",
                        typed.entry->name,
                        profile.name));
    }
    return notes;
}

/// The grades that a measure looks at.
const LabelColumn& column_of(const ProfiledMeasure& measure,
                             const Dataset& data,
                             const std::string& name) {
    const auto found = std::ranges::find(data.labels, measure.labels, &LabelColumn::name);
    if (found != data.labels.end()) return *found;
    throw Error(
        {name},
        fmt::format(
            "measure {}: there is no label column '{}'", measure.text, excerpt(measure.labels)),
        fmt::format("read it with --columns {}", excerpt(measure.labels)));
}

}  // namespace

ProfiledMeasure make_measure(std::string_view text, const Profile& profile) {
    const Where where = measure_place(text);
    refuse_other_meaning(text, profile, where);
    TypedMeasure typed = read_measure(text, where);
    const bool cut = typed.spec.cutoff != 0;
    for (const MeasureDefault& standard : profile.defaults) {
        if (standard.measure != typed.entry->name) continue;
        if (standard.parameter != "@") {
            typed.spec.values.emplace(standard.parameter, standard.value);
        } else if (!cut) {
            typed.spec.cutoff = static_cast<std::size_t>(integer_from(standard.value).value_or(0));
        }
    }
    return {.text = canonical_text(typed),
            .labels = typed.labels,
            .cutoff = typed.spec.cutoff,
            .measure = typed.entry->make(typed.spec, where),
            .notes = notes_of(typed, profile)};
}

std::string text_with_highest(const ProfiledMeasure& measure, double highest) {
    const std::string_view parameter = measure.measure->left_to_data();
    if (parameter.empty()) return measure.text;
    TypedMeasure typed = read_measure(measure.text, {});
    typed.spec.values[std::string(parameter)] = shortest(highest);
    return canonical_text(typed);
}

Evaluation evaluate(const JudgedRun& run,
                    std::span<const ProfiledMeasure> measures,
                    const Profile& profile,
                    unsigned threads,
                    const TieRule& ties) {
    Evaluation result;
    result.query_ids = run.query_ids;
    const Table empty(measures.size(), std::vector<double>(run.queries()));
    result.values = empty;
    Table least = ties.averaged ? empty : Table{};
    Table most = least;
    std::vector<std::size_t> sampled(ties.averaged ? run.queries() : 0);
    parallel_for(run.queries(), 16, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t query = first; query < last; ++query) {
            if (run.missing[query] != 0) continue;
            const RankedList list = run.list(query);
            if (!ties.averaged) {
                for (std::size_t m = 0; m < measures.size(); ++m)
                    result.values[m][query] = measures[m].measure->score(list);
                continue;
            }
            const std::vector<std::size_t> groups = run.tie_group_ends(query);
            for (std::size_t m = 0; m < measures.size(); ++m) {
                const TiedValue value =
                    value_over_ties(*measures[m].measure, list, groups, ties.seed, query);
                result.values[m][query] = value.mean;
                least[m][query] = value.least;
                most[m][query] = value.most;
                sampled[query] += static_cast<std::size_t>(!value.exact);
            }
        }
    });
    result.counts = count(run, depth_of(measures));
    result.highest.assign(measures.size(), run.highest);
    result.means = means(result.values, profile);
    result.least = means(least, profile);
    result.most = means(most, profile);
    result.sampled = std::accumulate(sampled.begin(), sampled.end(), std::size_t{0});
    for (const std::vector<double>& values : result.values) {
        result.undefined.push_back(static_cast<std::size_t>(
            std::ranges::count_if(values, [](double value) { return std::isnan(value); })));
    }
    return result;
}

Evaluation evaluate(const Dataset& data,
                    std::span<const double> scores,
                    std::span<const ProfiledMeasure> measures,
                    const Profile& profile,
                    unsigned threads,
                    const TieRule& ties) {
    Evaluation all;
    JudgedRun run;
    const std::string* column = nullptr;  // whose grades `run` has
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (column == nullptr || *column != measures[m].labels)
            run = judge(data, data.label(measures[m].labels), scores, profile, threads);
        column = &measures[m].labels;
        Evaluation one = evaluate(run, measures.subspan(m, 1), profile, threads, ties);
        if (m == 0) {
            all = std::move(one);
            all.counts = count(run, depth_of(measures));
            continue;
        }
        if (measures[m].labels != measures[0].labels) all.counts.labels = measures[0].labels;
        all.highest.push_back(one.highest.front());
        all.values.push_back(std::move(one.values.front()));
        all.means.push_back(one.means.front());
        all.undefined.push_back(one.undefined.front());
        all.least.insert(all.least.end(), one.least.begin(), one.least.end());
        all.most.insert(all.most.end(), one.most.begin(), one.most.end());
        all.sampled += one.sampled;
    }
    return all;
}

void check_grades(std::span<const ProfiledMeasure> measures, const JudgmentIndex& index) {
    for (const std::size_t row : index.rows_of_distinct_grades()) {
        for (const ProfiledMeasure& measure : measures) {
            const std::string objection =
                measure.measure->objection(decimal(static_cast<float>(index.grade(row).value)));
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
                  const std::string& name) {
    for (const ProfiledMeasure& measure : measures) {
        const LabelColumn& labels = column_of(measure, data, name);
        std::map<float, std::size_t> first_documents;
        for (std::size_t i = 0; i < data.documents(); ++i)
            if (labels.values[i] >= 0.0F) first_documents.emplace(labels.values[i], i);
        for (const auto& [grade, document] : first_documents) {
            const std::string objection = measure.measure->objection(decimal(grade));
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
    const std::vector<double> exact(scores.begin(), scores.end());
    const JudgedRun run = judge(data, labels, exact, profile_named("gradus"), threads);
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
