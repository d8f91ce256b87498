#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/output_flags.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/model_format.hpp"

namespace gradus::cli {
namespace {

using report::Format;

struct Options {
    std::string model;
    OutputFlags output;
};

Json named(const TrainingOutcome::Values& values) {
    Json out = Json::object();
    for (const auto& [measure, value] : values) out.set(measure, value);
    return out;
}

std::vector<report::Fact> facts_of(const Model& model, const Speller& speller) {
    const TrainingNotes& notes = model.notes();
    std::vector<report::Fact> facts = {{"model", model.kind()}};
    for (const auto& [name, count] : model.sizes()) facts.push_back({name, count});
    Json parameters = Json::object();
    for (const auto& [name, value] : notes.parameters) parameters.set(name, value);
    facts.insert(facts.end(),
                 {{"learner", notes.learner},
                  {"targets", notes.targets},
                  {"parameters", std::move(parameters)}});
    if (notes.gaps) facts.push_back({"gaps", gaps_name(*notes.gaps)});
    facts.push_back({"outcome",
                     Json{{"kept", notes.outcome.kept},
                          {"stopped", notes.outcome.stopped},
                          {"advice", spelled(notes.outcome.advice, speller)},
                          {"validation", named(notes.outcome.validation)},
                          {"training", named(notes.outcome.training)}}});
    Json names = Json::array();
    for (std::size_t j = 0; j < model.features(); ++j) names.push_back(model.feature_name(j));
    facts.push_back({"features", std::move(names)});
    return facts;
}

/// A row a property, those of an object under both names: "outcome kept".
void add_properties(report::Table& table, const std::string& name, const Json& value) {
    if (!value.is_object()) {
        table.rows.push_back({name, value});
        return;
    }
    for (const auto& [inner, part] : value.members())
        add_properties(table, fmt::format("{} {}", name, inner), part);
}

report::Report report_of(const Model& model, const Speller& speller) {
    report::Report report{.facts = facts_of(model, speller)};
    report::Table table{.name = "properties", .only = report::pages | report::Formats{Format::csv}};
    table.columns = {{.name = "property"}, {.name = "value"}};
    for (const report::Fact& fact : report.facts) add_properties(table, fact.name, fact.value);
    report.add(std::move(table));
    std::istringstream lines(model.summary(speller));
    for (std::string line; std::getline(lines, line);)
        report.add(report::Note(line, {Format::text}));
    return report;
}

}  // namespace

namespace commands {
extern const CommandEntry model_show_entry{
    .group = "model",
    .name = "show",
    .summary = "show a model's kind, size, target, parameters and leading features",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "model written by gradus train")
                .required()
                .reads();
            options->output.add_to(line);
            line.footer([] {
                return std::string(
                    "Text lists the leading features, the other formats name all; gradus model "
                    "importance tells how much each counts.\n");
            });
            line.action([options, &session] {
                options->output.print(report_of(*load_model(options->model), session.speller));
            });
        },
};
}  // namespace commands

}  // namespace gradus::cli
