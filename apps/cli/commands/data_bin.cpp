#include <algorithm>
#include <memory>
#include <utility>

#include "apps/cli/command.hpp"
#include "apps/cli/options/endings.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/output_set.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/transforms/thresholds.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::string save;
    std::string use;
    ThresholdOptions thresholds;
    bool inclusive = false;
    bool strict = false;
    ReadFlags read;
    WriteFlags write;
};

/// Bits that are the same for all documents tell them apart as little as no features.
void tell_if_constant(const Dataset& bits, const Options& options, Session& session) {
    for (std::size_t i = 1; i < bits.documents(); ++i) {
        if (!std::ranges::equal(bits.features.row(i), bits.features.row(0))) return;
    }
    if (bits.documents() < 2) return;
    session.progress().note(
        options.use.empty()
            ? "all documents have the same bits: no feature has different values"
            : "all documents have the same bits: the thresholds are of data on another scale, or "
              "no feature has different values");
}

/// The features that the thresholds were chosen for: names decide where both sides have them.
FeatureSchema schema_of(const Thresholds& thresholds) {
    return {.names = thresholds.feature_names, .owner = "the file of thresholds"};
}

void run(const Options& options, Session& session) {
    options.write.target();
    refuse_data_ending(options.save, "a file of thresholds", "end the name in .json");
    Thresholds thresholds;
    if (!options.use.empty()) {
        thresholds = thresholds_from_json(read_text(options.use), options.use);
    }
    const Dataset data = options.use.empty() ? options.read.read(options.input, session)
                                             : options.read.read_matched(
                                                   schema_of(thresholds), options.input, session);
    if (options.use.empty()) {
        ThresholdOptions complete = options.thresholds;
        complete.rule = options.inclusive ? ThresholdRule::inclusive : ThresholdRule::strict;
        complete.threads = session.thread_count();
        thresholds = choose_thresholds(data, complete);
    }
    Dataset bits = to_indicators(data, thresholds, options.input, session.thread_count());
    tell_if_constant(bits, options, session);
    OutputSet files;  // the thresholds of these bits, or those of the bits before, but no mixture
    if (!options.save.empty()) {
        files.add(options.save).write(to_json(thresholds));
        files.prepare();
    }
    options.write.write(std::move(bits), session);
    files.commit();
}

}  // namespace

namespace commands {
extern const CommandEntry data_bin_entry{
    .group = "data",
    .name = "bin",
    .summary = "turn features into bits, one for each threshold",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            options->write.options.sparse = true;
            line.option("FILE",
                        options->input,
                        "input; - is standard input. LETOR text is written without bits that are "
                        "0; missing values have bits of 0")
                .required()
                .reads();
            options->write.add_to(line);
            const Option save =
                line.option("--save", options->save, "write the thresholds to this file (JSON)")
                    .writes();
            Option use = line.option("--use",
                                     options->use,
                                     "take the thresholds from this file, for validation and test")
                             .reads();
            use.excludes(save);
            use.excludes(line.option("--thresholds",
                                     options->thresholds.count,
                                     "maximum thresholds per feature; equal ones are merged")
                             .with_default()
                             .range(1, Thresholds::most));
            use.excludes(
                line.choice("--spacing",
                            options->thresholds.spacing,
                            {{"quantile", ThresholdSpacing::quantile},
                             {"equal", ThresholdSpacing::equal},
                             {"unit", ThresholdSpacing::unit}},
                            "spacing of the thresholds: quantile (equal numbers of values between "
                            "them), equal (equal steps from the 1st to the 99th percentile) or "
                            "unit (equal steps between 0 and 1, for normalised values)"));
            const Option inclusive =
                line.flag("--inclusive", options->inclusive, "a bit is 1 where value >= threshold");
            Option strict = line.flag(
                "--strict", options->strict, "a bit is 1 where value > threshold (the default)");
            strict.excludes(inclusive);
            use.excludes(inclusive);
            use.excludes(strict);
            options->read.add_with_matching_to(line);
            line.check([options] {
                if (options->use.empty() && options->read.extra == ExtraFeatures::ignore)
                    misuse("--extra-features: which are extra? Name the thresholds with --use");
            });
            line.action([options, &session] { run(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
