#include <memory>
#include <string>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/data/generators/synth.hpp"

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
        const std::string& path = options.write.output;
        const std::size_t documents = write_synth(synth, path, session.progress());
        std::vector<std::string> written;
        if (synth.clicks) written.emplace_back("click");
        if (synth.orders) written.emplace_back("order");
        note_columns_of_earlier_data(path, documents, written, session);
    } else {
        options.write.write(synth_dataset(synth), session);
    }
}

}  // namespace

namespace commands {
extern const CommandEntry data_synth_entry{
    .group = "data",
    .name = "synth",
    .summary = "generate data in the shape of MSLR-WEB10K, for trials and benchmarks",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            options->write.add_to(line);
            line.option("--queries", options->synth.queries, "number of queries")
                .with_default()
                .range(1, 1'000'000'000);
            line.option(
                    "--documents", options->synth.documents, "mean number of documents per query")
                .with_default()
                .range(1, 100'000);
            line.option("--features",
                        options->synth.features,
                        "number of features; 136 are all of MSLR-WEB10K, fewer are taken "
                        "evenly from its groups, more repeat the groups with other noise")
                .with_default()
                .range(1, 100'000);
            line.flag("--clicks",
                      options->synth.clicks,
                      "also write OUTPUT.click: a label column of noisy click rates in "
                      "[0, 1], missing for some documents");
            line.flag(
                "--orders",
                options->synth.orders,
                "also write OUTPUT.order: a label column of true ranks from 1, the order that "
                "the grades were cut from");
            line.action([options, &session] { run(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
