#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/endings.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/data/clicks/click_simulation.hpp"
#include "gradus/data/formats/clicks.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::string output;
    std::string rank_by = "random";
    std::string scores;
    std::optional<double> max_grade;
    ClickSimulation simulation;
    ReadFlags read;
};

void set_order(ShownOrder& order, const std::string& text, const Dataset& data) {
    constexpr std::string_view feature = "feature:";
    if (text == "random") {
        order.by = ShownOrder::By::random;
    } else if (text == "grade") {
        order.by = ShownOrder::By::grade;
    } else if (text.starts_with(feature)) {
        const std::string number = text.substr(feature.size());
        const auto value = integer_from(number);
        if (!value || *value < 1 || static_cast<std::size_t>(*value) > data.features.columns()) {
            throw Error(Where::typed("option --rank-by"),
                        fmt::format("there is no feature '{}'", excerpt(number)),
                        fmt::format("give a number from 1 to {}", data.features.columns()));
        }
        order.by = ShownOrder::By::feature;
        order.feature = static_cast<std::size_t>(*value) - 1;
    } else {
        throw Error(Where::typed("option --rank-by"),
                    fmt::format("unknown order '{}'", excerpt(text)),
                    "choose one of: random, grade, feature:N");
    }
}

void simulate(const Options& options, Session& session) {
    const FormatEntry* const ending = format_of_path(options.output);
    if (ending == nullptr || ending->kind != "clicks")
        refuse_data_ending(options.output, "a click log", "end the name in .jsonl");
    const Dataset data = options.read.read(options.input, session);
    ClickSimulation simulation = options.simulation;
    simulation.seed = session.seed;
    simulation.threads = session.thread_count();
    simulation.model.max_grade =
        options.max_grade.value_or(decimal(std::ranges::max(data.grades())));
    std::vector<float> scores;
    if (options.scores.empty()) {
        set_order(simulation.order, options.rank_by, data);
    } else {
        for (const double score : read_scores(options.scores, data.documents()))
            scores.push_back(static_cast<float>(score));
        simulation.order.by = ShownOrder::By::scores;
        simulation.order.scores = scores;
    }
    const ClickLog log = simulate_clicks(data, simulation, options.input);
    write_clicks(log, options.output);
    std::uint64_t clicks = 0;
    for (const ResultPage& page : log.pages) clicks += page.clicks.size();
    session.progress().note(fmt::format(
        "{}, {}", human_counted(log.pages.size(), "session"), human_counted(clicks, "click")));
    if (clicks == 0) {
        session.progress().note(
            "nobody clicks: the grades of the data, with --attraction or --max-grade, leave no "
            "chance of a click, or the sessions are too few");
    }
}

void add_model_options(CommandLine& line, Options& options) {
    const char* const group = "Click model";
    ClickModel& model = options.simulation.model;
    line.choice("--model",
                model.kind,
                {{"position", ClickModelKind::position},
                 {"cascade", ClickModelKind::cascade},
                 {"dbn", ClickModelKind::dbn}},
                "position: rank r is examined with probability (1/r)^eta; cascade: from the top "
                "to the first click; dbn: from the top until satisfied or tired")
        .under(group);
    line.option("--attraction",
                model.attraction,
                "probability of a click on a document that is examined, for grade 0,1,...; else "
                "(2^grade - 1) / 2^max-grade")
        .separated_by(',')
        .one_value()
        .range(0, 1)
        .under(group);
    line.option("--satisfaction",
                model.satisfaction,
                "dbn: probability that a clicked document ends the session, for grade 0,1,...; "
                "else (2^grade - 1) / 2^max-grade")
        .separated_by(',')
        .one_value()
        .range(0, 1)
        .under(group);
    line.option("--max-grade", options.max_grade, "largest grade; else that of the data")
        .under(group);
    line.option("--epsilon",
                model.epsilon,
                "noise: a click has probability epsilon + (1 - epsilon) * attraction")
        .with_default()
        .range(0, 1)
        .under(group);
    line.option("--eta", model.eta, "position: decay of examination; 0 = none")
        .with_default()
        .range(0, 1e9)
        .under(group);
    line.option("--gamma", model.gamma, "dbn: probability to go on when not satisfied")
        .with_default()
        .range(0, 1)
        .under(group);
}

void add(CommandLine& line, Session& session) {
    constexpr std::size_t most = 1'000'000'000;
    const auto options = std::make_shared<Options>();
    line.option("FILE", options->input, "graded data; - is standard input").required().reads();
    line.option("-o,--output",
                options->output,
                "the click log to write, as JSON lines; .gz or .zst compresses")
        .required()
        .writes();
    line.option("--sessions", options->simulation.sessions, "sessions of one page each")
        .with_default()
        .range(1, most);
    line.option("--page", options->simulation.page, "documents on a page")
        .with_default()
        .range(1, most);
    const Option rank_by =
        line.option("--rank-by",
                    options->rank_by,
                    "order of the documents: random, grade (best first) or feature:N (largest "
                    "first)")
            .with_default();
    line.option("--scores", options->scores, "order by the scores in this file, one a line")
        .reads()
        .excludes(rank_by);
    line.option("--shuffle",
                options->simulation.order.shuffle,
                "probability that the document at a position trades places with one drawn from "
                "the query")
        .with_default()
        .range(0, 1);
    line.flag("--times", options->simulation.times, "give pages and clicks times");
    add_model_options(line, *options);
    options->read.add_to(line);
    line.action([options, &session] { simulate(*options, session); });
}

}  // namespace

namespace commands {
extern const CommandEntry data_simulate_clicks_entry{
    .group = "data",
    .name = "simulate-clicks",
    .summary = "simulate a click log over graded data",
    .add = add,
};
}  // namespace commands

}  // namespace gradus::cli
