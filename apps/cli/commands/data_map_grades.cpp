#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/column_name.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/side_files.hpp"
#include "gradus/data/transforms/grade_rule.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::vector<std::string> table;
    std::vector<double> thresholds;
    std::optional<double> most;
    std::optional<double> missing;
    std::string from;
    std::string keep;
    ReadFlags read;
    WriteFlags write;
};

float grade_of(double value, const char* option) {
    if (std::isfinite(value) && value >= 0.0) return static_cast<float>(value);
    throw Error(Where::typed(fmt::format("option {}", option)),
                fmt::format("{} is not a grade", shortest(value)),
                "grades are numbers from 0");
}

GradeRule rule_of(const Options& options) {
    const bool by_table = !options.table.empty();
    const bool by_thresholds = !options.thresholds.empty();
    if (by_table && by_thresholds) misuse("give --map or --thresholds, not both");
    if (!by_table && !by_thresholds && !options.most && options.from.empty())
        misuse("give one of --map, --thresholds, --clip and --from");
    GradeRule rule;
    read_grade_table(options.table, Where::typed("option --map"), rule);
    for (const double value : options.thresholds)
        rule.thresholds.push_back(static_cast<float>(value));
    const auto not_rising = std::ranges::adjacent_find(rule.thresholds, std::greater_equal());
    if (not_rising != rule.thresholds.end()) {
        throw Error(
            Where::typed("option --thresholds"),
            fmt::format(
                "{} does not come after {}", shortest(*(not_rising + 1)), shortest(*not_rising)),
            "give rising numbers, such as 0.1,0.5");
    }
    if (options.most) rule.most = grade_of(*options.most, "--clip");
    if (options.missing) rule.missing = grade_of(*options.missing, "--missing-grade");
    return rule;
}

/// "0 to 0: 2,319 documents, 2 to 1: 177 documents"; where there are many values, "grade 0: 2,319
/// documents, grade 1: 177 documents".
std::string text_of(const MappedGrades& mapped) {
    constexpr std::size_t most_listed = 12;
    std::vector<std::string> items;
    if (mapped.by_value.size() <= most_listed) {
        for (const MappedGrade& one : mapped.by_value) {
            items.push_back(fmt::format("{} to {}: {}",
                                        std::isnan(one.old) ? "missing" : shortest(one.old),
                                        shortest(one.now),
                                        human_counted(one.documents, "document")));
        }
    } else {
        std::map<float, std::size_t> counts;
        for (const MappedGrade& one : mapped.by_value) counts[one.now] += one.documents;
        for (const auto& [grade, count] : counts) {
            items.push_back(
                fmt::format("grade {}: {}", shortest(grade), human_counted(count, "document")));
        }
        if (items.size() > most_listed) {
            const std::size_t more = items.size() - most_listed;
            items.resize(most_listed);
            items.push_back(fmt::format("and {} more grades", human_count(more)));
        }
    }
    return fmt::format("{}", fmt::join(items, ", "));
}

void map(const Options& options, Session& session) {
    options.write.target();  // refuse a wrong output before the work
    const GradeRule rule = rule_of(options);
    if (!options.keep.empty()) check_new_column("--keep", options.keep);
    ReadFlags read = options.read;
    auto& columns = read.options.columns;
    if (!options.from.empty() && options.from != "grade" &&
        std::ranges::find(columns, options.from) == columns.end()) {
        columns.push_back(options.from);
    }
    Dataset data = read.read(options.input, session);
    const bool other = !options.from.empty() && options.from != "grade";
    const LabelColumn& source = data.label(other ? options.from : "grade");
    MappedGrades mapped = map_grades(
        source.values,
        rule,
        other ? fmt::format("{}, label column {}", options.input, options.from) : options.input);
    if (!options.keep.empty()) {
        if (std::ranges::find(data.labels, options.keep, &LabelColumn::name) != data.labels.end()) {
            throw Error({options.input},
                        fmt::format("there is a label column '{}' already", options.keep),
                        "keep the old grades under another name");
        }
        data.labels.push_back({options.keep, data.labels.front().values});
    }
    const bool unchanged = std::ranges::equal(std::span<const float>(mapped.grades), data.grades());
    data.labels.front().values = std::move(mapped.grades);
    session.progress().note(unchanged ? "no grade changed" : text_of(mapped));
    options.write.write(std::move(data), session);
}

}  // namespace

namespace commands {
extern const CommandEntry data_map_grades_entry{
    .group = "data",
    .name = "map-grades",
    .summary = "map grades to other grades: by a table, by thresholds or from a label column",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "input; - is standard input").required().reads();
            options->write.add_to(line);
            line.option("--map",
                        options->table,
                        "OLD=NEW,...: the new grade of each old one, such as 0=0,1=0,2=1; rest=NEW "
                        "for all others, which are refused without it")
                .separated_by(',')
                .one_value();
            line.option(
                    "--thresholds",
                    options->thresholds,
                    "A,B,...: the grade is how many of these the value reaches, such as 0.1,0.5 "
                    "for click rates")
                .separated_by(',')
                .one_value();
            line.option("--clip", options->most, "grades above this become this");
            line.option("--from",
                        options->from,
                        "take the values of this label column (FILE.NAME), not the grades");
            line.option("--missing-grade", options->missing, "grade of documents without a value");
            line.option(
                "--keep", options->keep, "keep the old grades as a label column of this name");
            options->write.add_sparse_to(line);
            options->read.add_to(line);
            line.files([options](FileRoles& files) {
                if (!options->from.empty()) files.side_name(options->from);
                if (!options->keep.empty()) {
                    files.writes_beside("-o", side_file_path(options->write.output, options->keep));
                }
            });
            line.check([options] { rule_of(*options); });
            line.action([options, &session] { map(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
