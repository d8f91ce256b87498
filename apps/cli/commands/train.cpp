#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "gradus/base/atomic_file.hpp"
#include "gradus/learners/learner.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string learner;
    std::string train;
    std::string measure;
    std::vector<std::string> settings;
    std::string output;
    ReadFlags read;
};

std::string learners_help() {
    std::string text = "Learners and what --set can set:\n";
    for (const LearnerEntry* entry : all_learners()) {
        text += fmt::format("  {}: {} ({}); for {} by default\n",
                            entry->name,
                            entry->summary,
                            entry->reference,
                            entry->default_measure);
        for (const ParamInfo& info : entry->params()) {
            text +=
                fmt::format("      {}={} ({}): {}\n", info.name, info.value, info.range, info.help);
        }
    }
    return text;
}

void train(const Options& options, Session& session) {
    const LearnerEntry& entry = learner_named(options.learner);
    const auto learner = entry.make(options.settings);
    const auto measure =
        make_measure(options.measure.empty() ? entry.default_measure : options.measure);
    AtomicFile file(options.output);  // an unwritable place is told before the work
    const Dataset data = options.read.read(options.train, session);
    const auto model = learner->fit(data,
                                    {.measure = measure.get(),
                                     .seed = session.seed,
                                     .threads = session.thread_count(),
                                     .progress = &session.progress()});
    file.write(model->to_text());
    file.commit();
}

}  // namespace

extern const CommandEntry train_entry{
    .group = "",
    .name = "train",
    .summary = "train a ranker",
    .add =
        [](CommandLine& line, Session& session) {
            auto options = std::make_shared<Options>();
            line.option("LEARNER", options->learner, "how to train; see below").required();
            line.option("--train", options->train, "training data").required();
            line.option("--for", options->measure, "the measure to train for");
            line.option("--set", options->settings, "a parameter of the learner: key=value")
                .one_value();
            line.option("-o,--output", options->output, "where the model goes").required();
            options->read.add_to(line);
            line.footer(learners_help);
            line.action([options, &session] { train(*options, session); });
        },
};

}  // namespace gradus::cli
