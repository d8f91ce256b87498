#include "gradus/evaluation/profiled_measure.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/settings_text.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/measures/spelling.hpp"

namespace gradus {
namespace {

void refuse_grade(const NamedMeasure& measure,
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
std::vector<std::string> notes_of(const MeasureSpelling& spelling, const Profile& profile) {
    std::vector<std::string> notes;
    if (const std::string note = convention_note(spelling); !note.empty())
        notes.push_back(fmt::format("{}, as in profile {}", note, profile.name));
    if (!profile.covers.empty() && !has_word(profile.covers, spelling.entry->name)) {
        notes.push_back(
            fmt::format("profile {} does not define {}; it is computed by Gradus's own definition",
                        profile.name,
                        spelling.entry->name));
    } else if (profile.always_cut && spelling.spec.cutoff == 0) {
        notes.push_back(
            fmt::format("{} is never without a cutoff in {}; here it is over the whole "
                        "list",
                        spelling.entry->name,
                        profile.name));
    }
    return notes;
}

/// The grades that a measure looks at.
const LabelColumn& column_of(const NamedMeasure& measure,
                             const Dataset& data,
                             const std::string& name) {
    const auto found = std::ranges::find(data.labels, measure.labels, &LabelColumn::name);
    if (found != data.labels.end()) return *found;
    throw Error(
        {name},
        fmt::format(
            "measure {}: there is no label column '{}'", measure.text, excerpt(measure.labels)),
        "read it with " + setting_text("columns", excerpt(measure.labels)));
}

}  // namespace

NamedMeasure named_measure(std::string_view text, const Profile& profile) {
    const Where where = measure_place(text);
    refuse_other_meaning(text, profile, where);
    MeasureSpelling spelling = read_measure(text, where);
    const bool cut = spelling.spec.cutoff != 0;
    for (const MeasureDefault& standard : profile.defaults) {
        if (standard.measure != spelling.entry->name) continue;
        if (standard.parameter != "@") {
            spelling.spec.values.emplace(standard.parameter, standard.value);
        } else if (!cut) {
            spelling.spec.cutoff =
                static_cast<std::size_t>(integer_from(standard.value).value_or(0));
        }
    }
    NamedMeasure measure = named_measure(spelling, text, where);
    measure.notes = notes_of(spelling, profile);
    return measure;
}

std::string text_with_highest(const NamedMeasure& measure, double highest) {
    const std::string_view parameter = measure.measure->left_to_data();
    if (parameter.empty()) return measure.text;
    MeasureSpelling spelling = read_measure(measure.text, {});
    spelling.spec.values[std::string(parameter)] = shortest(highest);
    return canonical_text(spelling);
}

void check_grades(std::span<const NamedMeasure> measures, const JudgmentIndex& index) {
    for (const std::size_t row : index.rows_of_distinct_grades()) {
        for (const NamedMeasure& measure : measures) {
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

void check_grades(std::span<const NamedMeasure> measures,
                  const Dataset& data,
                  const std::string& name) {
    for (const NamedMeasure& measure : measures) {
        const LabelColumn& labels = column_of(measure, data, name);
        std::map<float, std::size_t> first_documents;
        for (std::size_t i = 0; i < data.documents(); ++i)
            if (labels.values[i] >= 0.0F) first_documents.try_emplace(labels.values[i], i);
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

}  // namespace gradus
