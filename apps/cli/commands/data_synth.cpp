#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/write_flags.hpp"
#include "gradus/data/synth.hpp"

namespace gradus::cli {
namespace {

struct Options {
    SynthOptions synth;
    WriteFlags write;
};

void run(const Options& options, Session& session) {
    SynthOptions synth = options.synth;
    synth.seed = session.seed;
    synth.threads = session.thread_count();
    if (options.write.target().name == "letor") {
        write_synth(synth, options.write.output, session.progress());
    } else {
        options.write.write(synth_dataset(synth), session);
    }
}

}  // namespace

extern const CommandEntry data_synth_entry{
    .group = "data",
    .name = "synth",
    .summary = "make data with the shape of MSLR-WEB10K, for trials and benchmarks",
    .add =
        [](CLI::App& command, Session& session) {
            auto options = std::make_shared<Options>();
            options->write.add_to(command);
            command.add_option("--queries", options->synth.queries, "number of queries")
                ->capture_default_str()
                ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
            command
                .add_option(
                    "--documents", options->synth.documents, "documents of a query, in the mean")
                ->capture_default_str()
                ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
            command
                .add_option("--features",
                            options->synth.features,
                            "number of features; 136 are all of MSLR-WEB10K, fewer are taken "
                            "evenly from its groups, more repeat the groups with other noise")
                ->capture_default_str()
                ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
            command.add_flag("--clicks",
                             options->synth.clicks,
                             "also write OUTPUT.click: a label column of noisy click rates in "
                             "[0, 1], missing for some documents");
            command.callback([options, &session] { run(*options, session); });
        },
};

}  // namespace gradus::cli
